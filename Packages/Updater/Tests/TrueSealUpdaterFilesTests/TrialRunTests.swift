import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A trial on screen` {
  private func trial(
    _ scene: Scene, _ seq: UInt64 = 43
  ) async throws -> (updater: Updater, page: Page) {
    scene.publish(try Release(seq))
    let updater = try await scene.started()
    #expect(await scene.check(updater) == .pending(seq))
    await updater.close()
    return try await scene.startedTrial()
  }

  /// Lets time pass in steps of the timer, as long as somebody waits for it.
  private func pass(_ scene: Scene, _ seconds: Int) async {
    for _ in 0..<seconds {
      await eventually("the timer waits") { !scene.clock.due.isEmpty }
      scene.clock.advance(by: .seconds(1))
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `U-38 U-42 U-34 UR-35 has fifteen seconds, then current is loaded at once`()
    async throws
  {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    await updater.pageStarted(page.token)
    await pass(scene, 14)
    #expect(scene.reloads.isEmpty)
    #expect(try scene.storedState().trialFails == 0)
    await pass(scene, 1)
    await eventually("the reload") { scene.reloads.count == 1 }
    let reload = try #require(scene.reloads.first)
    #expect(reload.manifest.seq == 42)
    #expect(!reload.isTrial)
    let state = try scene.storedState()
    #expect(state.trialFails == 1)
    #expect(state.trial == 43)
    #expect(state.serving == nil)
    #expect(await updater.ready(page.token) == .ignored)
    #expect(await updater.ready(reload.token) == .ignored)
    #expect(scene.clock.due == [])
  }

  @Test func `U-38 UR-32 stands still in the background, and a page that restarts gains nothing`()
    async throws
  {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    await updater.pageStarted(page.token)
    await pass(scene, 10)
    await updater.enteredBackground()
    scene.clock.advance(by: .seconds(3_600))
    await updater.enteredForeground()
    let reloaded = await updater.entryReloaded()
    await updater.pageStarted(reloaded)
    await pass(scene, 4)
    #expect(scene.reloads.isEmpty)
    await pass(scene, 1)
    await eventually("the reload") { scene.reloads.count == 1 }
  }

  @Test func `UR-32 a frozen process loses one second`() async throws {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    await updater.pageStarted(page.token)
    for _ in 1...14 {
      await eventually("the timer waits") { !scene.clock.due.isEmpty }
      scene.clock.advance(by: .seconds(86_400))
      try await Task.sleep(for: .milliseconds(2))
    }
    await eventually("the timer waits") { !scene.clock.due.isEmpty }
    #expect(scene.reloads.isEmpty)
    #expect(await updater.ready(page.token) == .committed)
    #expect(scene.clock.due == [])
  }

  @Test func `UR-33 UR-34 without a page start only a dead process counts`() async throws {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    await updater.pageStarted(LoadToken(page.token.number + 7))
    scene.clock.advance(by: .seconds(3_600))
    #expect(scene.clock.due == [])
    #expect(try scene.storedState().trialFails == 0)
    await updater.close()
    let next = try await scene.startedTrial()
    #expect(try scene.storedState().trialFails == 1)
    await next.updater.close()
    let last = try await scene.started()
    #expect(try scene.storedState().bad == [43])
    #expect(scene.notes.contains(.failed(43, .processDied, count: 2)))
    await last.close()
  }

  @Test func `UR-31 U-40 only the latest load of the trial confirms it, and only once`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    // The page of current asks for the switch, and its ready arrives late.
    let old = await updater.latestLoad
    guard case .restarted(let page) = try await updater.applyUpdate() else {
      Issue.record("not restarted")
      return
    }
    #expect(await updater.ready(old) == .ignored)
    let reloaded = await updater.entryReloaded()
    #expect(await updater.ready(page.token) == .ignored)
    #expect(try scene.storedState().current == 42)
    #expect(await updater.ready(reloaded) == .committed)
    #expect(await updater.ready(reloaded) == .ignored)
    #expect(try scene.storedState().current == 43)
  }

  @Test func `UR-25 U-22 is not replaced by what its page asks to apply`() async throws {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    guard case .refused(.noPending) = try await updater.applyUpdate() else {
      Issue.record("not refused")
      return
    }
    scene.publish(try Release(44))
    #expect(await scene.check(updater) == .pending(44))
    guard case .refused(.trialRunning) = try await updater.applyUpdate() else {
      Issue.record("not refused")
      return
    }
    #expect(await updater.ready(page.token) == .committed)
    guard case .restarted(let next) = try await updater.applyUpdate() else {
      Issue.record("not restarted")
      return
    }
    #expect(next.manifest.seq == 44)
  }

  @Test func `UR-05 UR-36 goes on when the UI starts again in its process, and its time with it`()
    async throws
  {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    await updater.pageStarted(page.token)
    await pass(scene, 10)
    let again = try await updater.uiStart()
    #expect(again.isTrial)
    #expect(try scene.storedState().trialFails == 0)
    await updater.pageStarted(again.token)
    await pass(scene, 5)
    await eventually("the reload") { scene.reloads.count == 1 }
    #expect(try scene.storedState().trialFails == 1)
  }

  @Test func `U-48 U-36 a bad release costs two starts, and the phone takes the next one`()
    async throws
  {
    let scene = try Scene()
    let first = try await trial(scene)
    await first.updater.close()
    let second = try await scene.startedTrial()
    await second.updater.close()
    let updater = try await scene.started()
    #expect(try scene.storedState().bad == [43])
    #expect(try scene.storedState().current == 42)
    #expect(await scene.check(updater) == .stopped(.bad))
    scene.publish(try Release(44))
    #expect(await scene.check(updater) == .pending(44))
    #expect(try scene.storedState().bad == [43])
  }

  @Test func `U-46 U-47 an older pointer only cancels; the old content returns as a new release`()
    async throws
  {
    let scene = try Scene()
    let (updater, page) = try await trial(scene)
    #expect(await updater.ready(page.token) == .committed)
    scene.server.point(to: 42)
    #expect(await scene.check(updater) == .stopped(.upToDate))
    #expect(try scene.storedState().current == 43)
    scene.publish(try Release(44, files: Release.files(42)))
    scene.server.forgetRequests()
    #expect(await scene.check(updater) == .pending(44))
    #expect(!scene.server.paths.contains { $0.hasPrefix("cas/") })
  }
}

@Suite struct `What a start finds on the disk` {
  private func committed(_ scene: Scene) async throws {
    for seq: UInt64 in [43, 44] {
      scene.publish(try Release(seq))
      let updater = try await scene.started()
      #expect(await scene.check(updater) == .pending(seq))
      await updater.close()
      let trial = try await scene.startedTrial()
      #expect(await trial.updater.ready(trial.page.token) == .committed)
      await trial.updater.close()
    }
  }

  @Test func `UR-38 previous, or what shipped, in place of a damaged current; then it is mended`()
    async throws
  {
    let scene = try Scene()
    try await committed(scene)
    let script = "valence/cas/\(try Release(44).hash(of: "app.js"))"
    try scene.folder.write(script, "short")
    let updater = try await scene.started()
    #expect(try scene.storedState().current == 43)
    #expect(await scene.check(updater) == .pending(44))
    #expect(scene.folder.read(script) == [UInt8](repeating: 44, count: 3_000))
    await updater.close()

    try scene.folder.remove("valence/cas")
    try scene.folder.remove("valence/manifests")
    let page = try await scene.updater(builtIn: Scene.builtIn(try Release(42))).uiStart()
    #expect(page.manifest.seq == 42)
    #expect(try page.read("index.html") == Array("<p>release 42</p>".utf8))
    #expect(try scene.storedState().current == 42)
  }

  @Test func `UR-37 UR-04 a damaged or re-signed pending is let go unblamed, and comes again`()
    async throws
  {
    for harm in ["cas", "manifest", "signature"] {
      let scene = try Scene()
      let updater = try await scene.started()
      let release = try Release(43)
      scene.publish(release)
      #expect(await scene.check(updater) == .pending(43))
      await updater.close()
      switch harm {
      case "cas": try scene.folder.remove("valence/cas/\(try release.hash(of: "app.js"))")
      case "manifest": try scene.folder.write("valence/manifests/43.json", try Release(44).bytes)
      default: try scene.folder.remove("valence/manifests/43.json.sig")
      }
      let next = try await scene.started()
      let state = try scene.storedState()
      #expect(state.pending == nil)
      #expect(state.trial == nil)
      #expect(state.bad == [])
      #expect(await scene.check(next) == .pending(43))
      await next.close()
      await (try await scene.startedTrial()).updater.close()
    }
  }

  @Test func `UR-30 UR-29 what today's keys or host refuse is let go`() async throws {
    let scene = try Scene()
    try await committed(scene)
    let updater = try await scene.started { settings in
      settings.keys = (try? Scene.keys([Release.otherSeed])) ?? settings.keys
    }
    #expect(try scene.storedState().current == 42)
    #expect(try scene.storedState().floor == 0)
    await updater.close()

    let other = try Scene()
    let first = try await other.started()
    other.publish(try Release(43, host: 10))
    #expect(await other.check(first) == .pending(43))
    await first.close()
    let downgraded = try await other.started { settings in
      settings.host = Host(appID: Release.appID, build: 9, bridge: 1...1)
    }
    #expect(try other.storedState().pending == nil)
    #expect(try other.storedState().bad == [])
    await downgraded.close()
  }

  @Test
  func `U-29 UR-27 a newer built-in bundle is copied and wins; a damaged one changes nothing`()
    async throws
  {
    let scene = try Scene()
    try await committed(scene)
    scene.publish(try Release(45))
    let updater = try await scene.started()
    #expect(await scene.check(updater) == .pending(45))
    await updater.close()
    let shipped = try Release(50, floor: 48)
    var damaged = Scene.builtIn(shipped)
    damaged = BuiltInBundle(
      seq: 50, floor: 48, manifest: damaged.manifest,
      read: { file, offset, count in
        let bytes = try Scene.builtIn(shipped).read(file, offset, count)
        return file.path == "app.js" ? bytes.map { $0 ^ 1 } : bytes
      })
    let broken = try scene.updater(builtIn: damaged)
    #expect(try await broken.uiStart().manifest.seq == 45)
    #expect(scene.notes.contains(.builtInUnusable(.damaged)))
    await broken.close()

    let whole = try scene.updater(builtIn: Scene.builtIn(shipped))
    let page = try await whole.uiStart()
    #expect(page.manifest.seq == 50)
    #expect(!page.isTrial)
    for (hash, bytes) in shipped.contents {
      #expect(scene.folder.read("valence/cas/\(hash)") == bytes)
    }
    let state = try scene.storedState()
    #expect(state.current == 50)
    #expect(state.trial == nil)
    #expect(state.floor == 48)
    #expect(scene.folder.exists("valence/manifests/44.json"))
  }

  @Test func `U-32 a host with nothing at all says so, and shows the first release it gets`()
    async throws
  {
    let scene = try Scene()
    let updater = try scene.updater()
    await #expect(throws: UpdaterFilesError(.nothingToServe, "")) { try await updater.uiStart() }
    scene.publish(try Release(1))
    #expect(await scene.check(updater) == .pending(1))
    let page = try await updater.uiStart()
    #expect(page.manifest.seq == 1)
    #expect(page.isTrial)
    #expect(throws: UpdaterFilesError(.noSuchPath, "")) { try page.read("../state.json") }
    #expect(page.absolutePath(of: "nothing") == nil)
  }
}
