import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `A store of a later release` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Asserts that this release refuses the store and leaves every file as it was.
  private func expectRefusal(_ directory: String? = nil) throws {
    let directory = directory ?? scratch.store
    let before = try scratch.snapshot(directory)
    for _ in 0..<3 {
      let refused = #expect(throws: StoreError.self) {
        try Database.open(directory: directory, name: "box", schema: Fixtures.release1)
      }
      #expect(refused?.code == .tooNew)
    }
    #expect(try scratch.snapshot(directory) == before)
  }

  private func expectOpens(notes: Int64) throws {
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .opened)
    try database.verify()
    let count = try database.read { try $0.row("SELECT count(*) FROM note")?.integer(0) }
    #expect(count == notes)
  }

  @Test func `V-04 is refused untouched`() throws {
    try scratch.makeStore()
    try scratch.open(Fixtures.release2()).close()
    try expectRefusal()
    try expectOpens(notes: 3)
  }

  @Test func `V-04 is refused untouched with a live log`() throws {
    let probe = try Probe("hold-newer", scratch.store, "box")
    #expect(try probe.line() == "held")
    probe.kill()
    #expect(try probe.waitUntilKilled())
    let log = try #require(try scratch.snapshot()["box.trueseal-wal"])
    #expect(!log.bytes.isEmpty, "the log is not live")
    try expectRefusal()
    try expectOpens(notes: 1)
  }

  @Test func `V-04 is refused untouched when its maker was killed right after the commit`() throws {
    try scratch.makeStore()
    let probe = try Probe("die-after-commit", scratch.store, "box")
    #expect(try probe.lines() == ["committed"])
    #expect(try probe.waitUntilKilled())
    try expectRefusal()
    try expectOpens(notes: 3)
  }

  @Test func `V-04 gets no lock file where it has none`() throws {
    try scratch.open(Fixtures.release2()).close()
    let copy = scratch.path + "/copy"
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    try FileManager.default.copyItem(atPath: scratch.main, toPath: copy + "/box.trueseal")
    try expectRefusal(copy)
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }

  @Test(arguments: [[0, 0, 0, 2], [0, 0, 1, 1], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 1]])
  func `V-04 is any with a higher number, whatever else it holds`(version: [UInt8]) throws {
    try scratch.makeStore()
    var bytes = try scratch.bytes()
    bytes.replaceSubrange(60..<64, with: version)
    bytes.replaceSubrange(18..<20, with: [3, 3])
    bytes.replaceSubrange(100..., with: [UInt8](repeating: 0xEE, count: bytes.count - 100))
    try scratch.overwrite(bytes)
    try expectRefusal()
  }

  @Test func `V-04 has its number in the file itself, never in the log alone`() throws {
    try scratch.makeStore()
    let database = try scratch.open(Fixtures.release2())
    try database.write { try $0.run("INSERT INTO note VALUES(9, 'x')") }
    #expect(Array(try scratch.bytes()[60..<64]) == [0, 0, 0, 2])
  }
}

@Suite struct `A store without a version` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A database as a development build left it: tables, and version 0.
  private func makeUnversioned() throws {
    try scratch.makeStore()
    var bytes = try scratch.bytes()
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
    try scratch.overwrite(bytes)
  }

  @Test func `S-11 is too old, and is neither wiped nor touched`() throws {
    try makeUnversioned()
    let before = try scratch.snapshot()
    #expect(scratch.refusal() == .tooOld)
    #expect(try scratch.snapshot() == before)
  }

  @Test func `S-11 gets no lock file where it has none`() throws {
    try makeUnversioned()
    try FileManager.default.removeItem(atPath: scratch.store + "/box.lock")
    #expect(scratch.refusal() == .tooOld)
    #expect(try scratch.snapshot().keys.sorted() == ["box.trueseal"])
  }
}
