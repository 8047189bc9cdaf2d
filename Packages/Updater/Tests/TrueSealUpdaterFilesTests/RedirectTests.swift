import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A redirect` {
  @Test func `UR-07 UR-14 is followed three times on the same host, not four`() async throws {
    for (count, expected) in [(3, RunOutcome.pending(43)), (4, .stopped(.offline))] {
      let scene = try Scene()
      let updater = try await scene.started()
      scene.publish(try Release(43))
      let pointer = Array(#"{"format":1,"seq":43,"rollout":100}"#.utf8)
      scene.server.answer { request, honest in
        let at = request.path == "channels/stable.json" ? 0 : Int(request.path.dropFirst()) ?? -1
        guard at >= 0 else { return honest }
        return at == count
          ? .ok(pointer)
          : .ok([7, 7], status: "307 There", headers: ["Location: /r\(at + 1)"])
      }
      #expect(await scene.check(updater) == expected)
      #expect(scene.server.paths.filter { $0.hasPrefix("r") } == ["r1", "r2", "r3"])
    }
  }

  @Test func `UR-14 leads to no other host, port or scheme`() async throws {
    let other = try WebServer()
    other.put("channels/stable.json", Array(#"{"format":1,"seq":43,"rollout":100}"#.utf8))
    let scene = try Scene()
    let updater = try await scene.started()
    for target in [
      "\(other.url)/channels/stable.json", "http://localhost:\(scene.server.port)/x",
      "https://127.0.0.1:\(scene.server.port)/x", "file:///etc/passwd", "ftp://127.0.0.1/x",
      "http://user@127.0.0.1:\(scene.server.port)/x", "//127.0.0.2:\(scene.server.port)/x",
    ] {
      scene.server.forgetRequests()
      scene.server.answer { _, _ in
        .ok([], status: "302 Found", headers: ["Location: \(target)"])
      }
      #expect(await scene.check(updater) == .stopped(.offline), "\(target)")
      #expect(scene.server.paths == ["channels/stable.json"], "\(target)")
    }
    #expect(other.paths == [])
    other.stop()
  }
}

@Suite struct `The address of a channel` {
  @Test(arguments: [
    "https://updates.example.com", "https://updates.example.com/", "https://a.b:8443/app/v1",
    "http://127.0.0.1:80", "http://127.255.0.1", "http://localhost:4000/x", "http://[::1]:4000",
    "HTTPS://updates.example.com",
  ])
  func `UR-14 is https, or http on the phone itself`(text: String) throws {
    let url = try ChannelURL(text)
    #expect(url.address(of: "channels/stable.json").hasSuffix("/channels/stable.json"))
    #expect(!url.description.hasSuffix("/"))
  }

  @Test(arguments: [
    "", "http://updates.example.com", "http://127.0.0.1.example.com", "http://127.0.0.1@evil.com",
    "http://localhost.example.com", "https://user:word@example.com", "https://", "https:///x",
    "ftp://127.0.0.1", "file:///etc", "https://example.com:0", "https://example.com:65536",
    "https://example.com:x", "https://example.com/a?b", "https://example.com/a#b",
    "https://example.com/%2e%2e", "https://example.com/../x", "https://example.com/a b",
    "https://exa mple.com", "https://example.com//x", "http://128.0.0.1", "http://0x7f.1",
    "https://example.com\r\nX: y", "https://ex\u{e4}mple.com",
  ])
  func `UR-14 is refused otherwise`(text: String) {
    #expect(throws: UpdaterFilesError(.badURL, "")) { try ChannelURL(text) }
  }
}
