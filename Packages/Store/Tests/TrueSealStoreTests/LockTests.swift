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
