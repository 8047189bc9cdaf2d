/// One message of manifests to one device, its own one first (M-40).
public struct GroupMail: Hashable, Sendable {
  /// Who it is for.
  public let recipient: Member
  /// What it carries, at most `ManifestLimits.messageByteCountMax` bytes once encoded.
  public let manifests: [VerifiedManifest]
}
