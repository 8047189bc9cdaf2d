import Foundation
import Testing

extension Transcripts {
  @Suite struct `Pairing` {
    @Test func `asks which device to accept, and takes the link from standard input`() async throws
    {
      let stage = try await Stage()
      try await stage.make("a")
      let pair = try stage.start("a", "pair", "--json", input: "7\n1\n")
      let line = try #require(await pair.out.firstLine())
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      let link = try #require(object?["link"])
      #expect(link.hasPrefix(stage.address + "#tsp1_"))

      let joined = try await stage.run("b", "join", "-", "--name", "b", input: link + "\n")
      #expect(joined.code == 0, "\(joined.err)")
      #expect(joined.lines.count == 2)
      #expect(joined.lines.filter { $0.hasSuffix("\tthis device") }.count == 1)

      let paired = await pair.end()
      #expect(paired.code == 0)
      #expect(paired.lines.count == 3)
      #expect(paired.lines[1].hasPrefix(#"{"request":{"#))
      #expect(paired.lines[2].hasPrefix(#"{"accepted":{"#))
      #expect(paired.err.contains("from 1 to 1"))

      let members = try await stage.run("a", "members", "--json")
      #expect(members.lines.count == 2)
      #expect(members.out.contains(#""name":"b""#))
      #expect(try await stage.run("b", "join", link).code == 15)
    }

    @Test func `ends quietly when it is told to, and its link is void`() async throws {
      let stage = try await Stage()
      try await stage.make("a")
      let pair = try stage.start("a", "pair")
      _ = try #require(await pair.out.firstLine())
      pair.signal(SIGINT)
      let ended = await pair.end()
      #expect(ended.code == 0)
      #expect(ended.lines.count == 1)
      #expect(ended.err.contains("void"))
      #expect(try await stage.run("a", "status").out.contains("status\tnotJoined"))
    }

    @Test func `refuses a link that is none, and one for another relay, naming both`() async throws
    {
      let stage = try await Stage()
      try await stage.make("a")
      try await stage.make("b")
      #expect(try await stage.run("b", "join", "tsp1_nonsense").code == 16)
      #expect(try await stage.run("b", "join", "-", input: "\n").code == 2)

      let pair = try stage.start("a", "pair")
      let link = try #require(await pair.out.firstLine())
      let other = link.replacingOccurrences(of: "127.0.0.1", with: "relay.example")
      let refused = try await stage.run("b", "join", other)
      #expect(refused.code == 2)
      #expect(refused.err.contains("relay.example") && refused.err.contains("127.0.0.1"))
      #expect(try await stage.run("a", "join", link).code == 16, "its own link")
      pair.signal(SIGTERM)
      #expect(await pair.end().code == 0)
    }

    @Test func `goes through a listener, and what waits can be left`() async throws {
      let stage = try await Stage()
      try await stage.make("a")
      let listener = try await stage.listener("a")
      let pair = try stage.start("a", "pair", "--accept-first")
      let link = try #require(await pair.out.firstLine())
      let asked = try await stage.run("b", "join", link, "--no-wait")
      #expect(asked.code == 0, "\(asked.err)")
      #expect(await pair.end().code == 0)
      let waiting = try await stage.run("b", "join", link)
      #expect([0, 15].contains(waiting.code), "\(waiting.err)")
      #expect(try await stage.run("a", "members").lines.count == 2)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
    }
  }
}
