import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `The lock of a store` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `S-02 refuses a second object of this process, which touches nothing`() throws {
    let first = try scratch.open()
    try first.write { try Fixtures.write(1, in: $0) }
    let before = try scratch.snapshot()
    for _ in 0..<100 { #expect(scratch.refusal() == .inUse) }
    #expect(try scratch.snapshot() == before)
    try first.write { try Fixtures.write(2, in: $0) }
    first.close()
    #expect(scratch.refusal() == nil)
  }

  @Test func `S-02 refuses a second process and names the first`() throws {
    let probe = try Probe("hold", scratch.store, "box")
    #expect(try probe.line() == "held")
    let before = try scratch.snapshot()
    let start = ContinuousClock.now
    #expect(scratch.refusal() == .inUse)
    #expect(ContinuousClock.now - start < .seconds(1), "it waited for the lock")
    #expect(Database.holder(directory: scratch.store, name: "box") == probe.id)
    #expect(try scratch.snapshot() == before)
    try probe.release()
    #expect(try probe.waitUntilKilled() == false)
    #expect(scratch.refusal() == nil)
  }

  @Test func `S-02 is free once its holder was killed, and is the same file as before`() throws {
    let probe = try Probe("hold", scratch.store, "box")
    #expect(try probe.line() == "held")
    let file = try inode()
    probe.kill()
    #expect(try probe.waitUntilKilled())
    #expect(Database.holder(directory: scratch.store, name: "box") == nil)
    let database = try scratch.open()
    #expect(database.origin == .opened)
    #expect(try inode() == file)
    #expect(
      Database.holder(directory: scratch.store, name: "box")
        == Int(ProcessInfo.processInfo.processIdentifier))
    database.close()
    #expect(try inode() == file)
    #expect(Database.holder(directory: scratch.store, name: "box") == nil)
  }

  @Test func `S-02 ends with the object when nobody closes it`() throws {
    do { _ = try scratch.open() }
    #expect(scratch.refusal() == nil)
  }

  @Test func `S-02 lets exactly one of many threads in`() async throws {
    try scratch.makeStore()
    for _ in 0..<20 {
      let opened = await withTaskGroup(of: Database?.self) { [scratch] group in
        for _ in 0..<8 { group.addTask { try? scratch.open() } }
        return await group.reduce(into: [Database]()) {
          if let database = $1 { $0.append(database) }
        }
      }
      #expect(opened.count == 1)
      for database in opened { database.close() }
    }
  }

  @Test func `S-02 that cannot be taken for a link or a directory opens nothing`() throws {
    try scratch.makeStore()
    let lock = scratch.store + "/box.lock"
    let files = FileManager.default
    try files.removeItem(atPath: lock)
    try files.createSymbolicLink(atPath: lock, withDestinationPath: scratch.path + "/elsewhere")
    #expect(scratch.refusal() == .unreadable)
    #expect(!files.fileExists(atPath: scratch.path + "/elsewhere"))
    try files.removeItem(atPath: lock)
    try files.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(scratch.refusal() == .unreadable)
  }

  @Test func `S-02 S-11 that finds no room for its file opens nothing, and is free afterwards`()
    throws
  {
    try scratch.makeStore()
    let main = try scratch.snapshot()["box.trueseal"]
    for isNew in [false, true] {
      if isNew { try FileManager.default.removeItem(atPath: scratch.store + "/box.lock") }
      let probe = try Probe("open-without-room", scratch.store, "box")
      #expect(try probe.lines() == ["full"])
      #expect(try scratch.snapshot()["box.trueseal"] == main)
      #expect(Database.holder(directory: scratch.store, name: "box") == nil)
    }
    let database = try scratch.open()
    #expect(database.origin == .opened)
    try database.verify()
  }

  @Test func `S-02 S-11 with its file in a directory that may not be written opens nothing`()
    throws
  {
    try scratch.makeStore()
    let before = try scratch.bytes()
    let stranger = [FileAttributeKey.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534]
    for path in ["/box.trueseal", "/box.lock", ""] where geteuid() == 0 {
      try FileManager.default.setAttributes(stranger, ofItemAtPath: scratch.store + path)
    }
    func allow(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try allow(0o755, scratch.path)
    try allow(0o500, scratch.store)
    let probe = try Probe("open-as-stranger", scratch.store, "box")
    #expect(try probe.lines() == ["unreadable"])
    #expect(try scratch.bytes() == before)
    try allow(0o700, scratch.store)
    let again = try Probe("open-as-stranger", scratch.store, "box")
    #expect(try again.lines() == ["opened"])
  }

  @Test func `guards what erase removes`() throws {
    let database = try scratch.open()
    #expect(throws: StoreError.self) {
      try Database.erase(directory: scratch.store, name: "box")
    }
    try database.write { try Fixtures.write(1, in: $0) }
    database.close()
    try Database.erase(directory: scratch.store, name: "box")
    #expect(try scratch.snapshot().keys.sorted() == ["box.lock"])
    try Database.erase(directory: scratch.store, name: "box")
    try Database.erase(directory: scratch.path + "/nowhere", name: "box")
    #expect(try scratch.open().origin == .created)
  }

  private func inode() throws -> Int? {
    let path = scratch.store + "/box.lock"
    return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }
}
