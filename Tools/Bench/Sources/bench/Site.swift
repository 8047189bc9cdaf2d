import Foundation
import TrueSealCrypto
import TrueSealUpdater

/// A channel on the loopback, with releases of as many files as a bundle may have.
struct Site {
  static let fileCount = UpdaterLimits.fileCountMax
  static let appID = "com.example.app"
  private static let seed = [UInt8](repeating: 7, count: 32)

  /// What was published under one number.
  struct Release {
    let manifest: BundleManifest
    let bytes: [UInt8]
    let signature: [UInt8]
  }

  /// A test's own data is not what it should be.
  struct Mistake: Error {
    let what: String
  }

  let port: Int
  private let folder: String

  /// Serves a folder, for as long as the process lives.
  init(in folder: String) throws {
    self.folder = folder
    for name in ["cas", "manifests", "channels"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    port = try Plain.startServer(folder)
  }

  static func publicKey() throws -> [UInt8] { try signingKey().publicKey }

  private static func signingKey() throws -> SigningKey {
    try SigningKey(seed: SecretBytes(seed))
  }

  /// Puts a release up whose files are all different, and points the channel at it.
  func publish(_ seq: UInt64, fileByteCount: Int) throws -> Release {
    let prose = Prose.body(byteCount: fileByteCount)
    var files: [BundleFile] = []
    for number in 0..<Self.fileCount {
      let content = Array(("\(seq) \(number) ".utf8 + prose).prefix(fileByteCount))
      guard let hash = ContentHash(Digest.sha256(content)) else { throw Mistake(what: "a hash") }
      try write("cas/\(hash)", content)
      let name = number == 0 ? "index.html" : "assets/part-\(number / 64)/module-\(number).js"
      files.append(BundleFile(path: name, hash: hash, byteCount: UInt64(fileByteCount)))
    }
    let manifest = try BundleManifest(
      appID: Self.appID, seq: seq, floor: 0, entry: "index.html",
      requirements: Requirements(host: 1, bridge: 1, data: []), files: files)
    let bytes = manifest.encoded
    let signature = try Self.sign(bytes)
    try write(BundleManifest.path(of: seq), bytes)
    try write(BundleManifest.signaturePath(of: seq), signature)
    try write("channels/stable.json", Array(#"{"format":1,"seq":\#(seq),"rollout":100}"#.utf8))
    return Release(manifest: manifest, bytes: bytes, signature: signature)
  }

  private static func sign(_ bytes: [UInt8]) throws -> [UInt8] {
    let key = try signingKey()
    guard let id = KeyID(digest: Digest.sha256(key.publicKey)) else {
      throw Mistake(what: "a key")
    }
    let entry = try SignatureFile.Entry(
      keyID: id, signature: key.sign(SignedMessage.manifest(bytes)))
    return try SignatureFile([entry]).encoded
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }
}
