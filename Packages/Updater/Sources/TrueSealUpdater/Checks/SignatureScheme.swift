/// The two functions that the caller supplies, from whatever library it trusts.
public struct SignatureScheme: Sendable {
  /// SHA-256: 32 bytes for any bytes.
  public let digest: @Sendable (_ bytes: [UInt8]) -> [UInt8]
  /// Ed25519 without prehashing: whether a signature of 64 bytes is the key's over the message.
  public let accepts:
    @Sendable (_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool

  /// Takes both functions; they are called on the thread that checks, and may be called at once on several.
  public init(
    digest: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8],
    accepts:
      @escaping @Sendable (_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool
  ) {
    self.digest = digest
    self.accepts = accepts
  }
}
