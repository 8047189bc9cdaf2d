import Synchronization
import TrueSealUpdater
import UpdaterFixtures
import TrueSealUpdaterCrypto

@testable import TrueSealUpdaterFiles

/// One phone's folder, a web server, a clock that stands still, and all that the updater says.
final class Scene: Sendable {
  let folder: Folder
  let server: WebServer
  let clock = ManualClock()
  private let log = Mutex<[UpdaterEvent]>([])
  private let excluded = Mutex<[String]>([])

  init() throws {
    folder = try Folder()
    server = try WebServer()
  }

  deinit { server.stop() }

  static func keys(_ seeds: [[UInt8]] = [Release.seed]) throws -> TrustedKeys {
    try TrustedKeys(try seeds.map { try Release.publicKey(seed: $0) }, scheme: .trueSeal)
  }

  /// Settings that decide everything a test does not; runs begin only when a test asks for them.
  func settings(builtIn: BuiltInBundle? = nil) throws -> UpdaterSettings {
    guard let channel = Channel("stable") else { throw Release.Missing() }
    var settings = UpdaterSettings(
      appSupport: folder.path, url: try ChannelURL(server.url), channel: channel,
      host: Host(
        appID: Release.appID, build: 10, bridge: 1...1,
        buckets: [
          "menu": Bucket(schemas: 1...3), "notes": Bucket(schemas: 1...3, isWritable: true),
        ]),
      keys: try Scene.keys(), beginDigest: { TrueSealDigest() }, builtIn: builtIn)
    settings.checksBySelf = false
    settings.report = { [weak self] event in self?.log.withLock { $0.append(event) } }
    settings.excludeFromBackup = { [weak self] path in
      self?.excluded.withLock { $0.append(path) }
    }
    let clock = clock
    settings.parts.now = { clock.now }
    settings.parts.pause = { try await clock.pause($0) }
    return settings
  }

  func updater(builtIn: BuiltInBundle? = nil) throws -> Updater {
    Updater.open(try settings(builtIn: builtIn))
  }

  /// A release that ships with the app, held in memory.
  static func builtIn(_ release: Release) -> BuiltInBundle {
    BuiltInBundle(
      seq: release.seq, floor: release.manifest.floor, manifest: { release.bytes },
      read: { file, offset, byteCountMax in
        guard let bytes = release.contents[file.hash] else { throw Release.Missing() }
        return Array(bytes.dropFirst(Int(offset)).prefix(byteCountMax))
      })
  }

  /// Puts a release up and points the channel at it.
  func publish(_ release: Release, rollout: UInt64 = 100) {
    server.put(release)
    server.point(to: release.seq, rollout: rollout)
  }

  // MARK: What was said

  var events: [UpdaterEvent] { log.withLock { $0 } }

  func forgetEvents() { log.withLock { $0 = [] } }

  var excludedPaths: [String] { excluded.withLock { $0 } }

  var notes: [Note] {
    events.compactMap { event in
      guard case .note(let note) = event else { return nil }
      return note
    }
  }

  var progress: [RunProgress] {
    events.compactMap { event in
      guard case .progress(let progress) = event else { return nil }
      return progress
    }
  }

  var readyReleases: [UInt64] {
    events.compactMap { event in
      guard case .updateReady(let seq) = event else { return nil }
      return seq
    }
  }

  var reloads: [Page] {
    events.compactMap { event in
      guard case .reload(let page) = event else { return nil }
      return page
    }
  }

  var endings: [RunOutcome] {
    events.compactMap { event in
      guard case .runEnded(let outcome) = event else { return nil }
      return outcome
    }
  }

  // MARK: What is stored

  /// The state file as it stands.
  func storedState() throws -> Activation.State {
    guard let bytes = folder.read("valence/state.json") else { throw Release.Missing() }
    return try Activation.State.decode(bytes).state
  }

  func storedFiles() -> [String] { folder.names(in: "valence/cas") }
}

extension Scene {
  /// A phone that shows what shipped with the app, number 42, and looks for updates when told to.
  func started(_ change: (inout UpdaterSettings) -> Void = { _ in }) async throws -> Updater {
    var settings = try settings(builtIn: Scene.builtIn(try Release(42)))
    change(&settings)
    let updater = Updater.open(settings)
    _ = try await updater.uiStart()
    return updater
  }

  /// A new process that puts what is pending, or still on trial, on screen.
  func startedTrial(
    _ change: (inout UpdaterSettings) -> Void = { _ in }
  ) async throws -> (updater: Updater, page: Page) {
    var settings = try settings(builtIn: Scene.builtIn(try Release(42)))
    change(&settings)
    let updater = Updater.open(settings)
    let page = try await updater.uiStart()
    guard page.isTrial else { throw Release.Missing() }
    return (updater, page)
  }

  /// Runs the algorithm and lets the short pauses between attempts pass.
  func check(_ updater: Updater) async -> RunOutcome {
    let clock = clock
    let pump = Task {
      while !Task.isCancelled {
        clock.advanceToNext(within: .seconds(5))
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let outcome = await updater.check()
    pump.cancel()
    return outcome
  }

  /// Runs the algorithm while time passes in steps, as if somebody waited.
  func check(_ updater: Updater, everyTurn step: Duration) async -> RunOutcome {
    let clock = clock
    let pump = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(20))
        clock.advance(by: step)
      }
    }
    let outcome = await updater.check()
    pump.cancel()
    return outcome
  }
}

extension Updater {
  /// Whether the latest cleaning has come to its end, data included.
  func isCleanOfData() async -> Bool {
    await dataCleaning?.value
    return true
  }
}
