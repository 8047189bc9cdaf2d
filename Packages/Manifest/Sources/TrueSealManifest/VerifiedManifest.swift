/// A manifest whose signature is its issuer's, over exactly these bytes.
///
/// Whether the issuer had a say is for a ledger to judge.
public struct VerifiedManifest: Hashable, Sendable {
  /// All there is to one manifest, in one place: ledgers keep thousands and move them about.
  private final class Facts: Sendable {
    let hash: [UInt8]
    let encoded: [UInt8]
    let outline: Outline
    /// What the issuer signed, where it was read out of the bytes before.
    let content: Manifest?

    init(hash: [UInt8], encoded: [UInt8], outline: Outline, content: Manifest?) {
      self.hash = hash
      self.encoded = encoded
      self.outline = outline
      self.content = content
    }
  }

  private var facts: Facts

  /// SHA-256 of the content behind a label of its own, 32 bytes (W-51).
  public var hash: [UInt8] { facts.hash }
  /// Content and signature, as they travel (W-52).
  public var encoded: [UInt8] { facts.encoded }
  /// Where what is in them.
  var outline: Outline { facts.outline }

  /// What the issuer signed; of a manifest that was read back it is read out of the bytes each time.
  public var manifest: Manifest { facts.content ?? outline.manifest(of: encoded) }

  /// Where this manifest stands among its rivals.
  public var rank: Rank {
    Rank(version: outline.version, hash: hash)
  }

  /// Takes over what `SignedManifest` has checked.
  init(_ signed: SignedManifest, hash: [UInt8]) {
    facts = Facts(
      hash: hash, encoded: signed.encoded, outline: Outline(of: signed.manifest),
      content: signed.manifest)
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
    facts = Facts(
      hash: hash, encoded: encoded, outline: try Outline(walking: encoded), content: nil)
  }

  /// The parent's hash, without reading all.
  var parent: [UInt8]? { outline.parent.map { Array(encoded[$0]) } }

  /// The issuer's Ed25519 key, without reading all.
  var issuer: [UInt8] { Array(encoded[outline.issuer]) }

  /// The carriers' hashes, without reading all.
  var onBehalf: [[UInt8]] {
    (0..<outline.carrierCount).map { Array(encoded[outline.carrier($0)]) }
  }

  /// Whether a member has this X25519 key, without reading all.
  func lists(agreementKey: [UInt8]) -> Bool {
    let own = encoded
    let bytes = own.span
    var cursor = ListCursor(outline, of: bytes)
    while !cursor.isAtEnd {
      let other = Outline.agreementKey(of: cursor.member)
      if Comparing.areEqual(agreementKey.span, agreementKey.indices, bytes, other) { return true }
      cursor.advance(over: bytes)
    }
    return false
  }

  /// Where the member is on the list whose Ed25519 key lies here in other bytes; nil for none.
  func place(of others: Span<UInt8>, signingKey: Range<Int>) -> Int? {
    let own = encoded
    let bytes = own.span
    let first = others[signingKey.lowerBound]
    var cursor = ListCursor(outline, of: bytes)
    while !cursor.isAtEnd {
      let key = Outline.signingKey(of: cursor.member)
      if bytes[key.lowerBound] == first, Comparing.areEqual(others, signingKey, bytes, key) {
        return cursor.place
      }
      cursor.advance(over: bytes)
    }
    return nil
  }

  /// Whether this manifest is about the group with this id.
  func isOf(group groupID: [UInt8]) -> Bool {
    Comparing.areEqual(encoded.span, Outline.groupID, groupID.span, groupID.indices)
  }

  /// Reads everything out of the bytes, for who asks often.
  mutating func read() {
    guard facts.content == nil else { return }
    facts = Facts(hash: hash, encoded: encoded, outline: outline, content: manifest)
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
