/// SHA-256.
public enum Digest {
  /// Writes the 32-byte digest of `bytes` into `digest`, without allocating.
  ///
  /// Source: FIPS 180-4; libsodium `crypto_hash_sha256`.
  public static func sha256(_ bytes: Span<UInt8>, into digest: inout MutableSpan<UInt8>) {
    var hash = Sodium.Hash()
    hash.add(bytes)
    hash.finish(into: &digest)
  }

  /// The 32-byte digest of `bytes`.
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: CryptoLimits.digestByteCount)
    var target = digest.mutableSpan
    sha256(bytes.span, into: &target)
    return digest
  }

  /// The 32-byte digest of `parts` one after the other, without joining them.
  public static func sha256(_ parts: [[UInt8]]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: CryptoLimits.digestByteCount)
    var target = digest.mutableSpan
    var hash = Sodium.Hash()
    for part in parts { hash.add(part.span) }
    hash.finish(into: &target)
    return digest
  }
}
