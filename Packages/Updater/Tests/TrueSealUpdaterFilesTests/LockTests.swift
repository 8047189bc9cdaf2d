import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `Several processes on one folder` {
  @Test func `UR-48 a second process shows current, changes nothing, and runs nothing`()
    async throws
  {
    let scene = try Scene()
    let first = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(first) == .pending(43))
    let before = try #require(scene.folder.read("valence/state.json"))

    let second = try scene.updater(builtIn: Scene.builtIn(try Release(50)))
    let clock = scene.clock
    let start = clock.now
    let pump = Task {
      while !Task.isCancelled {
        clock.advanceToNext()
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let page = try await second.uiStart()
    pump.cancel()
    #expect(clock.now - start >= .milliseconds(200))
    #expect(clock.now - start <= .milliseconds(210))
    #expect(page.manifest.seq == 42)
    #expect(!page.isTrial)
    #expect(await second.ready(page.token) == .ignored)
    #expect(await second.check() == .stopped(.busy))
    await #expect(throws: UpdaterFilesError(.notStored, "")) { try await second.drawPort() }
    #expect(await second.state == nil)
    #expect(scene.folder.read("valence/state.json") == before)

    // Once the first has ended, the second is the one that decides, from what is stored.
    await first.close()
    #expect(try await second.uiStart().manifest.seq == 50)
    #expect(try scene.storedState().current == 50)
  }

  @Test func `UR-48 a start that waits takes over as soon as the other lets go`() async throws {
    let scene = try Scene()
    let first = try await scene.started()
    let second = try scene.updater(builtIn: Scene.builtIn(try Release(50)))
    let start = Task { try await second.uiStart() }
    await eventually("it waits") { !scene.clock.due.isEmpty }
    await first.close()
    scene.clock.advance(by: .milliseconds(100))
    #expect(try await start.value.manifest.seq == 50)
  }

  @Test func `UR-48 without the lock and without a built-in bundle there may be nothing`()
    async throws
  {
    let scene = try Scene()
    let first = try await scene.started()
    let clock = scene.clock
    let pump = Task {
      while !Task.isCancelled {
        clock.advanceToNext()
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let second = try scene.updater()
    #expect(try await second.uiStart().manifest.seq == 42)
    try scene.folder.remove("valence/cas")
    await #expect(throws: UpdaterFilesError(.nothingToServe, "")) { try await second.uiStart() }
    pump.cancel()
    await first.close()
  }

  @Test func `U-28 UR-58 a process that shows nothing changes nothing`() async throws {
    let scene = try Scene()
    let first = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(first) == .pending(43))
    await first.close()
    let trial = try await scene.startedTrial()
    await trial.updater.close()
    let before = try #require(scene.folder.read("valence/state.json"))
    scene.server.forgetRequests()
    for _ in 1...3 {
      let hidden = try scene.updater(builtIn: Scene.builtIn(try Release(50)))
      #expect(await hidden.check() == .stopped(.busy))
      guard case .refused = try await hidden.applyUpdate() else {
        Issue.record("applied by a process that shows nothing")
        return
      }
      await hidden.enteredForeground()
      await hidden.close()
    }
    #expect(scene.folder.read("valence/state.json") == before)
    #expect(scene.server.paths == [])
  }

  @Test func `UR-48 U-28 background code sees what is stored, and makes nothing`() async throws {
    let scene = try Scene()
    let view = UpdaterView(appSupport: scene.folder.path)
    #expect(try view.state() == nil)
    #expect(!scene.folder.exists("valence"))
    let updater = try await scene.started()
    #expect(try view.state() == (await updater.state))
    #expect(try view.manifest(of: 42)?.seq == 42)
    #expect(try view.manifest(of: 43) == nil)
    try scene.folder.write("valence/state.json", "broken")
    #expect(try view.state() == nil)
    #expect(scene.folder.text("valence/state.json") == "broken")
  }
}
