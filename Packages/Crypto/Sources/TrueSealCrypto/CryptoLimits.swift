/// Sizes the algorithms fix, in bytes, and the few bounds we chose ourselves.
public enum CryptoLimits {
  /// A public key, Ed25519 or X25519 (RFC 8032 section 5.1.5, RFC 7748 section 5).
  public static let publicKeyByteCount = 32
  /// The seed an Ed25519 signing key grows from (RFC 8032 section 5.1.5).
  public static let seedByteCount = 32
  /// An Ed25519 signature (RFC 8032 section 5.1.6).
  public static let signatureByteCount = 64
  /// The secret half of an X25519 key (RFC 7748 section 5).
  public static let agreementSecretByteCount = 32
  /// What two X25519 keys agree on (RFC 7748 section 6.1).
  public static let sharedSecretByteCount = 32

  /// A ChaCha20-Poly1305 key (RFC 8439 section 2.8).
  public static let keyByteCount = 32
  /// A ChaCha20-Poly1305 nonce (RFC 8439 section 2.8).
  public static let nonceByteCount = 12
  /// An XChaCha20-Poly1305 nonce, long enough to be drawn at random
  /// (draft-irtf-cfrg-xchacha-03 section 2).
  public static let longNonceByteCount = 24
  /// The tag that sealing adds (RFC 8439 section 2.8).
  public static let tagByteCount = 16
  /// The longest message one nonce can seal: 2^32 - 1 blocks of 64 (RFC 8439 section 2.8).
  public static let messageByteCountMax = 274_877_906_880

  /// A SHA-256 digest or an HMAC-SHA256 code (FIPS 180-4, RFC 2104).
  public static let digestByteCount = 32
  /// The most HKDF-SHA256 derives at once: 255 digests (RFC 5869 section 2.3).
  public static let derivedByteCountMax = 255 * 32

  /// The salt of a stretched passphrase (libsodium `crypto_pwhash_SALTBYTES`).
  public static let passphraseSaltByteCount = 16

  /// How libsodium keeps a signing key: seed ‖ public key.
  static let expandedSigningKeyByteCount = 64

  /// Our choices; a peer may be built with others.
  public enum Chosen {
    /// The longest message of one sealed box; a box is held whole, so it must stay small.
    public static let boxMessageByteCountMax = 1 << 20
    /// How often Argon2id goes through its memory, from what libsodium takes to what ends.
    public static let stretchingPasses = 1...64
    /// The memory Argon2id fills, in bytes, from what libsodium takes to what a computer has.
    public static let stretchingByteCounts = 8_192...(1 << 30)
  }
}
