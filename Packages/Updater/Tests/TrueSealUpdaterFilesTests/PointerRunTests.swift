import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A run and its pointer` {
  @Test func `U-04 UR-07 changes nothing for a pointer that cannot be read`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    let before = scene.folder.read("valence/state.json")
    for text in [
      "", "{}", #"{"format":1,"seq":1,"rollout":100,"x":1}"#,
      #"{"format":1,"seq":1.0,"rollout":1}"#,
      #"{"format":1,"seq":1,"seq":1,"rollout":100}"#, #"{"format":1,"seq":1,"rollout":101}"#,
    ] {
      scene.server.put("channels/stable.json", Array(text.utf8))
      let outcome = await scene.check(updater)
      guard case .stopped(.pointer) = outcome else {
        Issue.record("\(text): \(outcome)")
        continue
      }
    }
    #expect(scene.folder.read("valence/state.json") == before)
  }

  @Test(arguments: ["404 Not Found", "500 Broken", "503 Busy", "204 Nothing", "304 Not Modified"])
  func `UR-07 UR-59 is offline where the channel does not answer with a pointer`(
    status: String
  ) async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.server.answer { _, _ in .status(status) }
    #expect(await scene.check(updater) == .stopped(.offline))
  }

  @Test func `U-03 gives a pointer up after five seconds, wherever it stays`() async throws {
    let hanging: [WebServer.Reply] = [
      WebServer.Reply(bytes: [], hangs: true),
      WebServer.Reply(bytes: Array("HTTP/1.1 200 OK\r\n".utf8), hangs: true),
      WebServer.Reply(bytes: WebServer.Reply.head("HTTP/1.1 200 OK"), hangs: true),
      WebServer.Reply(
        bytes: WebServer.Reply.head("HTTP/1.1 200 OK", "Content-Length: 30") + [0x7b], hangs: true),
    ]
    for reply in hanging {
      let scene = try Scene()
      let updater = try await scene.started()
      scene.server.answer { _, _ in reply }
      let run = Task { await updater.check() }
      await eventually("the server is asked") { scene.server.requests.count == 1 }
      scene.clock.advance(by: .milliseconds(4_999))
      try await Task.sleep(for: .milliseconds(150))
      #expect(scene.endings == [])
      scene.clock.advance(by: .milliseconds(1))
      #expect(await run.value == .stopped(.offline))
    }
  }

  @Test func `U-03 UR-07 counts redirects within the five seconds`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let clock = scene.clock
    scene.server.answer { request, honest in
      clock.advance(by: .seconds(2))
      guard request.path != "third" else { return WebServer.Reply(bytes: [], hangs: true) }
      let next = request.path == "second" ? "third" : "second"
      return .ok([], status: "302 Found", headers: ["Location: /\(next)"])
    }
    #expect(await updater.check() == .stopped(.offline))
    #expect(scene.server.paths == ["channels/stable.json", "second", "third"])
  }

  @Test func `U-02 UR-50 a start answers while the pointer never does`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.server.answer { _, _ in WebServer.Reply(bytes: [], hangs: true) }
    let run = Task { await updater.check() }
    await eventually("the server is asked") { scene.server.requests.count == 1 }
    let page = try await updater.uiStart()
    #expect(page.manifest.seq == 42)
    #expect(scene.endings == [])
    await updater.close()
    #expect(await run.value == .stopped(.offline))
  }

  @Test func `UR-14 a run during a run is busy, and the first goes on`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    let gate = Gate()
    scene.server.answer { _, honest in
      gate.wait()
      return honest
    }
    let run = Task { await updater.check() }
    await eventually("the server is asked") { scene.server.requests.count == 1 }
    #expect(await updater.check() == .stopped(.busy))
    gate.open()
    #expect(await run.value == .pending(43))
    #expect(scene.server.paths.filter { $0 == "channels/stable.json" }.count == 1)
  }

  @Test func `U-05 UR-01 UR-06 a stale pointer costs the pending release, but none of its files`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    scene.server.point(to: 42)
    #expect(await scene.check(updater) == .stopped(.upToDate))
    #expect(try scene.storedState().pending == nil)
    scene.server.forgetRequests()
    scene.server.point(to: 43)
    #expect(await scene.check(updater) == .pending(43))
    #expect(
      scene.server.paths == ["channels/stable.json", "manifests/43.json", "manifests/43.json.sig"])
    #expect(scene.server.requests.allSatisfy { $0.headers["cache-control"] == "no-cache" })
  }

  @Test func `UR-01 U-05 the drop is written before anything of the lower release is fetched`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(45))
    #expect(await scene.check(updater) == .pending(45))
    scene.publish(try Release(44))
    let seen = Written()
    let folder = scene.folder
    scene.server.answer { request, honest in
      if request.path == "manifests/44.json" { seen.note(folder.text("valence/state.json")) }
      return honest
    }
    #expect(await scene.check(updater) == .pending(44))
    #expect(seen.texts.count == 1)
    #expect(seen.texts.first?.contains(#""pending":null"#) == true)
  }

  @Test func `U-09 U-12 asks for nothing beyond the pointer when it is not taken`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43), rollout: 0)
    #expect(await scene.check(updater) == .stopped(.notInRollout))
    scene.server.point(to: 42)
    #expect(await scene.check(updater) == .stopped(.upToDate))
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    #expect(await scene.check(updater) == .stopped(.alreadyPending))
    #expect(scene.server.paths.filter { $0.hasPrefix("channels/") }.count == 4)
    #expect(scene.server.paths.filter { $0 == "manifests/43.json" }.count == 1)
  }

  @Test func `U-01 runs on a start, on a return and each half-hour on screen`() async throws {
    let scene = try Scene()
    var settings = try scene.settings(builtIn: Scene.builtIn(try Release(42)))
    settings.checksBySelf = true
    scene.publish(try Release(42))
    let updater = Updater.open(settings)
    _ = try await updater.uiStart()
    await eventually("a run for the start") { scene.endings.count == 1 }
    await eventually("the interval waits") { scene.clock.due.count == 1 }
    scene.clock.advance(by: .seconds(1_799))
    #expect(scene.endings.count == 1)
    scene.clock.advance(by: .seconds(1))
    await eventually("a run for the half-hour") { scene.endings.count == 2 }
    await updater.enteredBackground()
    await eventually("nothing waits in the background") { scene.clock.due.isEmpty }
    scene.clock.advance(by: .seconds(10_000))
    #expect(scene.endings.count == 2)
    await updater.enteredForeground()
    await eventually("a run for the return") { scene.endings.count == 3 }
    await eventually("the interval waits anew") { scene.clock.due.count == 1 }
  }

  @Test func `U-01 UR-14 goes on looking after a run that failed, whatever failed`() async throws {
    let scene = try Scene()
    var settings = try scene.settings(builtIn: Scene.builtIn(try Release(42)))
    settings.checksBySelf = true
    scene.server.answer { _, _ in .status("500 Broken") }
    let updater = Updater.open(settings)
    _ = try await updater.uiStart()
    for count in 1...3 {
      await eventually("run \(count)") { scene.endings.count == count }
      await eventually("the interval waits") { scene.clock.due.count == 1 }
      scene.clock.advance(by: .seconds(1_800))
    }
    await eventually("run 4") { scene.endings.count == 4 }
    #expect(scene.endings.allSatisfy { $0 == .stopped(.offline) })
    withExtendedLifetime(updater) {}
  }
}
