// A host of its own: it starts, shows what it may, confirms what works, and looks for more, until it
// is killed. It says each step in one line on standard output.
//
// arguments: the app's folder, the channel's address, the number of the bundle that ships with it

import Foundation
import TrueSealUpdater
import TrueSealUpdaterCrypto
import TrueSealUpdaterFiles
import UpdaterFixtures

func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func builtIn(_ release: Release) -> BuiltInBundle {
  BuiltInBundle(
    seq: release.seq, floor: release.manifest.floor, manifest: { release.bytes },
    read: { file, offset, byteCountMax in
      guard let bytes = release.contents[file.hash] else { throw Release.Missing() }
      return Array(bytes.dropFirst(Int(offset)).prefix(byteCountMax))
    })
}

func settings(_ arguments: [String]) throws -> UpdaterSettings {
  guard arguments.count == 4, let channel = Channel("stable"), let seq = UInt64(arguments[3])
  else { throw Release.Missing() }
  var settings = UpdaterSettings(
    appSupport: arguments[1], url: try ChannelURL(arguments[2]), channel: channel,
    host: Host(appID: Release.appID, build: 10, bridge: 1...1),
    keys: try TrustedKeys([Release.publicKey(seed: Release.seed)], scheme: .trueSeal),
    beginDigest: { TrueSealDigest() }, builtIn: builtIn(try Release(seq)))
  settings.checksBySelf = false
  return settings
}

/// Every third release never says that it is ready.
func works(_ seq: UInt64) -> Bool { !seq.isMultiple(of: 3) }

/// Reads the whole page, as a browser would; whatever is on screen must be whole.
func show(_ page: Page) throws {
  for file in page.manifest.files {
    guard try Release.hash(page.read(file.path)) == file.hash else { throw Release.Missing() }
  }
  say("\(page.isTrial ? "trial" : "shown") \(page.manifest.seq)")
}

let updater = Updater.open(try settings(CommandLine.arguments))
var page = try await updater.uiStart()
while true {
  try show(page)
  if page.isTrial {
    guard works(page.manifest.seq) else { break }
    if await updater.ready(page.token) == .committed { say("committed \(page.manifest.seq)") }
  }
  guard case .pending(let seq) = await updater.check() else { break }
  say("pending \(seq)")
  guard case .restarted(let next) = try await updater.applyUpdate() else { break }
  page = next
}
say("done")
_ = try? FileHandle.standardInput.readToEnd()
