import Foundation
import TrueSealUpdater
import TrueSealUpdaterFiles

// An app with a library of cryptography of its own: two closures and one conformance bridge it.

extension SHA256: FileDigest {
  mutating func update(_ bytes: [UInt8]) { update(data: bytes) }
  mutating func finish() -> [UInt8] { finalize() }
}

let scheme = SignatureScheme(
  digest: { SHA256.hash(data: $0) },
  accepts: { signature, message, key in
    Curve25519.Signing.PublicKey(rawRepresentation: key).isValidSignature(signature, for: message)
  })

/// The bundle that ships with this app: one page.
let page = Array("<p>built in</p>".utf8)
guard let hash = ContentHash(SHA256.hash(data: page)), let channel = Channel("stable") else {
  preconditionFailure("a digest of 32 bytes, and a name")
}
let manifest = try BundleManifest(
  appID: "com.example.app", seq: 42, floor: 0, entry: "index.html",
  requirements: Requirements(host: 1, bridge: 1),
  files: [BundleFile(path: "index.html", hash: hash, byteCount: UInt64(page.count))])
let builtIn = BuiltInBundle(
  seq: 42, floor: 0, manifest: { manifest.encoded },
  read: { _, offset, byteCountMax in Array(page.dropFirst(Int(offset)).prefix(byteCountMax)) })

let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
// Nothing listens on the discard port, so this app is offline.
var settings = UpdaterSettings(
  appSupport: folder, url: try ChannelURL("http://127.0.0.1:9"), channel: channel,
  host: Host(appID: "com.example.app", build: 1, bridge: 1...1),
  keys: try TrustedKeys([Curve25519.Known.key], scheme: scheme), beginDigest: { SHA256() },
  builtIn: builtIn)
settings.checksBySelf = false

let updater = Updater.open(settings)
let shown = try await updater.uiStart()
print(
  shown.manifest.seq, shown.isTrial, String(decoding: try shown.read("index.html"), as: UTF8.self))
print(await updater.ready(shown.token), await updater.check())
print(hash)
print(scheme.accepts(Curve25519.Known.signature, [0x72], Curve25519.Known.key))
print(scheme.accepts(Curve25519.Known.signature, [0x73], Curve25519.Known.key))
await updater.close()
try FileManager.default.removeItem(atPath: folder)
