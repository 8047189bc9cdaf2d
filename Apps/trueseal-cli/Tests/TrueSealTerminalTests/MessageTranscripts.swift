import Foundation
import Testing

extension Transcripts {
  @Suite struct `Messages` {
    @Test func `arrive as text, as objects and from files, one line each`() async throws {
      let stage = try await Stage()
      try await stage.make("lone")
      #expect(try await stage.run("lone", "send", "x").code == 14)
      #expect(try await stage.run("lone", "members").code == 14)

      try await stage.pair("a", "b")
      let sent = try await stage.run("a", "send", "first \u{1B}[31m\nline")
      #expect(sent.code == 0, "\(sent.err)")
      let id = try #require(sent.lines.first)
      #expect(id.hasPrefix("tsm1_") && id.count == 48)

      let file = stage.folder + "/file"
      try Data([0, 255, 10]).write(to: URL(fileURLWithPath: file))
      #expect(try await stage.run("a", "send", "@" + file).code == 0)
      #expect(try await stage.run("a", "send", "-", "--json", input: "piped\n").code == 0)

      let plain = try await stage.run("b", "listen", "--count", "1")
      #expect(plain.code == 0, "\(plain.err)")
      #expect(plain.lines.count == 1)
      #expect(plain.out.hasSuffix("\t\(id)\ta\tfirst \\u{1b}[31m\\nline\n"))

      let objects = try await stage.run("b", "listen", "--count", "2", "--json")
      #expect(objects.lines.count == 2)
      #expect(objects.lines.first?.contains(#""bodyBase64":"AP8K""#) == true)
      #expect(objects.lines.last?.contains(#""body":"piped\n""#) == true)

      let long = String(repeating: "x", count: 61_441)
      #expect(try await stage.run("a", "send", "-", input: long).code == 20)
      #expect(try await stage.run("a", "send", "@/nowhere/at/all").code == 2)
      #expect(try await stage.run("a", "outbox").out.isEmpty)
    }

    @Test func `are sent through the listener of the same home`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let (alice, bob) = (try await stage.listener("a"), try await stage.listener("b", "--json"))
      #expect(try await stage.run("a", "send", "to b").code == 0)
      let object = try await stage.run("b", "send", "to a", "--json")
      #expect(object.out.contains(#""recipientCount":1,"state":"accepted""#))
      #expect(await alice.out.wait { $0.contains("\tto a\n") } != nil)
      #expect(await bob.out.wait { $0.contains(#""body":"to b""#) } != nil)

      let socket = stage.home("a") + "/default.sock"
      let mode = try FileManager.default.attributesOfItem(atPath: socket)
      #expect(mode[.posixPermissions] as? Int == 0o600)
      #expect(try await stage.run("a", "status").out.contains("status\tmember"))
      let second = try await stage.run("a", "listen")
      #expect(second.code == 12)
      #expect(second.err.contains("Process \(alice.number) "))

      bob.signal(SIGINT)
      #expect(await bob.end().code == 0)
      // A listener that is killed leaves its socket behind; the next command puts it away.
      alice.signal(SIGKILL)
      _ = await alice.end()
      #expect(FileManager.default.fileExists(atPath: socket))
      #expect(try await stage.run("a", "send", "after the kill").code == 0)
      #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `stay queued without a relay, with a code of their own, and leave later in order`()
      async throws
    {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      stage.relay.signal(SIGTERM)
      #expect(await stage.relay.end().code == 0)

      let one = try await stage.run("a", "send", "one", "--timeout", "0.1")
      #expect(one.code == 3)
      #expect(one.lines.count == 1)
      #expect(one.err.contains("stays queued"))
      let two = try await stage.run("a", "send", "two", "--no-wait", "--json")
      #expect(two.code == 0)
      #expect(two.out.contains(#""state":"queued""#))

      let outbox = try await stage.run("a", "outbox", "--json")
      #expect(outbox.lines.count == 2)
      #expect(outbox.lines[0].contains(one.lines[0]))
      #expect(outbox.lines[0].contains(#""name":"b""#))
      #expect(try await stage.run("a", "status").out.contains("queued\t2"))

      let interrupted = try stage.start("a", "send", "three")
      _ = try #require(await interrupted.out.firstLine())
      interrupted.signal(SIGINT)
      #expect(await interrupted.end().code == 3)

      let relay = try await stage.relayAgain()
      #expect(try await stage.run("a", "send", "four").code == 0)
      let got = try await stage.run("b", "listen", "--count", "4")
      #expect(
        got.lines.compactMap { $0.split(separator: "\t").last } == ["one", "two", "three", "four"])
      relay.signal(SIGTERM)
      #expect(await relay.end().code == 0)
    }

    @Test func `come again while their command fails, and never once it succeeded`() async throws {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      let folder = stage.folder
      let first = try await stage.run("a", "send", "first")
      let command = """
        cat >> '\(folder)/bodies'
        echo "$TRUESEAL_ID $TRUESEAL_SENDER_NAME" >> '\(folder)/ids'
        [ -e '\(folder)/ok' ] || { : > '\(folder)/ok'; exit 7; }
        """
      let listened = try await stage.run("b", "listen", "--exec", command, "--count", "1")
      #expect(listened.code == 0)
      #expect(listened.out.isEmpty)
      #expect(listened.err.contains("ended with 7"))
      #expect(try String(contentsOfFile: folder + "/bodies", encoding: .utf8) == "firstfirst")
      let ids = try String(contentsOfFile: folder + "/ids", encoding: .utf8)
      #expect(ids == "\(first.lines[0]) a\n\(first.lines[0]) a\n")

      #expect(try await stage.run("a", "send", "second").code == 0)
      let next = try await stage.run("b", "listen", "--count", "1")
      #expect(next.lines.count == 1 && next.out.hasSuffix("\tsecond\n"))
    }

    @Test func `whose command runs when the listener is told to leave are finished first`()
      async throws
    {
      let stage = try await Stage()
      try await stage.pair("a", "b")
      #expect(try await stage.run("a", "send", "slow").code == 0)
      // The command waits until the test lets it go on.
      let gate = stage.folder + "/gate"
      #expect(try await Play.run("/usr/bin/mkfifo", [gate]).code == 0)
      let listener = try stage.start("b", "listen", "--exec", "echo begun; read word < '\(gate)'")
      _ = try #require(await listener.out.firstLine())
      listener.signal(SIGINT)
      try Data("go\n".utf8).write(to: URL(fileURLWithPath: gate))
      #expect(await listener.end().code == 0)

      #expect(try await stage.run("a", "send", "next").code == 0)
      let next = try await stage.run("b", "listen", "--count", "1")
      #expect(next.out.hasSuffix("\tnext\n"))
    }

    @Test func `pass through a home whose path is too long for a socket`() async throws {
      let stage = try await Stage()
      let long = "home-" + String(repeating: "x", count: 120)
      try await stage.pair("c", long)
      let listener = try await stage.listener(long)
      #expect(try await stage.run(long, "send", "far").code == 0)
      listener.signal(SIGTERM)
      #expect(await listener.end().code == 0)
      #expect(try await stage.run("c", "listen", "--count", "1").out.hasSuffix("\tfar\n"))
    }
  }
}
