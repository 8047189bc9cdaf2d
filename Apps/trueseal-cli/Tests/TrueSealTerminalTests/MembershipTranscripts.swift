import Foundation
import Testing

extension Transcripts {
  @Suite struct `A group` {
    /// The id of a device as its own home tells it.
    private func id(_ home: String, on stage: Stage) async throws -> String {
      String(try await stage.run(home, "init").out.prefix(43))
    }

    @Test func `loses whom a member removes, named by a beginning, with and without a listener`()
      async throws
    {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let (a, b) = (try await id("a", on: stage), try await id("b", on: stage))
      #expect(try await stage.run("c", "remove", "x", "--relay", stage.address).code == 14)
      let unknown = try await stage.run("a", "remove", "nobody")
      #expect(unknown.code == 19 && unknown.out.isEmpty)
      #expect(unknown.err.contains("trueseal members"))
      let own = try await stage.runLast("a", "remove", "--", a)
      #expect(own.code == 19 && own.err.contains("trueseal leave"))

      let removed = try await stage.runLast("a", "remove", "--json", "--", String(b.prefix(20)))
      #expect(removed.code == 0, "\(removed.err)")
      #expect(removed.lines == [#"{"removed":{"id":"\#(b)","isThisDevice":false,"name":"b"}}"#])
      #expect(try await stage.run("a", "members").lines.count == 1)

      // No other command runs until it has said so, since whoever has the store open is the one told.
      let listener = try stage.start("b", "listen")
      #expect(await listener.err.wait { $0.contains("notJoined (removed)") } != nil)
      #expect(try await stage.run("b", "members").code == 14)
      #expect(try await id("b", on: stage) != b)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
    }

    @Test func `S-14 tells of a removal in whichever command has the store open`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let b = try await id("b", on: stage)
      #expect(try await stage.runLast("a", "remove", "--", b).code == 0)
      // A window that nobody joins holds the store until the removal has come.
      let pair = try stage.start("b", "pair")
      #expect(await pair.err.wait { $0.contains("notJoined (removed)") } != nil)
      pair.signal(SIGTERM)
      _ = await pair.end()
    }

    @Test func `is left through a listener, which says so and goes on in no group`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let listener = try await stage.listener("b")
      let left = try await stage.run("b", "leave", "--json")
      #expect(left.code == 0, "\(left.err)")
      #expect(left.lines == [#"{"status":"notJoined"}"#])
      #expect(await listener.err.wait { $0.contains("notJoined (left)") } != nil)
      #expect(try await stage.run("b", "leave").code == 14)
      #expect(try await stage.run("b", "manifest", "log").code == 14)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
      let again = try stage.start("b", "listen")
      #expect(await again.err.wait { $0.contains("in no group") } != nil)
      again.signal(SIGTERM)
      #expect(await again.end().code == 0)
    }

    @Test func `G-01 G-02 is ended for everybody, after a word that confirms it`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let asked = try await stage.run("a", "destroy")
      #expect(asked.code == 2 && asked.err.contains("--yes"), "\(asked.err)")
      #expect(try await stage.run("a", "status").out.contains("status\tmember"))
      let listener = try await stage.listener("b")
      let ended = try await stage.run("a", "destroy", "--yes")
      #expect(ended.code == 0 && ended.lines == ["destroyed"], "\(ended.err)")
      #expect(await listener.err.wait { $0.contains("notJoined (destroyed)") } != nil)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
      for device in ["a", "b"] {
        #expect(try await stage.run(device, "destroy", "--yes").code == 14)
      }
    }

    @Test func `is watched line by line until Ctrl-C, whoever has the store open`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let alone = try stage.start("a", "members", "--watch", "--json")
      let first = try #require(await alone.out.firstLine())
      #expect(first.hasPrefix(#"{"members":[{"id":""#) && first.hasSuffix(#","status":"member"}"#))
      alone.signal(SIGINT)
      let ended = await alone.end()
      #expect(ended.code == 0 && ended.lines.count == 1)

      let listener = try await stage.listener("a")
      let watch = try stage.start("a", "members", "--watch")
      _ = try #require(await watch.out.firstLine())
      #expect(try await stage.run("b", "leave").code == 0)
      let two = await watch.out.wait { $0.split(separator: "\n").count == 2 }
      #expect(two?.hasSuffix("\n1 members\ta (this device)\n") == true, "\(two ?? "")")
      // When the listener goes, the watch opens the store itself and says nothing twice.
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
      let pair = try stage.start("a", "pair", "--accept-first")
      let link = try #require(await pair.out.firstLine())
      #expect(try await stage.run("b", "join", link).code == 0)
      #expect(await pair.end().code == 0)
      let three = await watch.out.wait { $0.split(separator: "\n").count == 3 }
      #expect(three?.contains("\n2 members\t") == true)
      watch.signal(SIGTERM)
      #expect(await watch.end().code == 0)
    }

    @Test func `has a log in four forms`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let text = try await stage.run("a", "manifest", "log")
      #expect(text.lines.count == 1)
      #expect(text.out.hasPrefix("@ v1 ") && !text.out.contains("\u{1B}"))
      #expect(text.out.hasSuffix("  “a” begins the group with “b”  (current)\n"))
      let object = try await stage.run("a", "manifest", "log", "--json")
      let facts = try #require(
        JSONSerialization.jsonObject(with: Data(object.out.utf8)) as? [String: Any])
      #expect(facts["fate"] as? String == "current" && facts["version"] as? Int == 1)
      #expect((facts["id"] as? String)?.hasPrefix(String(text.out.dropFirst(5).prefix(8))) == true)
      #expect(try await stage.run("a", "manifest", "log", "--dot").out.hasPrefix("digraph "))
      let svg = try await stage.run("a", "manifest", "log", "--svg")
      #expect(svg.out.hasPrefix("<svg ") && svg.out.hasSuffix("</svg>\n"))
      #expect(try await stage.run("a", "manifest", "tree").code == 2)
    }
  }

  @Suite struct `Waiting` {
    @Test func `for another device ends in time, with a code of its own`() async throws {
      let stage = try await Stage()
      try await stage.make("a")
      let late = try await stage.run("a", "pair", "--timeout", "0.1")
      #expect(late.code == 6 && late.lines.count == 1 && late.err.contains("void"))

      let pair = try stage.start("a", "pair")
      let link = try #require(await pair.out.firstLine())
      let joined = try await stage.run("b", "join", link, "--timeout", "0.1")
      #expect(joined.code == 6 && joined.err.contains("the request stands"))
      #expect(try await stage.run("b", "status").out.contains("status\tpendingJoin"))
      pair.signal(SIGTERM)
      #expect(await pair.end().code == 0)
    }

    @Test func `messages show how often sending failed, and when it is tried again`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let listener = try await stage.listener("a")
      stage.relay.signal(SIGTERM)
      _ = await stage.relay.end()
      #expect(try await stage.run("a", "send", "x", "--no-wait").code == 0)
      var shown = ""
      while !shown.contains("failedTries") {
        shown = try await stage.run("a", "outbox", "--json").out
        try #require(!shown.isEmpty)
      }
      #expect(shown.contains(#""failedTries":"#))
      let text = try await stage.run("a", "outbox").out
      #expect(text.contains("tries failed") || text.contains("try failed"))
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
    }
  }
}
