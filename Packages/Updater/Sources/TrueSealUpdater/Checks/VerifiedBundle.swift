/// A manifest that has passed checks 1 to 6, with the very bytes that passed; only `Verifier` makes one.
///
/// What was verified is what is parsed and what is stored (UR-18).
public struct VerifiedBundle: Hashable, Sendable {
  /// The manifest.
  public let manifest: BundleManifest
  /// Its bytes as received, to be stored as they are.
  public let bytes: [UInt8]
  /// The signature file's bytes as received; nil for what came with the app.
  public let signature: [UInt8]?

  init(_ manifest: BundleManifest, bytes: [UInt8], signature: [UInt8]?) {
    self.manifest = manifest
    self.bytes = bytes
    self.signature = signature
  }

  /// The few facts the activation machine decides by.
  public var facts: BundleFacts {
    BundleFacts(seq: manifest.seq, floor: manifest.floor, isUrgent: manifest.isUrgent)
  }
}

/// What the activation machine knows of a verified bundle.
public struct BundleFacts: Hashable, Sendable {
  /// The release's number.
  public let seq: UInt64
  /// The floor it brings once it is committed.
  public let floor: UInt64
  /// Whether the page may offer to apply it at once.
  public let isUrgent: Bool

  package init(seq: UInt64, floor: UInt64, isUrgent: Bool = false) {
    self.seq = seq
    self.floor = floor
    self.isUrgent = isUrgent
  }
}
