import Foundation
import Testing

extension Transcripts {
  @Suite struct `A conversation` {
    @Test func `SK-02 SK-42 begins with a text, and both see the same number`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let (a, b) = (try await id("a", on: stage), try await id("b", on: stage))
      #expect(try await stage.run("a", "session", "list").out.isEmpty)
      // Nobody answers yet: the text waits, and so does the number.
      let early = try await stage.run("a", "chat", b, "--timeout", "0", input: "hello\n")
      #expect(early.code == 3 && early.err.contains("stays queued"), "\(early.err)")
      #expect(try await stage.run("a", "session", "verify", b).code == 3)
      let listed = try await stage.run("a", "session", "list")
      #expect(listed.out == "\(b)\tb\treset in progress\t0\t1 waiting\n")

      let bob = try await stage.listener("b")
      let alice = try await stage.run("a", "chat", b, "--json", input: "and more\n/verify\n/x\n")
      #expect(alice.code == 0, "\(alice.err)")
      #expect(alice.err.contains("there is no /x"))
      #expect(alice.lines.first?.contains(#"{"sent":"tsm1_"#) == true)
      bob.signal(SIGTERM)
      _ = await bob.end()
      #expect(try await stage.run("b", "session", "list").out == "\(a)\ta\topen\t1\t2 to read\n")
      let read = try await stage.run("b", "chat", a, "--count", "2")
      #expect(read.code == 0, "\(read.err)")
      #expect(
        read.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: " ") } == [
          "a hello", "a and more",
        ])
      let both = try await stage.run("b", "session", "verify", a)
      #expect(both.code == 0 && both.out.wholeMatch(of: /(\d{5} ){5}\d{5}\n/) != nil, "\(both.out)")
      let listener = try await stage.listener("a")
      #expect(try await stage.run("a", "session", "verify", b).out == both.out)
      let reset = try await stage.run("b", "session", "reset", a, "--json")
      #expect(reset.code == 0 && reset.out.contains(#""epoch":2"#), "\(reset.out) \(reset.err)")
      #expect(await listener.err.wait { $0.contains("a new session with “b” is in use") } != nil)
      let after = try await stage.run("a", "session", "verify", b)
      #expect(after.out != both.out)
      #expect(try await stage.run("b", "session", "verify", a).out == after.out)
      #expect(try await stage.run("a", "chat", "nobody").code == 12)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
      #expect(try await stage.run("a", "chat", "nobody").code == 19)
    }

    private func id(_ home: String, on stage: Stage) async throws -> String {
      let lines = try await stage.run(home, "status").lines
      return String(try #require(lines.first { $0.hasPrefix("id\t") }).dropFirst(3))
    }
  }
}
