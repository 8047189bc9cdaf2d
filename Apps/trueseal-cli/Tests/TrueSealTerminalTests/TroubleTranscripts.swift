import Foundation
import Testing
import TrueSealSync

@testable import TrueSealTerminal

extension Transcripts {
  /// Each cause, with what a person reads of it word by word, and what a script does.
  @Suite struct `A store in trouble is explained by the doctor` {
    private let stage: Stage
    private let folder: String
    private let store: String

    init() async throws {
      stage = try await Stage()
      try await stage.make("a")
      folder = try #require(System.resolved(stage.home("a") + "/state"))
      store = folder + "/default.trueseal"
    }

    private func check(
      _ ending: Play.Ending, _ finding: String,
      _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(
        ending.lines.filter { $0.hasPrefix("PROBLEM") } == ["PROBLEM\tstore\t\(finding)"],
        "\(ending.err)", sourceLocation: location)
      #expect(ending.code == 5, sourceLocation: location)
    }

    private func check(
      _ ending: Play.Ending, refused code: Int32, _ sentences: String,
      _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(ending.err == "trueseal: \(sentences)\n", sourceLocation: location)
      #expect(ending.code == code && ending.out.isEmpty, sourceLocation: location)
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: store)) }

    private func overwrite(_ bytes: Data, at offset: Int) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: bytes)
      try file.close()
    }

    @Test func `S-11 a full disk`() async throws {
      let before = try bytes()
      // A limit of no bytes for any file refuses a write as a disk without room does.
      let full = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", Play.trueseal]
      let words = ["--home", stage.home("a")]
      let sentences =
        "There is no room left on the disk for the store \(store), and nothing was lost. "
        + "Make room on that disk, then try again."
      let variables = stage.variables
      check(
        try await Play.run("/bin/sh", full + ["doctor"] + words, variables: variables), sentences)
      check(
        try await Play.run("/bin/sh", full + ["status"] + words, variables: variables),
        refused: 12, sentences)
      #expect(try bytes() == before)
      #expect(try await stage.run("a", "doctor").code == 0)
    }

    @Test func `S-11 a file that cannot be read`() async throws {
      let elsewhere = stage.folder + "/elsewhere"
      try FileManager.default.moveItem(atPath: store, toPath: elsewhere)
      try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: elsewhere)
      let sentences =
        "The store \(store) cannot be read and written by you, or its folder cannot. Make both "
        + "your own with chown and chmod u+rw, with no link in their place, then try again."
      let doctor = try await stage.run("a", "doctor")
      #expect(doctor.code == 5)
      #expect(doctor.lines.contains("PROBLEM\tstore\t\(sentences)"), "\(doctor.out)")
      check(try await stage.run("a", "status"), refused: 12, sentences)

      try FileManager.default.removeItem(atPath: store)
      try FileManager.default.moveItem(atPath: elsewhere, toPath: store)
      try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: store)
      let shut = try await stage.run("a", "doctor")
      #expect(shut.code == 5)
      #expect(
        shut.lines.contains(
          "PROBLEM\tfiles\t\(store) cannot be read and written by you. Run chmod 600 on it."),
        "\(shut.out)")
    }

    @Test func `S-02 a store that another process has open, with its number`() async throws {
      let own = ProcessInfo.processInfo.processIdentifier
      let client = try await TrueSeal.open(relay: stage.address, storage: folder)
      let before = try bytes()
      let lock = try Data(contentsOf: URL(fileURLWithPath: folder + "/default.lock"))
      check(
        try await stage.run("a", "doctor"),
        "Process \(own) has the store \(store) open. Wait until it ends, or end it, then try again."
      )
      #expect(try bytes() == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/default.lock")) == lock)
      await client.close()
      #expect(try await stage.run("a", "doctor").code == 0)
    }

    @Test func `V-04 a store that is too new`() async throws {
      // Bytes 60 to 63 of a database are its version.
      try overwrite(Data([0, 0, 0xFF, 0xFF]), at: 60)
      let before = try bytes()
      let sentences =
        "A newer release of trueseal wrote the store \(store), and it was left as it is. "
        + "Install that release or a later one, then try again."
      check(try await stage.run("a", "doctor"), sentences)
      check(try await stage.run("a", "status"), refused: 22, sentences)
      #expect(try bytes() == before)
    }

    @Test func `S-11 a damaged page, wherever it lies`() async throws {
      let whole = try bytes()
      let pageByteCount = Int(whole[16]) << 8 | Int(whole[17])
      let pageCount = whole.count / pageByteCount
      try #require(pageCount > 4)
      let sentences =
        "The store \(store) is damaged or is no store. Move it and the files beside "
        + "it whose names begin the same out of the way, then pair this device again "
        + "as a new one."
      for page in [1, pageCount / 2, pageCount - 1] {
        try overwrite(whole, at: 0)
        try overwrite(Data(repeating: 0x5A, count: pageByteCount), at: page * pageByteCount)
        check(try await stage.run("a", "doctor"), sentences)
      }
      try overwrite(Data(repeating: 0x5A, count: 16), at: 0)
      check(try await stage.run("a", "status"), refused: 12, sentences)
    }

    @Test func `S-13 a wrong key, and none where there should be one`() async throws {
      var keys: [String] = []
      for byte: UInt8 in [7, 8] {
        keys.append("\(stage.folder)/key-\(byte)")
        try Data(repeating: byte, count: 32).write(to: URL(fileURLWithPath: keys[keys.count - 1]))
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: keys[keys.count - 1])
      }
      let made = try await stage.run(
        "b", "init", "--relay", stage.address, "--store-key-file", keys[0])
      try #require(made.code == 0, "\(made.err)")
      let sealed = try #require(System.resolved(stage.home("b") + "/state")) + "/default.trueseal"
      let wrong =
        "The store \(sealed) is not sealed with the key or passphrase given. "
        + "Give the one it was made with, or none if it was made without."
      let missing =
        "The store \(sealed) is sealed, and no key or passphrase was given. "
        + "Give the one it was made with: --store-key-file FILE, or --passphrase."
      check(try await stage.run("b", "doctor", "--store-key-file", keys[1]), wrong)
      check(try await stage.run("b", "status", "--store-key-file", keys[1]), refused: 12, wrong)
      check(try await stage.run("b", "doctor"), missing)
      check(try await stage.run("b", "status"), refused: 12, missing)
      #expect(try await stage.run("b", "doctor", "--store-key-file", keys[0]).code == 0)
    }
  }
}
