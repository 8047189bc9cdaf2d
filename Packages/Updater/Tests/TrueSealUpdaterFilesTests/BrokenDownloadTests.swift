import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A download that breaks` {
  /// A release of one file, and the path at which it is asked for.
  private func single() throws -> (release: Release, path: String, body: [UInt8]) {
    let body = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let release = try Release(43, files: ["index.html": body])
    return (release, "cas/\(try Release.hash(body))", body)
  }

  /// The first bytes of a body that is promised whole, then the end of the connection.
  private func torn(_ body: [UInt8], at count: Int) -> WebServer.Reply {
    WebServer.Reply(
      bytes: WebServer.Reply.head("HTTP/1.1 200 OK", "Content-Length: \(body.count)")
        + body.prefix(count), closes: true)
  }

  private func run(
    _ answer: @escaping @Sendable (Int, WebServer.Request, WebServer.Reply) -> WebServer.Reply
  ) async throws -> (scene: Scene, outcome: RunOutcome, ranges: [String]) {
    let scene = try Scene()
    let updater = try await scene.started()
    let (release, path, _) = try single()
    scene.publish(release)
    let count = Counter()
    scene.server.answer { request, honest in
      request.path == path ? answer(count.next(), request, honest) : honest
    }
    let outcome = await scene.check(updater)
    let ranges = scene.server.requests.filter { $0.path == path }.map {
      $0.headers["range"] ?? "whole"
    }
    return (scene, outcome, ranges)
  }

  private func expectWhole(_ scene: Scene) throws {
    let (_, path, body) = try single()
    #expect(scene.folder.read("valence/\(path)") == body)
    #expect(scene.folder.names(in: "valence/tmp") == [])
  }

  @Test func `UR-21 UX-02 goes on where it broke off, and is hashed whole`() async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, _, honest in
      count == 1 ? torn(body, at: 4_000) : honest
    }
    #expect(outcome == .pending(43))
    #expect(ranges == ["whole", "bytes=4000-"])
    try expectWhole(scene)
  }

  @Test func `UR-21 begins anew where the server knows no ranges`() async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, _, honest in
      count == 1 ? torn(body, at: 4_000) : .ok(body)
    }
    #expect(outcome == .pending(43))
    #expect(ranges == ["whole", "bytes=4000-"])
    try expectWhole(scene)
  }

  @Test(arguments: [
    "Content-Range: bytes 3999-9999/10000", "Content-Range: bytes 4000-9999/10001",
    "Content-Range: bytes 0-9999/10000", "Content-Range: nonsense", "X-Nothing: at all",
  ])
  func `UR-21 begins anew when the part is not the one that was asked for`(
    header: String
  ) async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, _, honest in
      switch count {
      case 1: torn(body, at: 4_000)
      case 2: .ok(Array(body[4_000...]), status: "206 Partial Content", headers: [header])
      default: honest
      }
    }
    #expect(outcome == .pending(43))
    #expect(ranges == ["whole", "bytes=4000-", "whole"])
    try expectWhole(scene)
  }

  @Test func `UR-21 begins anew when the range cannot be had`() async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, _, honest in
      switch count {
      case 1: torn(body, at: 4_000)
      case 2: .status("416 Range Not Satisfiable")
      default: honest
      }
    }
    #expect(outcome == .pending(43))
    #expect(ranges == ["whole", "bytes=4000-", "whole"])
    try expectWhole(scene)
  }

  @Test func `UR-21 begins anew when parts of two files have met`() async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, request, honest in
      count == 1 ? torn([UInt8](repeating: 0, count: 10_000), at: 4_000) : honest
    }
    #expect(outcome == .pending(43))
    #expect(ranges == ["whole", "bytes=4000-", "whole"])
    try expectWhole(scene)
    _ = body
  }

  @Test func `UR-22 is tried three times at most, and then the channel is offline`() async throws {
    let body = try single().body
    let (scene, outcome, ranges) = try await run { count, _, _ in
      torn(body, at: 0)
    }
    #expect(outcome == .stopped(.offline))
    #expect(ranges == ["whole", "whole", "whole"])
    #expect(try scene.storedState().pending == nil)
    #expect(scene.folder.names(in: "valence/tmp") == [])
    #expect(try scene.storedState().bad == [])
  }

  @Test func `UR-22 U-15 UC-7 is not tried again in the run when its bytes are wrong`() async throws
  {
    let (release, _, body) = try single()
    let (scene, outcome, ranges) = try await run { _, _, _ in
      .ok([UInt8](repeating: 9, count: body.count))
    }
    #expect(outcome == .stopped(.file(release.manifest.files[0].hash)))
    #expect(ranges == ["whole"])
    #expect(!scene.folder.exists("valence/cas/\(release.manifest.files[0].hash)"))
    #expect(try scene.storedState().bad == [])
  }

  @Test func `UR-13 waits after a failed check: half an hour, two hours, eight, then eight again`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    var release = try Release(43)
    release.signature = try Release.sign(release.bytes, seed: Release.otherSeed)
    scene.publish(release)
    let pauses: [Duration] = [.seconds(1_800), .seconds(7_200), .seconds(28_800), .seconds(28_800)]
    for pause in pauses {
      let outcome = await updater.check()
      guard case .stopped(.check(let failure)) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(failure.check == .signature)
      scene.clock.advance(by: pause - .milliseconds(1))
      scene.server.forgetRequests()
      #expect(await updater.check() == .stopped(.refusedBefore(43)))
      #expect(scene.server.paths == ["channels/stable.json"])
      scene.clock.advance(by: .milliseconds(1))
    }
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
  }

  @Test func `UR-13 trouble on the way is no reason to wait`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    scene.server.put("manifests/43.json.sig", nil)
    #expect(await updater.check() == .stopped(.offline))
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
  }

  @Test func `UR-14 gives up a file that brings less than a kibibyte a second for a minute`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    let (release, path, body) = try single()
    scene.publish(release)
    scene.server.answer { request, honest in
      guard request.path == path else { return honest }
      return WebServer.Reply(
        bytes: WebServer.Reply.head("HTTP/1.1 200 OK", "Content-Length: 10000") + body.prefix(1),
        hangs: true)
    }
    let run = Task { await updater.check() }
    for attempt in 1...3 {
      await eventually("attempt \(attempt)") {
        scene.server.paths.count { $0 == path } == attempt
      }
      scene.clock.advance(by: .seconds(59))
      try await Task.sleep(for: .milliseconds(150))
      #expect(scene.endings == [])
      scene.clock.advance(by: .seconds(1))
      await eventually("the pause after it") { !scene.clock.due.isEmpty }
      scene.clock.advance(by: .seconds(5))
    }
    #expect(await run.value == .stopped(.offline))
  }

  @Test func `UR-14 a run ends after half an hour, and each manifest after half a minute`()
    async throws
  {
    for (path, time) in [("manifests/43.json", 30), ("manifests/43.json.sig", 30), ("cas/", 1_800)]
    {
      let scene = try Scene()
      let updater = try await scene.started()
      scene.publish(
        try Release(43, files: ["index.html": [UInt8](repeating: 3, count: 50_000_000)]))
      scene.server.answer { request, honest in
        guard request.path.hasPrefix(path), request.path.count - path.count != 4 else {
          return honest
        }
        // Fast enough for the minute, and without end for the half-hour.
        return WebServer.Reply(
          bytes: WebServer.Reply.head("HTTP/1.1 200 OK", "Content-Length: 50000000")
            + [UInt8](repeating: 3, count: path == "cas/" ? 70_000 : 10), hangs: true)
      }
      let run = Task { await updater.check() }
      await eventually("it is asked for") {
        scene.server.paths.contains { $0.hasPrefix(path) && $0.count - path.count != 4 }
      }
      if path == "cas/" {
        try await Task.sleep(for: .milliseconds(200))
        scene.clock.advance(by: .seconds(1_801))
      } else {
        scene.clock.advance(by: .seconds(time))
      }
      #expect(await run.value == .stopped(.offline))
    }
  }
}
