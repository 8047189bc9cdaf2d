import Foundation
import TrueSealTerminal
import TrueSealUpdater

@testable import TrueSealBundles

/// A folder of a test's own with a key, some input and a release folder; it goes with the test.
final class Workshop: Sendable {
  let folder: String
  let disk: Disk
  static let now: UInt64 = 1_800_000_000

  init(_ facts: AppFacts = AppFacts(appId: "com.example.app", keys: []), disk: Disk = Disk()) throws
  {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tb-\(UUID())").path
    self.disk = disk
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write("www/index.html", "<p>one</p>")
    try write("www/js/app.js", "let one = 1")
    _ = try Publisher.begin(releases, facts: facts, keyPaths: [key], on: Disk())
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var releases: String { place("releases") }
  var input: String { place("www") }
  var key: String { place("a.key") }

  func place(_ name: String) -> String { "\(folder)/\(name)" }

  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: place(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place(name), withDestinationPath: target)
  }

  func open(_ name: String, to mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place(name))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: place(name))))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: place(name)) }

  func publisher(now: UInt64 = Workshop.now) throws -> Publisher {
    try Publisher(releases, on: disk, now: now)
  }

  func signer(_ name: String = "a.key") throws -> Signer {
    try KeyFile.read(place(name), on: Disk())
  }

  static func aim(_ rollout: UInt64? = nil, days: UInt64? = nil) throws -> Publisher.Aim {
    struct NoChannel: Error {}
    guard let channel = Channel("stable") else { throw NoChannel() }
    return Publisher.Aim(channel: channel, rollout: rollout, validDays: days)
  }

  /// Puts up the input and points at it.
  @discardableResult
  func release(
    _ wish: Publisher.Wish = Publisher.Wish(), aim: Publisher.Aim? = nil, points: Bool = true
  ) throws -> Publisher.Outcome {
    let aim = try points ? aim ?? Self.aim() : nil
    return try publisher().release(.input(input), wish, by: [signer()], aim: aim)
  }

  /// Where the channel points; nil for no pointer.
  func pointer() throws -> Pointer? {
    guard exists("releases/channels/stable.json") else { return nil }
    return try Pointer(decoding: bytes("releases/channels/stable.json"))
  }

  func report(now: UInt64 = Workshop.now) throws -> ReleaseCheck.Report {
    let facts = try AppFacts(in: releases, on: Disk())
    return try ReleaseCheck(
      folder: ReleaseFolder(disk: Disk(), root: releases), verifier: facts.verifier(),
      demandsSignedPointer: facts.signedPointers, now: now
    ).report()
  }
}

/// Runs work that must be refused, and gives the code; nil if it was not.
func refusalCode(_ work: () throws -> Void) -> ExitCode? {
  do {
    try work()
    return nil
  } catch {
    return (error as? Refusal)?.code
  }
}
