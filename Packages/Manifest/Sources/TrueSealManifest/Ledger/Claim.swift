/// A removal that some device did not ask for itself: this manifest takes that device off the list.
///
/// Source: membership vocabulary, M-20.
public struct Claim: Hashable, Sendable {
  /// The hash of the manifest that removes.
  public let manifest: [UInt8]
  /// The Ed25519 key of the device removed.
  public let target: [UInt8]

  /// Joins the two.
  public init(manifest: [UInt8], target: [UInt8]) {
    self.manifest = manifest
    self.target = target
  }
}
