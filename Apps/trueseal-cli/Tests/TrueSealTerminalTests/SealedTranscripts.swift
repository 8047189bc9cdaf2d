import Foundation
import Testing

extension Transcripts {
  @Suite struct `A sealed home` {
    /// Lays a file of 32 bytes, or as many as asked, for this user alone.
    private func key(
      _ name: String, of byte: UInt8 = 7, count: Int = 32, mode: Int = 0o600, on stage: Stage
    ) throws -> String {
      let path = "\(stage.folder)/\(name)"
      try Data(repeating: byte, count: count).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }

    /// Every file of a home.
    private func files(of home: String, on stage: Stage) throws -> [String: Data] {
      let folder = stage.home(home)
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return names.reduce(into: [:]) { files, name in
        files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
      }
    }

    @Test func `S-13 opens with its key file, and with no other, and none stays none`() async throws
    {
      let stage = try await Stage()
      let (right, wrong) = (
        try key("right", on: stage), try key("wrong", of: 8, on: stage)
      )
      let made = try await stage.run(
        "a", "init", "--relay", stage.address, "--store-key-file", right)
      #expect(made.code == 0, "\(made.err)")
      let before = try files(of: "a", on: stage)
      for words in [["--store-key-file", wrong], []] {
        let refused = try await stage.run("a", "status", words: words)
        #expect(refused.code == 12)
        #expect(refused.err.contains("sealed"))
        #expect(refused.out.isEmpty)
        #expect(try files(of: "a", on: stage) == before)
      }
      let status = try await stage.run("a", "status", "--store-key-file", right)
      #expect(status.code == 0 && status.out.contains(made.out.prefix(43)), "\(status.err)")

      try await stage.make("b")
      let plain = try files(of: "b", on: stage)
      #expect(try await stage.run("b", "status", "--store-key-file", right).code == 12)
      #expect(try files(of: "b", on: stage) == plain)
    }

    @Test func `S-13 takes no key file that others may read, or that is no key`() async throws {
      let stage = try await Stage()
      let files = [
        try key("open", mode: 0o644, on: stage), try key("short", count: 31, on: stage),
        try key("long", count: 33, on: stage), stage.folder, stage.folder + "/none",
      ]
      for file in files {
        let refused = try await stage.run(
          "a", "init", "--relay", stage.address, "--store-key-file", file)
        #expect(refused.code == 33, "\(file)")
        #expect(refused.err.contains(file))
      }
      #expect(!FileManager.default.fileExists(atPath: stage.home("a") + "/state"))
    }

    @Test func `S-13 opens with its passphrase from a descriptor, and with no other`() async throws
    {
      let stage = try await Stage()
      let words = ["--passphrase-fd", "0"]
      let made = try await stage.run(
        "a", "init", "--relay", stage.address, words: words, input: "a horse, a staple\n")
      #expect(made.code == 0, "\(made.err)")
      let before = try files(of: "a", on: stage)
      let kept = String(decoding: before["passphrase.json"] ?? Data(), as: UTF8.self)
      #expect(kept.contains("argon2id") && !kept.contains("horse"))
      #expect(
        !before.values.contains { $0.range(of: Data("horse".utf8)) != nil })
      let wrong = try await stage.run("a", "status", words: words, input: "a horse, a stable\n")
      #expect(wrong.code == 12)
      #expect(try await stage.run("a", "status", words: words, input: "\n").code == 2)
      #expect(try files(of: "a", on: stage) == before)
      let right = try await stage.run("a", "status", words: words, input: "a horse, a staple")
      #expect(right.code == 0 && right.out.contains(made.out.prefix(43)), "\(right.err)")

      try FileManager.default.removeItem(atPath: stage.home("a") + "/passphrase.json")
      let lost = try await stage.run("a", "status", words: words, input: "a horse, a staple\n")
      #expect(lost.code == 12)
      #expect(lost.err.contains("passphrase.json"))
    }
  }
}

extension Stage {
  /// Runs trueseal in a home to its end, with more words behind those written out.
  fileprivate func run(
    _ home: String, _ first: String..., words: [String], input: String? = nil
  ) async throws -> Play.Ending {
    try await Play(
      "trueseal", first + words + ["--home", self.home(home)], variables: variables, input: input
    ).end()
  }
}
