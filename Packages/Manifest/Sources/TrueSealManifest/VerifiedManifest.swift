/// A manifest whose signature is its issuer's, over exactly these bytes.
///
/// Whether the issuer had a say is for a ledger to judge.
public struct VerifiedManifest: Hashable, Sendable {
  /// SHA-256 of the content behind a label of its own, 32 bytes (W-51).
  public let hash: [UInt8]
  /// Content and signature, as they travel (W-52).
  public let encoded: [UInt8]
  /// Where what is in them.
  let outline: Outline
  /// What the issuer signed, where it was read out of the bytes before.
  private var content: Manifest?

  /// What the issuer signed; of a manifest that was read back it is read out of the bytes each time.
  public var manifest: Manifest { content ?? outline.manifest(of: encoded) }

  /// Where this manifest stands among its rivals.
  public var rank: Rank {
    Rank(version: outline.version, hash: hash)
  }

  /// Takes over what `SignedManifest` has checked.
  init(_ signed: SignedManifest, hash: [UInt8]) {
    self.hash = hash
    encoded = signed.encoded
    outline = Outline(of: signed.manifest)
    content = signed.manifest
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
    guard SignedManifest.hash(of: encoded, by: checks) == hash else {
      throw ManifestError(.malformed, "the stored bytes have another hash")
    }
    try self.init(intact: encoded, hash: hash)
  }

  /// Reads back bytes of which the caller knows that they are those of `hash`, as by a checksum
  /// that was stored with them.
  ///
  /// - Throws: `ManifestError`, code `malformed`, when the bytes are not laid out as a manifest.
  package init(intact encoded: [UInt8], hash: [UInt8]) throws(ManifestError) {
    outline = try Outline(walking: encoded)
    self.encoded = encoded
    self.hash = hash
  }

  /// The parent's hash, without reading all.
  var parent: [UInt8]? { outline.parent.map { Array(encoded[$0]) } }

  /// The issuer's Ed25519 key, without reading all.
  var issuer: [UInt8] { Array(encoded[outline.issuer]) }

  /// The carriers' hashes, without reading all.
  var onBehalf: [[UInt8]] {
    (0..<outline.carrierCount).map { Array(encoded[outline.carrier($0)]) }
  }

  /// Whether this manifest is about the group with this id.
  func isOf(group groupID: [UInt8]) -> Bool {
    Comparing.areEqual(encoded.span, Outline.groupID, groupID.span, groupID.indices)
  }

  /// Reads everything out of the bytes, for who asks often.
  mutating func read() {
    if content == nil { content = manifest }
  }

  /// Equal bytes say the same, whether they were read out or not.
  public static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.encoded == right.encoded
  }

  /// Covers the hash, which covers all but the signature.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
