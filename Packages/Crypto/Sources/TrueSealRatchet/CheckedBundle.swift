/// A bundle that its identity signed and whose keys are good; `PrekeyBundle.checked` makes it.
public struct CheckedBundle: Hashable, Sendable {
  /// What was checked.
  public let bundle: PrekeyBundle
  /// The X25519 form of the identity.
  let agreementKey: [UInt8]

  init(bundle: PrekeyBundle, agreementKey: [UInt8]) {
    self.bundle = bundle
    self.agreementKey = agreementKey
  }
}
