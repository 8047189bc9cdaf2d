import Foundation
import TrueSealUpdater
import TrueSealUpdaterCrypto
import TrueSealUpdaterFiles

// RFC 8032, section 7.1, TEST 2.
let key = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
let signature = bytes(
  "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")

func bytes(_ digits: String) -> [UInt8] {
  let digits = Array(digits)
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
}

/// The bundle that ships with this app: one page.
let page = Array("<p>built in</p>".utf8)
guard let hash = ContentHash(SignatureScheme.trueSeal.digest(page)), let channel = Channel("stable")
else {
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
  keys: try TrustedKeys([key], scheme: .trueSeal), beginDigest: { TrueSealDigest() },
  builtIn: builtIn)
settings.checksBySelf = false

let updater = Updater.open(settings)
let shown = try await updater.uiStart()
print(
  shown.manifest.seq, shown.isTrial, String(decoding: try shown.read("index.html"), as: UTF8.self))
print(await updater.ready(shown.token), await updater.check())
print(hash)
print(SignatureScheme.trueSeal.accepts(signature, [0x72], key))
print(SignatureScheme.trueSeal.accepts(signature, [0x73], key))
await updater.close()
try FileManager.default.removeItem(atPath: folder)
