import Foundation
import Testing

extension Transcripts {
  @Suite struct `A device's home` {
    @Test func `is made once and remembers its relay and its name`() async throws {
      let stage = try await Stage()
      let without = try await stage.run("a", "init")
      #expect(without.code == 2)
      #expect(without.err.contains("--relay"))
      #expect(!FileManager.default.fileExists(atPath: stage.home("a")))

      let made = try await stage.run("a", "init", "--relay", stage.address, "--name", "desk lamp")
      #expect(made.code == 0, "\(made.err)")
      #expect(made.out.hasSuffix("\tdesk lamp\n"))
      let id = String(made.out.prefix(43))

      let status = try await stage.run("a", "status", "--json")
      let facts = try #require(
        JSONSerialization.jsonObject(with: Data(status.out.utf8)) as? [String: Any])
      #expect(status.lines.count == 1)
      #expect(facts["id"] as? String == id)
      #expect(facts["name"] as? String == "desk lamp")
      #expect(facts["status"] as? String == "notJoined")
      #expect(facts["relay"] as? String == stage.address)

      let mode = try FileManager.default.attributesOfItem(atPath: stage.home("a"))
      #expect(mode[.posixPermissions] as? Int == 0o700)
    }

    @Test func `refuses another relay in a sentence that names both, until init changes it`()
      async throws
    {
      let stage = try await Stage()
      try await stage.make("a")
      let other = stage.address.replacingOccurrences(of: "127.0.0.1", with: "relay.example")
      let refused = try await stage.run("a", "status", "--relay", other)
      #expect(refused.code == 2)
      #expect(refused.err.contains(other) && refused.err.contains(stage.address))
      #expect(refused.out.isEmpty)

      let changed = try await stage.run("a", "init", "--relay", other)
      #expect(changed.code == 0)
      #expect(try await stage.run("a", "status").out.contains(other))
    }

    @Test func `that is wrongly named or holds no device is refused with its own code`()
      async throws
    {
      let stage = try await Stage()
      #expect(try await stage.run("a", "init", "--relay", "trueseal://x").code == 10)
      let space = try await stage.run("a", "init", "--relay", stage.address, "--namespace", "a b")
      #expect(space.code == 11)
      #expect(try await stage.run("a", "init", "--name", " ", "--relay", stage.address).code == 2)
      let open = stage.home("open")
      try FileManager.default.createDirectory(
        atPath: open, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      try Data("x".utf8).write(to: URL(fileURLWithPath: open + "/theirs"))
      let others = try await stage.run("open", "init", "--relay", stage.address)
      #expect(others.code == 12)
      #expect(others.err.contains("chmod 700"))
    }

    @Test func `keeps namespaces apart`() async throws {
      let stage = try await Stage()
      try await stage.make("a")
      let one = try await stage.run("a", "init")
      let two = try await stage.run("a", "init", "--namespace", "two")
      #expect(one.code == 0 && two.code == 0)
      #expect(one.out.prefix(43) != two.out.prefix(43))
    }

    @Test func `with nothing wrong satisfies the doctor, and a wrong one gets advice`() async throws
    {
      let stage = try await Stage()
      let empty = try await stage.run("a", "doctor")
      #expect(empty.code == 5)
      #expect(empty.out.contains("trueseal init --relay"))

      try await stage.make("a")
      let well = try await stage.run("a", "doctor")
      #expect(well.code == 0, "\(well.out)")
      #expect(!well.out.contains("PROBLEM"))
      for library in ["SQLite", "libsodium", "zlib"] {
        #expect(well.out.contains("ok\t\(library)\t"))
      }

      let file = stage.home("a") + "/state/default.trueseal"
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let open = try await stage.run("a", "doctor", "--json")
      #expect(open.code == 5)
      let problems = open.lines.filter { $0.contains("\"isFine\":false") }
      #expect(problems.count == 1 && problems[0].contains("chmod 600"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)

      stage.relay.signal(SIGTERM)
      _ = await stage.relay.end()
      let cut = try await stage.run("a", "doctor")
      #expect(cut.code == 5)
      #expect(cut.out.contains("PROBLEM\tsending"))
      #expect(cut.out.contains("check the network"))
    }
  }

  @Suite struct `The program` {
    @Test func `says its version and its help, and knows when it is told nothing`() async throws {
      #expect(try await Play.run("trueseal", ["--version"]).out == "trueseal 0.6.0\n")
      let help = try await Play.run("trueseal", ["--help"])
      #expect(help.code == 0)
      #expect(help.out.contains("Exit codes:"))
      let nothing = try await Play.run("trueseal", [])
      #expect(nothing.code == 2)
      #expect(nothing.out.isEmpty)
      #expect(nothing.err.split(separator: "\n").count == 1)
    }
  }
}
