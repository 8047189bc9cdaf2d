/// A manifest that cannot be judged yet, and who brought it.
public struct WaitingManifest: Hashable, Sendable {
  /// The manifest.
  public let manifest: VerifiedManifest
  /// The Ed25519 key of the author of the envelope it came in.
  public let author: [UInt8]

  /// Joins the two.
  public init(manifest: VerifiedManifest, author: [UInt8]) {
    self.manifest = manifest
    self.author = author
  }
}
