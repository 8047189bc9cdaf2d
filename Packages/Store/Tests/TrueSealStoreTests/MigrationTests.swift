import Foundation
import Synchronization
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `A migration` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The rows of release one, or the error that the file is not of it.
  private func entries() throws -> [Int64] {
    let database = try scratch.open()
    try database.verify()
    return try database.read { transaction in
      let rows = try transaction.rows(
        "SELECT id FROM entry JOIN mirror USING(id, body) WHERE length(body) = 100 ORDER BY id")
      return try rows.map { try $0.integer(0) }
    }
  }

  /// Asserts that the store is one of release two with everything in it.
  private func expectMigrated(_ database: Database) throws {
    try database.verify()
    try database.read { transaction in
      let row = try transaction.row("SELECT count(*), sum(length(body)), sum(size) FROM entry")
      #expect(try (0..<3).map { try row?.integer($0) } == [3, 9_000, 0])
      #expect(try transaction.row("SELECT count(*) FROM note WHERE length(text) = 200") != nil)
      #expect(
        try transaction.row("SELECT 1 FROM sqlite_schema WHERE name = 'mirror'") == nil)
    }
  }

  private func version() throws -> [UInt8] { Array(try scratch.bytes()[60..<64]) }

  @Test func `V-01 ends with the version in the file, written with the tables`() throws {
    try scratch.makeStore()
    #expect(try version() == [0, 0, 0, 1])
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .migrated(from: 1))
    #expect(try version() == [0, 0, 0, 2])
    try expectMigrated(database)
    database.close()
    let again = try scratch.open(Fixtures.release2())
    #expect(again.origin == .opened)
    try expectMigrated(again)
  }

  @Test func `V-01 walks the whole chain for a new store`() throws {
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .created)
    #expect(try version() == [0, 0, 0, 2])
    let tables = try database.read { transaction in
      try transaction.rows("SELECT name FROM sqlite_schema ORDER BY name").map { try $0.text(0) }
    }
    #expect(tables == ["entry", "note"])
  }

  /// SQLite counts, in bytes 24 to 27, the transactions that wrote to the file outside a log.
  @Test func `V-01 is one transaction with its version, all steps together`() throws {
    let counts = Mutex<[UInt8]>([])
    func open(_ schema: Schema) throws -> Database {
      try Database.open(directory: scratch.store, name: "box", schema: schema) { [scratch] _ in
        let counter = try? scratch.bytes()[24..<28]
        counts.withLock { $0 += counter ?? [] }
      }
    }
    try open(Fixtures.release1).close()
    #expect(counts.withLock { $0 } == [0, 0, 0, 1])
    let before = try scratch.bytes()[27]
    try open(Fixtures.release2()).close()
    // Leaving the log is a transaction of its own.
    #expect(counts.withLock { $0 }.last == before + 2)
  }

  @Test func `V-02 goes by the version alone, whatever other tables there are`() throws {
    try scratch.makeStore()
    let database = try scratch.open()
    try database.write { try $0.run("CREATE TABLE stranger(id INTEGER) STRICT") }
    database.close()
    let migrated = try scratch.open(Fixtures.release2())
    #expect(migrated.origin == .migrated(from: 1))
    try expectMigrated(migrated)
  }

  @Test func `V-02 carries over what is only in the log of a killed holder`() throws {
    let probe = try Probe("commit", scratch.store, "box")
    while let line = try probe.line(), line != "3" {}
    probe.kill()
    try probe.waitUntilKilled()
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .migrated(from: 1))
    let count = try database.read { try $0.row("SELECT count(*) FROM note")?.integer(0) }
    #expect(try #require(count) >= 3)
  }

  @Test(arguments: 0...Fixtures.release2StatementCount)
  func `V-02 killed before any statement leaves the old store, and the next start finishes`(
    statement: Int
  ) throws {
    try scratch.makeStore()
    for _ in 0..<2 {
      let probe = try Probe("die-while-migrating", scratch.store, "box", "\(statement)")
      #expect(try probe.lines() == [])
      #expect(try probe.waitUntilKilled())
      #expect(try entries() == [1, 2, 3])
    }
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .migrated(from: 1))
    try expectMigrated(database)
  }

  @Test func `V-01 V-02 skips a version that no store here ever had`() throws {
    try scratch.makeStore()
    let before = try scratch.bytes()[27]
    let database = try scratch.open(Fixtures.release3())
    #expect(database.origin == .migrated(from: 1))
    #expect(try version() == [0, 0, 0, 3])
    let sizes = try database.read { transaction in
      try transaction.rows("SELECT size FROM entry ORDER BY id").map { try $0.integer(0) }
    }
    #expect(sizes == [3_000, 3_000, 3_000])
    // Leaving the log, the steps of both versions, and going back to the log.
    #expect(try scratch.bytes()[27] == before + 3)
    #expect(scratch.refusal(Fixtures.release2()) == .inUse)
    database.close()
    #expect(scratch.refusal(Fixtures.release2()) == .tooNew)
  }

  @Test(arguments: 0..<Fixtures.release3CheckpointCount)
  func `V-02 over two versions killed before any statement leaves the old store`(
    statement: Int
  ) throws {
    try scratch.makeStore()
    let probe = try Probe("die-while-skipping", scratch.store, "box", "\(statement)")
    #expect(try probe.lines() == [])
    #expect(try probe.waitUntilKilled())
    #expect(try entries() == [1, 2, 3])
    #expect(try version() == [0, 0, 0, 1])
    #expect(try scratch.open(Fixtures.release3()).origin == .migrated(from: 1))
  }

  @Test func `V-02 killed right after its commit is done, and finds its way to the log`() throws {
    try scratch.makeStore()
    let probe = try Probe("die-after-commit", scratch.store, "box")
    #expect(try probe.lines() == ["committed"])
    #expect(try probe.waitUntilKilled())
    let database = try scratch.open(Fixtures.release2())
    #expect(database.origin == .opened)
    try expectMigrated(database)
    #expect(try scratch.bytes()[18] == 2, "the file does not go with a log")
  }

  @Test func `V-02 of a new store killed half-way starts anew`() throws {
    let probe = try Probe("die-while-creating", scratch.store, "box")
    #expect(try probe.lines() == [])
    #expect(try probe.waitUntilKilled())
    #expect(try scratch.snapshot().keys.contains("box.trueseal-journal"), "it was not cut short")
    let database = try scratch.open()
    #expect(database.origin == .created)
    try database.verify()
    #expect(try entriesAreNone(database))
  }

  private func entriesAreNone(_ database: Database) throws -> Bool {
    try database.read { try $0.row("SELECT id FROM entry UNION SELECT id FROM mirror") == nil }
  }

  @Test func `V-02 that fails says which step and why, and leaves the old store`() throws {
    try scratch.makeStore()
    let steps: [(Migration, StoreError.Code)] = [
      (Migration("own.error") { _ in throw Refused(number: 1) }, .migrationFailed),
      (
        Migration("same.key") { try $0.run("INSERT INTO entry VALUES(1, x'00')") }, .constraint
      ),
      (Migration("no.sql") { try $0.run("SELEKT") }, .misuse),
      (Migration("own.commit") { try $0.run("COMMIT") }, .misuse),
      (
        Migration("lost") { _ = try? $0.run("INSERT OR ROLLBACK INTO entry VALUES(1, x'00')") },
        .constraint
      ),
    ]
    for (step, code) in steps {
      let before = Migration("before") { transaction in
        try transaction.run("DELETE FROM entry")
        try transaction.run("INSERT INTO entry SELECT * FROM mirror")
        try transaction.run("DELETE FROM mirror")
      }
      let next = Schema(
        versions: Fixtures.release1.versions + [
          SchemaVersion(number: 2, migrations: [before, step])
        ])
      let failure = #expect(throws: StoreError.self) { try scratch.open(next) }
      #expect(failure?.code == code)
      if step.name != "lost" { #expect(failure?.detail.contains(step.name) == true) }
      #expect(try version() == [0, 0, 0, 1])
      #expect(try entries() == [1, 2, 3])
    }
  }

  @Test func `V-02 below the floor does not happen, and the store is untouched`() throws {
    try scratch.makeStore()
    let next = Schema(versions: Fixtures.release2().versions, floor: 2)
    let before = try scratch.snapshot()
    #expect(scratch.refusal(next) == .tooOld)
    #expect(try scratch.snapshot() == before)
    #expect(try entries() == [1, 2, 3])
  }

  @Test func `makes no store of a schema that contradicts itself`() async {
    await #expect(processExitsWith: .failure) { _ = Schema(versions: []) }
    await #expect(processExitsWith: .failure) {
      _ = Schema(versions: [SchemaVersion(number: 2, migrations: [])])
    }
    await #expect(processExitsWith: .failure) {
      _ = Schema(versions: Fixtures.release1.versions, floor: 2)
    }
    await #expect(processExitsWith: .failure) {
      let step = Migration("twice") { _ in }
      _ = Schema(versions: [SchemaVersion(number: 1, migrations: [step, step])])
    }
  }
}
