/// The public keys of one attempt, as `ToyCipher` draws them.
public struct ToyBundle: Hashable, Sendable {
  /// A public key.
  public var signed: UInt64
  /// A public key.
  public var oneTime: UInt64
  /// Who signed it, mixed with what was signed.
  public var signature: UInt64
}
