/// SHA-256 of bytes that arrive in pieces, such as a file that is larger than the memory to spare.
public struct RunningDigest: ~Copyable {
  private var hash = Sodium.Hash()

  /// Begins with no bytes.
  public init() {}

  /// Goes on with more bytes; how they are cut into pieces does not matter.
  ///
  /// Source: FIPS 180-4; libsodium `crypto_hash_sha256_update`.
  public mutating func add(_ bytes: Span<UInt8>) {
    hash.add(bytes)
  }

  /// Ends with the 32-byte digest of all bytes.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: CryptoLimits.digestByteCount)
    var target = digest.mutableSpan
    hash.finish(into: &target)
    return digest
  }
}
