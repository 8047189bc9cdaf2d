import Foundation
import Synchronization
import Testing
import TrueSealStoreFixtures

@testable import TrueSealStore

@Suite struct `The connection of a store` {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
  }

  static let settings: [(String, Value)] = [
    ("journal_mode", .text("wal")), ("synchronous", .integer(2)), ("secure_delete", .integer(1)),
    ("locking_mode", .text("exclusive")), ("foreign_keys", .integer(1)),
    ("fullfsync", .integer(1)), ("checkpoint_fullfsync", .integer(1)),
    ("temp_store", .integer(2)), ("trusted_schema", .integer(0)),
    ("cell_size_check", .integer(1)),
  ]

  @Test(arguments: 0..<3)
  func `S-03 is set for durability and erasure, however the store came to be`(way: Int) throws {
    let open: Database
    switch way {
    case 0: open = database
    case 1:
      database.close()
      open = try scratch.open()
    default:
      database.close()
      open = try scratch.open(Fixtures.release2())
    }
    for (name, value) in Self.settings {
      let set = try open.connection.withLock { try $0?.sqlite.execute("PRAGMA \(name)") }
      #expect(set == value, "\(name)")
    }
    try open.write { _ = try $0.run("DELETE FROM entry") }
    #expect(
      try scratch.snapshot().keys.sorted() == ["box.lock", "box.trueseal", "box.trueseal-wal"])
  }

  @Test(arguments: [false, true])
  func `S-03 keeps out a tool that ignores the lock`(isReopened: Bool) throws {
    if isReopened { database.close() }
    let database = isReopened ? try scratch.open() : database
    let tool = try SQLite(path: scratch.main)
    try tool.execute("PRAGMA busy_timeout = 0")
    let refused = #expect(throws: StoreError.self) {
      try tool.execute("SELECT count(*) FROM entry")
    }
    #expect(refused?.code == .inUse)
    try database.write { try Fixtures.write(1, in: $0) }
  }

  @Test func `S-03 S-04 a note does not wait for the disk, and every write after it does`() throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let mode = "PRAGMA synchronous"
    func synchronous() throws -> Value? {
      try database.connection.withLock { try $0?.sqlite.execute(mode) }
    }
    #expect(try synchronous() == .integer(2))
    try database.note { transaction throws(StoreError) in
      try transaction.run("INSERT INTO entry VALUES(77, x'')")
    }
    #expect(try synchronous() == .integer(1))
    #expect(throws: StoreError(.constraint)) {
      try database.note { transaction throws(StoreError) in
        try transaction.run("INSERT INTO entry VALUES(78, x'')")
        try transaction.run("INSERT INTO entry VALUES(77, x'')")
      }
    }
    try database.write { transaction in try transaction.run("INSERT INTO entry VALUES(79, x'')") }
    #expect(try synchronous() == .integer(2))
    let kept = try database.read { transaction in
      try transaction.rows("SELECT id FROM entry WHERE id > 70 ORDER BY id").map {
        try $0.integer(0)
      }
    }
    #expect(kept == [77, 79])
  }

  @Test func `S-03 begins a write with the write lock and a read without it`() throws {
    let path = scratch.path + "/plain"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let connection = try Connection(try SQLite(path: path))
    let tool = try SQLite(path: path)
    try tool.execute("PRAGMA busy_timeout = 0")
    try connection.transact(.reading, failing: { $0 }) { _ throws(StoreError) in
      try tool.execute("BEGIN IMMEDIATE")
      try tool.execute("ROLLBACK")
    }
    let refused = #expect(throws: StoreError.self) {
      try connection.transact(.writing, failing: { $0 }) { _ throws(StoreError) in
        try tool.execute("BEGIN IMMEDIATE")
      }
    }
    #expect(refused?.code == .inUse)
  }

  @Test func `S-11 shows the failure and not that of undoing it`() throws {
    let path = scratch.path + "/plain"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let connection = try Connection(try SQLite(path: path))
    try connection.sqlite.execute("CREATE TABLE word(text TEXT UNIQUE)")
    // The transaction is ended behind the back of the connection, so that undoing has nothing to
    // undo and would fail if it were tried.
    let refused = #expect(throws: StoreError.self) {
      try connection.transact(.writing, failing: { $0 }) { _ throws(StoreError) in
        try connection.sqlite.execute("ROLLBACK")
        throw StoreError(.full, "the first failure")
      }
    }
    #expect(refused?.detail == "the first failure")
    try connection.transact(.writing, failing: { $0 }) { transaction throws(StoreError) in
      _ = try transaction.run("INSERT INTO word VALUES('a')")
    }
  }

  @Test func `keeps a bounded number of statements and compiles none twice in a row`() throws {
    var cache = StatementCache()
    let sqlite = try SQLite(path: scratch.path + "/plain", creating: true)
    func use(_ sql: String) throws -> Prepared {
      let prepared = try cache.take(sql) ?? sqlite.prepare(sql)
      prepared.isTaken = true
      return prepared
    }
    for number in 0..<500 { cache.giveBack(try use("SELECT \(number)")) }
    #expect(cache.count == StoreLimits.statementsKeptMax)
    let kept = try use("SELECT 499")
    #expect(cache.take("SELECT 499") == nil, "a statement was lent twice")
    let other = try use("SELECT 499")
    #expect(kept !== other)
    cache.giveBack(other)
    cache.giveBack(kept)
    #expect(try use("SELECT 499") === kept)
    #expect(cache.take("SELECT 0") == nil, "the one unused for longest was kept")
    #expect(cache.count == StoreLimits.statementsKeptMax)
  }

  @Test func `does not grow its log without end`() throws {
    for round in 0..<3 {
      for id in 0..<60 {
        try database.write {
          try Fixtures.write(Int64(round * 60 + id), byteCount: 60_000, in: $0)
        }
      }
    }
    // 21 MB were written; a checkpoint starts the log over at 1,000 pages of 4,096 bytes.
    let log = try #require(try scratch.snapshot()["box.trueseal-wal"])
    #expect(log.bytes.count < 5_000_000)
  }
}

extension SQLite {
  fileprivate convenience init(path: String, creating: Bool) throws(StoreError) {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    try self.init(path: path)
  }
}
