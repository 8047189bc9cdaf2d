import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transcripts {
  @Suite struct `A host` {
    /// A folder with a built-in bundle, and no web server.
    private struct Bench {
      let folder: String

      init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("th-\(UUID())").path
        try FileManager.default.createDirectory(
          atPath: folder + "/www", withIntermediateDirectories: true)
        try Data("<p>hello</p>".utf8).write(to: URL(fileURLWithPath: folder + "/www/index.html"))
        for words in [
          ["init", "--app-id", "a", "--key", folder + "/k"],
          ["build", folder + "/www", "--draft", folder + "/app"],
        ] {
          let ending = try await Play.run(
            "trueseal", ["bundle"] + words + ["--dir", folder + "/releases"])
          try #require(ending.code == 0, "\(ending.err)")
        }
      }

      var words: [String] {
        [
          "host", "--channel", "http://127.0.0.1:9", "--dir", folder + "/phone", "--built-in",
          folder + "/app",
        ]
      }

      func end() { try? FileManager.default.removeItem(atPath: folder) }
    }

    private func address(_ host: Play) async throws -> String {
      let text = try #require(
        await host.out.wait { text in
          text.split(separator: "\n").dropLast().contains { $0.hasPrefix("http://") }
            || text.hasSuffix("/\n")
        })
      return try #require(
        text.split(separator: "\n").map(String.init).first { $0.hasPrefix("http://") })
    }

    private func fetch(_ address: String) async throws -> (Int, String) {
      let url = try #require(URL(string: address))
      let (bytes, response) = try await URLSession(configuration: .ephemeral).data(from: url)
      return (
        (response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: bytes, as: UTF8.self)
      )
    }

    @Test func `serves its built-in bundle on loopback, and keeps its port (U-29, UR-55)`()
      async throws
    {
      let bench = try await Bench()
      defer { bench.end() }
      let host = try Play("trueseal", bench.words)
      let address = try await address(host)
      #expect(address.hasPrefix("http://127.0.0.1:"))
      let frame = try await fetch(address)
      #expect(frame.0 == 200 && frame.1.contains("<iframe"))
      let state = try await fetch(address + "bridge/state")
      #expect(state.1.contains(#""current":1"#))
      let shown = try #require(
        state.1.components(separatedBy: #""url":""#).last?.split(separator: "\"").first)
      let origin = address.split(separator: "/").prefix(2).joined(separator: "//")
      let page = try await fetch(origin + shown)
      #expect(page == (200, "<p>hello</p>"))
      #expect(try await fetch(origin + "/00/").0 == 404)

      // A second host of the same folder shows current, and changes nothing (UR-48).
      let second = try Play("trueseal", bench.words)
      let other = try await self.address(second)
      #expect(try await fetch(other).0 == 200)
      second.signal(SIGTERM)
      #expect(await second.end().code == 0)

      host.signal(SIGTERM)
      let ended = await host.end()
      #expect(ended.code == 0)
      #expect(ended.lines.first == "built-in release 1 is installed")
      let again = try Play("trueseal", bench.words)
      let later = try await self.address(again)
      #expect(later.split(separator: "/")[1] == address.split(separator: "/")[1])
      #expect(later != address, "each launch has a nonce of its own")
      again.signal(SIGINT)
      #expect(await again.end().code == 0)
    }

    @Test func `ends with a code that says why`() async throws {
      let bench = try await Bench()
      defer { bench.end() }
      for words in [
        ["host"],
        [
          "host", "--channel", "http://example.com", "--dir", "d", "--built-in",
          bench.folder + "/app",
        ],
        bench.words + ["--ready-seconds", "16"], bench.words + ["--name", "-"],
        bench.words + ["now"],
      ] {
        #expect(try await Play.run("trueseal", words).code == 2, "\(words)")
      }
      let empty = ["host", "--channel", "http://127.0.0.1:9", "--dir", bench.folder + "/p"]
      #expect(try await Play.run("trueseal", empty + ["--built-in", bench.folder]).code == 12)
      #expect(
        try await Play.run("trueseal", empty + ["--app", bench.folder + "/app/app.json"]).code
          == 12,
        "nothing to show")
      let help = try await Play.run("trueseal", ["host", "--help"])
      #expect(help.code == 0 && help.out.contains("--ready-seconds N"))
    }
  }
}
