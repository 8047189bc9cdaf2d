internal import TrueSealCrypto
package import TrueSealUpdater

/// A signed bundle, as a publisher puts it up.
package struct Release: Sendable {
  /// Signs for the test's app.
  package static let seed = [UInt8](repeating: 7, count: 32)
  package static let otherSeed = [UInt8](repeating: 9, count: 32)
  package static let appID = "com.example.app"

  package let seq: UInt64
  package let manifest: BundleManifest
  package var bytes: [UInt8]
  package var signature: [UInt8]
  package let contents: [ContentHash: [UInt8]]

  package init(
    _ seq: UInt64, floor: UInt64 = 0, isUrgent: Bool = false, appID: String = Release.appID,
    host: UInt64 = 1, data: [Requirements.Pair] = [], seed: [UInt8] = Release.seed,
    files: [String: [UInt8]]? = nil
  ) throws {
    let files = files ?? Release.files(seq)
    self.seq = seq
    var contents: [ContentHash: [UInt8]] = [:]
    var listed: [BundleFile] = []
    for (path, bytes) in files {
      let hash = try Release.hash(bytes)
      contents[hash] = bytes
      listed.append(BundleFile(path: path, hash: hash, byteCount: UInt64(bytes.count)))
    }
    manifest = try BundleManifest(
      appID: appID, seq: seq, floor: floor, isUrgent: isUrgent, entry: "index.html",
      requirements: Requirements(host: host, bridge: 1, data: data), files: listed)
    bytes = manifest.encoded
    self.contents = contents
    signature = try Release.sign(bytes, seed: seed)
  }

  /// Three files: one of each release, one that all share, and one as long as a few chunks.
  package static func files(_ seq: UInt64) -> [String: [UInt8]] {
    [
      "index.html": Array("<p>release \(seq)</p>".utf8),
      "shared.css": Array("p { color: black }".utf8),
      "app.js": [UInt8](repeating: UInt8(truncatingIfNeeded: seq), count: 3_000),
    ]
  }

  package static func hash(_ bytes: [UInt8]) throws -> ContentHash {
    guard let hash = ContentHash(Digest.sha256(bytes)) else { throw Missing() }
    return hash
  }

  package static func sign(_ bytes: [UInt8], seed: [UInt8]) throws -> [UInt8] {
    try signatureFile(over: SignedMessage.manifest(bytes), seed: seed)
  }

  package static func signatureFile(over message: [UInt8], seed: [UInt8]) throws -> [UInt8] {
    let key = try SigningKey(seed: SecretBytes(seed))
    guard let id = KeyID(digest: Digest.sha256(key.publicKey)) else { throw Missing() }
    let entry = try SignatureFile.Entry(keyID: id, signature: key.sign(message))
    return try SignatureFile([entry]).encoded
  }

  package static func publicKey(seed: [UInt8]) throws -> [UInt8] {
    try SigningKey(seed: SecretBytes(seed)).publicKey
  }

  /// The hash of a file by its path.
  package func hash(of path: String) throws -> ContentHash {
    guard let file = manifest.files.first(where: { $0.path == path }) else { throw Missing() }
    return file.hash
  }

  /// Everything a web server has to hold for it, by path.
  package var site: [String: [UInt8]] {
    var site = [
      BundleManifest.path(of: seq): bytes, BundleManifest.signaturePath(of: seq): signature,
    ]
    for (hash, bytes) in contents { site["cas/\(hash)"] = bytes }
    return site
  }

  /// A test's own data lacks something.
  package struct Missing: Error {
    package init() {}
  }
}
