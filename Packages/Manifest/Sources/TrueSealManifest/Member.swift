/// One device on a manifest's list.
public struct Member: Hashable, Sendable {
  /// The Ed25519 public key that identifies the device, 32 bytes.
  public let signingKey: [UInt8]
  /// The X25519 public key mail to the device is sealed for, 32 bytes.
  public let agreementKey: [UInt8]
  /// The version of the manifest that admitted the device; the lower, the more senior.
  public let admissionVersion: UInt64
  /// What the device calls itself.
  public let label: Label

  /// Joins the parts; a manifest checks them when it lists the member.
  public init(
    signingKey: [UInt8], agreementKey: [UInt8], admissionVersion: UInt64, label: Label
  ) {
    self.signingKey = signingKey
    self.agreementKey = agreementKey
    self.admissionVersion = admissionVersion
    self.label = label
  }
}
