/// The body of a message that carries manifests.
///
/// Count (1), then for each manifest its length (2) and its bytes. Source: W-43.
public enum GroupManifestMessage {
  /// Joins 1 to 255 encoded manifests, the message's own one first.
  ///
  /// - Throws: `ManifestError`, code `wrongMessageSize`, above 255 manifests or 61,440 bytes, and for none.
  public static func encode(_ manifests: [[UInt8]]) throws(ManifestError) -> [UInt8] {
    guard (1...ManifestLimits.messageManifestCountMax).contains(manifests.count) else {
      throw ManifestError(.wrongMessageSize, "a message carries 1 to 255 manifests")
    }
    let byteCount = manifests.reduce(countByteCount) { $0 + self.byteCount(of: $1) }
    guard byteCount <= ManifestLimits.messageByteCountMax else {
      throw ManifestError(.wrongMessageSize, "a message has at most 61,440 bytes")
    }
    var body = [UInt8(manifests.count)]
    body.reserveCapacity(byteCount)
    for manifest in manifests {
      body.append(UInt8(manifest.count >> 8))
      body.append(UInt8(manifest.count & 0xff))
      body += manifest
    }
    return body
  }

  /// Reads a body; one manifest with a wrong layout or an unsound key spoils the whole.
  ///
  /// The layout of all is read before any key is judged, and each key is judged once. Signatures
  /// are left to `verified(by:)`, since a wrong one spoils its own manifest only.
  ///
  /// - Throws: `ManifestError`, code `malformed`.
  public static func decode(
    _ body: [UInt8], by checks: ManifestChecks
  ) throws(ManifestError) -> [SignedManifest] {
    guard body.count <= ManifestLimits.messageByteCountMax else {
      throw ManifestError(.malformed, "a message has at most 61,440 bytes")
    }
    var reader = ByteReader(body)
    let count = try reader.byte()
    guard count > 0 else {
      throw ManifestError(.malformed, "a message carries at least one manifest")
    }
    var manifests: [SignedManifest] = []
    for _ in 0..<count {
      let byteCount = Int(try reader.number16())
      manifests.append(try SignedManifest(layout: try reader.array(count: byteCount)))
    }
    guard reader.isAtEnd else {
      throw ManifestError(.malformed, "bytes follow the last manifest")
    }
    var sieve = KeySieve(checks)
    for signed in manifests { try sieve.check(signed.manifest) }
    return manifests
  }

  /// The bytes of the count that begins a body.
  static let countByteCount = 1

  /// The bytes one manifest takes in a body.
  static func byteCount(of manifest: [UInt8]) -> Int {
    2 + manifest.count
  }
}
