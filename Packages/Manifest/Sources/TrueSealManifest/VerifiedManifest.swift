/// A manifest whose signature is its issuer's, over exactly these bytes.
///
/// Whether the issuer had a say is for a ledger to judge.
public struct VerifiedManifest: Hashable, Sendable {
  /// What the issuer signed.
  public let manifest: Manifest
  /// SHA-256 of the content behind a label of its own, 32 bytes (W-51).
  public let hash: [UInt8]
  /// Content and signature, as they travel (W-52).
  public let encoded: [UInt8]

  /// Where this manifest stands among its rivals.
  public var rank: Rank {
    Rank(version: manifest.version, hash: hash)
  }

  /// Takes over what `SignedManifest` has checked.
  init(_ signed: SignedManifest, hash: [UInt8]) {
    manifest = signed.manifest
    encoded = signed.encoded
    self.hash = hash
  }

  /// Reads back bytes that this device verified before it stored them.
  ///
  /// The hash is computed anew, so that a damaged row is noticed; the signature is not verified
  /// again, which would make a start with thousands of manifests slow.
  ///
  /// - Throws: `ManifestError`, code `malformed`, when the bytes are not those of `hash`.
  package init(
    restoring encoded: [UInt8], hash: [UInt8], by checks: ManifestChecks
  ) throws(ManifestError) {
    self.init(try SignedManifest(stored: encoded, hash: hash, by: checks), hash: hash)
  }
}
