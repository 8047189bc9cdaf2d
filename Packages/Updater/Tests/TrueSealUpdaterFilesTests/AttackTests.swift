import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `An attack over the network` {
  /// Runs against a channel that points at 43 and expects that nothing comes of it.
  private func attack(
    _ change: (Scene) throws -> Void, settings: (inout UpdaterSettings) -> Void = { _ in },
    asksForFiles: Bool = false
  ) async throws -> StopReason? {
    let scene = try Scene()
    let updater = try await scene.started(settings)
    let before = scene.folder.read("valence/state.json")
    scene.publish(try Release(43))
    try change(scene)
    let outcome = await scene.check(updater)
    #expect(scene.folder.read("valence/state.json") == before)
    #expect(scene.folder.names(in: "valence/manifests") == ["42.json"])
    #expect(scene.folder.names(in: "valence/tmp") == [])
    #expect(scene.server.paths.contains { $0.hasPrefix("cas/") } == asksForFiles)
    #expect(try await updater.uiStart().manifest.seq == 42)
    guard case .stopped(let reason) = outcome else { return nil }
    return reason
  }

  private func check(_ reason: StopReason?) -> Check? {
    guard case .check(let failure)? = reason else { return nil }
    return failure.check
  }

  @Test func `UC-3 unsigned: no signature file, an empty one, one of nobody's`() async throws {
    #expect(
      try await attack { $0.server.put("manifests/43.json.sig", nil) } == .offline)
    #expect(check(try await attack { $0.server.put("manifests/43.json.sig", []) }) == .size)
    let foreign = try Release(43, seed: Release.otherSeed)
    #expect(check(try await attack { $0.server.put(foreign) }) == .signature)
  }

  @Test func `UC-3 bit flips in manifest and signature`() async throws {
    let release = try Release(43)
    for at in stride(from: 0, to: release.bytes.count, by: 37) {
      var bytes = release.bytes
      bytes[at] ^= 1 << (at % 7)
      let found = check(try await attack { $0.server.put("manifests/43.json", bytes) })
      #expect(found == .signature, "byte \(at)")
    }
    for at in stride(from: 0, to: release.signature.count, by: 29) {
      var bytes = release.signature
      bytes[at] ^= 1
      let found = check(try await attack { $0.server.put("manifests/43.json.sig", bytes) })
      #expect(found == .signature, "byte \(at) of the signature")
    }
  }

  @Test func `UC-5 rolled back: an older release under a newer number`() async throws {
    let old = try Release(41)
    let found = try await attack {
      $0.server.put("manifests/43.json", old.bytes)
      $0.server.put("manifests/43.json.sig", old.signature)
    }
    #expect(check(found) == .identity)
  }

  @Test func `UC-5 another app's release`() async throws {
    let other = try Release(43, appID: "com.example.other")
    #expect(check(try await attack { $0.server.put(other) }) == .identity)
  }

  @Test func `UC-3 mix and match: a manifest with another release's signature`() async throws {
    let other = try Release(44)
    let found = try await attack { $0.server.put("manifests/43.json.sig", other.signature) }
    #expect(check(found) == .signature)
  }

  @Test func `UC-7 mix and match: another release's file under a hash`() async throws {
    let release = try Release(43)
    let hash = try release.hash(of: "app.js")
    let other = [UInt8](repeating: 44, count: 3_000)
    let found = try await attack({ $0.server.put("cas/\(hash)", other) }, asksForFiles: true)
    #expect(found == .file(hash))
  }

  @Test(arguments: [0, 1, 2_999, 3_001, 100_000])
  func `UC-7 UR-17 a file of another length`(count: Int) async throws {
    let hash = try Release(43).hash(of: "app.js")
    let bytes = [UInt8](repeating: 43, count: count)
    let found = try await attack({ $0.server.put("cas/\(hash)", bytes) }, asksForFiles: true)
    #expect(found == .file(hash))
  }

  @Test func `UC-7 a page of HTML with status 200 in the place of a file`() async throws {
    let hash = try Release(43).hash(of: "app.js")
    let found = try await attack(
      { $0.server.put("cas/\(hash)", Array("<html>Sign in</html>".utf8)) }, asksForFiles: true)
    #expect(found == .file(hash))
  }

  @Test(arguments: ["channels/stable.json", "manifests/43.json", "manifests/43.json.sig", "cas/"])
  func `UR-17 U-12 endless data, chunked or said to be a little`(path: String) async throws {
    for head in [
      WebServer.Reply.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked"),
      WebServer.Reply.head("HTTP/1.1 200 OK"),
    ] {
      let isChunked = head.count > 30
      let block = [UInt8](repeating: 0x20, count: 65_536)
      let found = try await attack(
        { scene in
          scene.server.answer { request, honest in
            guard request.path.hasPrefix(path), request.path.count - path.count != 4 else {
              return honest
            }
            return WebServer.Reply(
              bytes: head, forever: isChunked ? Array("10000\r\n".utf8) + block + [13, 10] : block)
          }
        }, asksForFiles: path == "cas/")
      switch path {
      case "channels/stable.json":
        #expect(found == .pointer(UpdaterError(.wrongLength, "")))
      case "cas/":
        guard case .file? = found else {
          Issue.record("\(String(describing: found))")
          continue
        }
      default: #expect(check(found) == .size)
      }
    }
  }

  @Test func `UR-17 endless headers`() async throws {
    let found = try await attack { scene in
      scene.server.answer { _, _ in
        WebServer.Reply(
          bytes: Array("HTTP/1.1 200 OK\r\n".utf8), forever: Array("X-More: and more\r\n".utf8))
      }
    }
    #expect(found == .offline)
  }

  @Test(arguments: [
    "Content-Encoding: gzip", "Content-Encoding: br", "content-encoding: identity, gzip",
    "Transfer-Encoding: gzip, chunked",
  ])
  func `UR-17 another encoding than identity, though nobody asked for it`(
    header: String
  ) async throws {
    let found = try await attack { scene in
      scene.server.answer { request, honest in
        guard request.headers["accept-encoding"] == "identity" else { return .status("400 Bad") }
        return .ok(
          Array(#"{"format":1,"seq":43,"rollout":100}"#.utf8), headers: [header])
      }
    }
    #expect(found == .offline)
  }

  @Test func `UC-4 a mebibyte of nested JSON, signed`() async throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: UpdaterLimits.manifestByteCountMax)
    let signature = try Release.sign(bytes, seed: Release.seed)
    let found = try await attack {
      $0.server.put("manifests/43.json", bytes)
      $0.server.put("manifests/43.json.sig", signature)
    }
    #expect(check(found) == .format)
  }

  @Test func `UC-1 UC-2 a manifest of nothing, of too much, of no text`() async throws {
    for (bytes, expected) in [
      ([], Check.size), ([UInt8](repeating: 32, count: 1_048_577), .size),
      ([0xff, 0xfe], .encoding),
    ] {
      #expect(check(try await attack { $0.server.put("manifests/43.json", bytes) }) == expected)
    }
  }

  @Test func `UC-5 U-27 below the floor`() async throws {
    let scene = try Scene()
    var settings = try scene.settings(builtIn: Scene.builtIn(try Release(42, floor: 42)))
    settings.checksBySelf = false
    let updater = Updater.open(settings)
    _ = try await updater.uiStart()
    #expect(try scene.storedState().floor == 42)
    scene.publish(try Release(41))
    #expect(await scene.check(updater) == .stopped(.upToDate))
    #expect(!scene.server.paths.contains("manifests/41.json"))
  }

  @Test func `UC-6 a release for another host`() async throws {
    let newer = try Release(43, host: 11)
    #expect(check(try await attack { $0.server.put(newer) }) == .compat)
  }
}
