/// The public keys of one attempt, as `ToyCipher` draws them.
public struct ToyBundle: Hashable, Sendable {
  /// A public key; 0 agrees on nothing.
  public var signed: UInt64
  /// A public key; 0 agrees on nothing.
  public var oneTime: UInt64
  /// Who signed it, mixed with what was signed.
  public var signature: UInt64 = 0

  /// Two public keys that nobody has signed yet.
  public init(signed: UInt64, oneTime: UInt64) {
    self.signed = signed
    self.oneTime = oneTime
  }
}
