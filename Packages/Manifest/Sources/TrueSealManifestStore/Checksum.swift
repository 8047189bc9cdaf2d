internal import TrueSealCrypto

/// Tells rows that were damaged by chance from those that are as they were written.
///
/// Its key is public, so that it says nothing about who wrote them. It takes a tenth of the time
/// of a hash.
enum Checksum {
  private static let key = SecretBytes(Array("TrueSeal checksum of stored rows".utf8))
  private static let nonce = [UInt8](repeating: 0, count: CryptoLimits.nonceByteCount)

  /// The 16-byte checksum of a manifest's bytes together with its hash: a tag of
  /// ChaCha20-Poly1305 (RFC 8439 section 2.8).
  static func of(_ encoded: [UInt8], hash: [UInt8]) -> [UInt8] {
    Array(
      ChaChaPoly.seal(hash, key: key, nonce: nonce, binding: encoded)
        .suffix(CryptoLimits.tagByteCount))
  }
}
