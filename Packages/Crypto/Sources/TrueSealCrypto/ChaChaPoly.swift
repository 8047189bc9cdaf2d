/// ChaCha20-Poly1305 with the 12-byte nonce of the IETF: seals, and opens only what is genuine.
///
/// A nonce must never repeat under one key: two messages would give each other away.
public enum ChaChaPoly {
  /// Seals `plaintext` into `sealed`, which is exactly 16 bytes longer; does not allocate.
  ///
  /// `binding` is authenticated with the message and travels elsewhere. The key has 32 bytes,
  /// the nonce 12, the message at most `CryptoLimits.messageByteCountMax`.
  ///
  /// Source: RFC 8439 section 2.8; libsodium `crypto_aead_chacha20poly1305_ietf_encrypt`.
  public static func seal(
    _ plaintext: Span<UInt8>, key: borrowing SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into sealed: inout MutableSpan<UInt8>
  ) {
    key.withBytes { seal(plaintext, key: $0, nonce: nonce, binding: binding, into: &sealed) }
  }

  /// Seals with a key that lies among other secrets.
  package static func seal(
    _ plaintext: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into sealed: inout MutableSpan<UInt8>
  ) {
    Sodium.check(nonce, has: CryptoLimits.nonceByteCount, "a nonce")
    Sodium.seal(plaintext, key: key, nonce: nonce, binding: binding, into: &sealed)
  }

  /// The sealed message: as long as `plaintext`, and 16 bytes of tag.
  public static func seal(
    _ plaintext: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], binding: [UInt8]
  ) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plaintext.count + CryptoLimits.tagByteCount)
    var target = sealed.mutableSpan
    seal(plaintext.span, key: key, nonce: nonce.span, binding: binding.span, into: &target)
    return sealed
  }

  /// Opens `sealed` into `plaintext`, which is exactly 16 bytes shorter; does not allocate.
  ///
  /// - Throws: `CryptoError`, code `forged`; `plaintext` then holds zeros.
  ///
  /// Source: RFC 8439 section 2.8; libsodium `crypto_aead_chacha20poly1305_ietf_decrypt`.
  public static func open(
    _ sealed: Span<UInt8>, key: borrowing SecretBytes, nonce: Span<UInt8>, binding: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    try key.withBytes { key throws(CryptoError) in
      try open(sealed, key: key, nonce: nonce, binding: binding, into: &plaintext)
    }
  }

  /// Opens with a key that lies among other secrets.
  ///
  /// - Throws: `CryptoError`, code `forged`; `plaintext` then holds zeros.
  package static func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    Sodium.check(nonce, has: CryptoLimits.nonceByteCount, "a nonce")
    guard Sodium.open(sealed, key: key, nonce: nonce, binding: binding, into: &plaintext) else {
      throw CryptoError(.forged, "the tag fits neither key, nonce, binding nor message")
    }
  }

  /// The message that was sealed.
  ///
  /// - Throws: `CryptoError`, code `forged`, also for anything shorter than a tag.
  public static func open(
    _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], binding: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.count >= CryptoLimits.tagByteCount else {
      throw CryptoError(.forged, "\(sealed.count) bytes cannot hold a tag")
    }
    var plaintext = [UInt8](repeating: 0, count: sealed.count - CryptoLimits.tagByteCount)
    var target = plaintext.mutableSpan
    try open(sealed.span, key: key, nonce: nonce.span, binding: binding.span, into: &target)
    return plaintext
  }
}
