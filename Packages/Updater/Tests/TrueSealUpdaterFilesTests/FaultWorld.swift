import Foundation
import Testing
import TrueSealUpdater
import TrueSealUpdaterCrypto
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

/// One phone's folder through several processes, each of which may meet a fault.
final class FaultWorld: Sendable {
  let folder: Folder
  let clock = ManualClock()

  init() throws { folder = try Folder(inMemory: true) }

  /// A phone with the same folder as another.
  convenience init(copying other: FaultWorld) throws {
    try self.init()
    let source = "\(other.folder.path)/valence"
    if FileManager.default.fileExists(atPath: source) {
      try FileManager.default.copyItem(atPath: source, toPath: "\(folder.path)/valence")
    }
  }

  /// One process: its updater, and the disk under it.
  struct Life: Sendable {
    let updater: Updater
    let files: FaultyFiles

    func end() async {
      files.end()
      await updater.close()
    }
  }

  func life(builtIn: UInt64 = 42, pointer: UInt64 = 43) throws -> Life {
    let scene = try Self.settings(folder.path, builtIn: builtIn)
    var settings = scene
    let files = FaultyFiles(root: "\(folder.path)/valence")
    let clock = clock
    settings.parts.now = { clock.now }
    settings.parts.pause = { try await clock.pause($0) }
    settings.parts.makeFiles = { _ in files }
    let lane = SiteLane(prefix: "https://test.example/", site: try Self.site(pointer))
    settings.parts.makeLane = { lane }
    return Life(updater: Updater.open(settings), files: files)
  }

  private static func settings(_ path: String, builtIn: UInt64) throws -> UpdaterSettings {
    guard let channel = Channel("stable") else { throw Release.Missing() }
    var settings = UpdaterSettings(
      appSupport: path, url: try ChannelURL("https://test.example"), channel: channel,
      host: Host(appID: Release.appID, build: 10, bridge: 1...1), keys: try Scene.keys(),
      beginDigest: { TrueSealDigest() }, builtIn: Scene.builtIn(try Release(builtIn)))
    settings.checksBySelf = false
    settings.downloadCountMax = 1
    return settings
  }

  private static func site(_ pointer: UInt64) throws -> [String: [UInt8]] {
    var site = try Release(pointer).site
    site["channels/stable.json"] = try Pointer(seq: pointer).encoded
    return site
  }

  /// A healthy process that starts, and does what it is told.
  func live(
    builtIn: UInt64 = 42, pointer: UInt64 = 43,
    _ body: (Life, Page) async throws -> Void = { _, _ in }
  ) async throws {
    let life = try life(builtIn: builtIn, pointer: pointer)
    let page = try await life.updater.uiStart()
    try await body(life, page)
    await life.end()
  }

  /// The state as it stands; nil if it cannot be read.
  func state() -> Activation.State? {
    folder.read("valence/state.json").flatMap { try? Activation.State.decode($0).state }
  }

  /// Expects that every file of a page is there with the bytes its manifest names.
  func expectIntact(_ page: Page, _ what: Comment) {
    for file in page.manifest.files {
      let bytes = try? page.read(file.path)
      #expect(bytes.flatMap { try? Release.hash($0) } == file.hash, what)
    }
  }

  /// Starts one process after the other, none of which confirms anything, until no trial is shown.
  ///
  /// Returns how often release 43 was shown, and what is shown in the end.
  func settle(builtIn: UInt64 = 42, _ what: Comment) async throws -> (shown: Int, last: UInt64) {
    var shown = 0
    for _ in 0..<5 {
      let life = try life(builtIn: builtIn)
      let page = try await life.updater.uiStart()
      expectIntact(page, what)
      let state = try #require(self.state(), what)
      #expect(!state.bad.contains(page.manifest.seq), what)
      #expect(page.isTrial == (state.serving == page.manifest.seq), what)
      #expect(state.floor <= state.current ?? 0, what)
      await life.end()
      guard page.isTrial else { return (shown, page.manifest.seq) }
      if page.manifest.seq == 43 { shown += 1 }
    }
    Issue.record("no end of trials; \(what)")
    return (shown, 0)
  }
}
