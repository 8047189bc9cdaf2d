import Foundation
import Testing

extension Transcripts {
  @Suite struct `Bundles` {
    /// A folder with some input, and the program run in it.
    private struct Bench {
      let folder: String

      init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tb-\(UUID())").path
        try FileManager.default.createDirectory(
          atPath: folder + "/www", withIntermediateDirectories: true)
        try Data("<p>hello</p>".utf8).write(to: URL(fileURLWithPath: folder + "/www/index.html"))
      }

      func run(_ words: String...) async throws -> Play.Ending {
        try await Play.run(
          "/bin/sh", ["-c", "cd '\(folder)' && exec \"$0\" \"$@\"", Play.trueseal] + words,
          variables: ["NO_COLOR": "1"])
      }

      func end() { try? FileManager.default.removeItem(atPath: folder) }
    }

    @Test func `are put up, withdrawn, put up again and verified (UX-03, U-46)`() async throws {
      let bench = try Bench()
      defer { bench.end() }
      let begun = try await bench.run("bundle", "init", "--app-id", "com.example.app", "--key", "k")
      #expect(begun.code == 0 && begun.lines.first == "app\tcom.example.app", "\(begun.err)")
      let released = try await bench.run(
        "bundle", "release", "www", "--key", "k", "--commit", "9f2c1e7")
      #expect(released.code == 0, "\(released.err)")
      #expect(
        released.lines == [
          "release 1: 1 files, 12 bytes, floor 0, commit 9f2c1e7",
          "channel stable: release 1, rollout 100",
        ])
      let urgent = try await bench.run(
        "bundle", "release", "www", "--key", "k", "--urgent", "--rollout", "5", "--json")
      #expect(
        urgent.out
          == #"{"pointing":{"channel":"stable","rollout":5,"seq":2},"#
          + #""release":{"byteCount":12,"fileCount":1,"floor":0,"seq":2,"urgent":true}}"# + "\n")
      #expect(
        try await bench.run("bundle", "pull").out == "channel stable: release 1, rollout 5\n")
      let again = try await bench.run("bundle", "release", "--again", "9f2c1e7", "--key", "k")
      #expect(again.lines.last == "channel stable: release 3, rollout 100")
      let verified = try await bench.run("bundle", "verify")
      #expect(verified.code == 0)
      #expect(
        verified.lines == [
          "release\t1\tsound", "release\t2\tsound", "release\t3\tsound",
          "channel\tstable\t3\tsound",
        ])
      let manifest = URL(fileURLWithPath: bench.folder + "/releases/manifests/3.json")
      try Data(contentsOf: manifest).dropLast().write(to: manifest)
      let damaged = try await bench.run("bundle", "verify")
      #expect(damaged.code == 5)
      #expect(damaged.lines[2].hasPrefix("release\t3\tBAD signature: "))
    }

    @Test func `end with a code that says why`() async throws {
      let bench = try Bench()
      defer { bench.end() }
      #expect(try await bench.run("bundle").code == 2)
      #expect(try await bench.run("bundle", "fly").code == 2)
      #expect(try await bench.run("bundle", "verify").code == 12)
      #expect(try await bench.run("bundle", "release", "www", "--key", "k").code == 12)
      _ = try await bench.run("bundle", "init", "--app-id", "a", "--key", "k")
      #expect(try await bench.run("bundle", "point", "1").code == 30)
      #expect(
        try await bench.run("bundle", "release", "www", "--key", "k", "--needs-host", "9").code
          == 31)
      #expect(try await bench.run("bundle", "release", "none", "--key", "k").code == 32)
      #expect(try await bench.run("bundle", "release", "www", "--key", "www/index.html").code == 33)
      let twice = try await bench.run(
        "bundle", "release", "www", "--key", "k", "--seq", "1", "--seq", "2")
      #expect(twice.code == 2 && twice.err.contains("--seq stands twice"))
    }

    @Test func `have help of their own`() async throws {
      let bench = try Bench()
      defer { bench.end() }
      let help = try await bench.run("bundle", "--help")
      #expect(help.code == 0)
      let verbs = ["init", "build", "sign", "release", "point", "pull", "verify", "inspect"]
      for verb in verbs {
        #expect(help.out.contains("\n  \(verb) "))
        let page = try await bench.run("bundle", verb, "--help")
        #expect(page.code == 0 && page.out.contains("usage: trueseal bundle \(verb)"))
      }
      #expect(try await bench.run("help", "bundle").out == help.out)
    }
  }
}
