/// A well-formed manifest with sound keys and a signature that nobody has checked yet.
///
/// It can be read but not believed: only `verified(by:)` yields what a ledger takes.
public struct SignedManifest: Hashable, Sendable {
  /// What the bytes say.
  public let manifest: Manifest
  /// Content and signature, as they travel (W-52).
  public let encoded: [UInt8]

  /// Reads a manifest and refuses every form but the canonical one, and keys that are not sound.
  ///
  /// - Throws: `ManifestError`, code `malformed`.
  public init(decoding bytes: [UInt8], by checks: ManifestChecks) throws(ManifestError) {
    try self.init(layout: bytes)
    var sieve = KeySieve(checks)
    try sieve.check(manifest)
  }

  /// Signs a manifest as its issuer.
  ///
  /// `sign` returns the issuer's Ed25519 signature, 64 bytes, over the bytes it is given.
  ///
  /// - Throws: `ManifestError`, code `malformed`, when a listed key is not sound.
  public static func signing(
    _ manifest: Manifest, by checks: ManifestChecks, with sign: (_ message: [UInt8]) -> [UInt8]
  ) throws(ManifestError) -> SignedManifest {
    var sieve = KeySieve(checks)
    try sieve.check(manifest)
    let content = manifest.content
    let signature = sign(signatureLabel + content)
    precondition(
      signature.count == ManifestLimits.signatureByteCount, "a signature has 64 bytes")
    return SignedManifest(manifest: manifest, encoded: content + signature)
  }

  /// Checks the issuer's signature and hands back the only type a ledger takes.
  ///
  /// - Throws: `ManifestError`, code `badSignature`.
  public func verified(by checks: ManifestChecks) throws(ManifestError) -> VerifiedManifest {
    guard checks.verify(signature, Self.signatureLabel + content, manifest.issuer) else {
      throw ManifestError(.badSignature, "the signature is not the issuer's")
    }
    return VerifiedManifest(self, hash: Self.hash(of: encoded, by: checks))
  }

  /// The issuer's signature, 64 bytes.
  public var signature: [UInt8] {
    Array(encoded.suffix(ManifestLimits.signatureByteCount))
  }

  /// Reads the layout only; the caller has the keys checked, or knows that they were.
  init(layout bytes: [UInt8]) throws(ManifestError) {
    var reader = ByteReader(bytes)
    manifest = try Manifest(reading: &reader)
    _ = try reader.array(count: ManifestLimits.signatureByteCount)
    guard reader.isAtEnd else {
      throw ManifestError(.malformed, "bytes follow the signature")
    }
    encoded = bytes
  }

  private init(manifest: Manifest, encoded: [UInt8]) {
    self.manifest = manifest
    self.encoded = encoded
  }

  /// Covers the content only, so that signing anew cannot move a manifest's rank (W-51).
  static func hash(of encoded: [UInt8], by checks: ManifestChecks) -> [UInt8] {
    checks.hash(hashLabel + encoded.dropLast(ManifestLimits.signatureByteCount))
  }

  private var content: ArraySlice<UInt8> {
    encoded.dropLast(ManifestLimits.signatureByteCount)
  }

  private static let hashLabel = Array("trueseal manifest v1".utf8) + [0]
  private static let signatureLabel = Array("trueseal manifest signature v1".utf8) + [0]
}
