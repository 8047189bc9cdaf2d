import Testing
import TrueSealStore
import TrueSealStoreFixtures

struct Refused: Error, Equatable { let number: Int }

@Suite struct `A transaction` {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
    try database.write { transaction in
      try transaction.run(
        "CREATE TABLE mixed(id INTEGER PRIMARY KEY, number INTEGER, words TEXT, body BLOB) STRICT")
      try transaction.run("CREATE TABLE child(entry INTEGER REFERENCES entry(id)) STRICT")
    }
  }

  private func count(_ table: String) throws -> Int64? {
    try database.read { try $0.row("SELECT count(*) FROM \(table)")?.integer(0) }
  }

  private func code(_ body: @Sendable (borrowing Transaction) throws(StoreError) -> Void)
    -> StoreError.Code?
  {
    do throws(StoreError) {
      try database.write(body)
      return nil
    } catch {
      return error.code
    }
  }

  static let values: [[Value]] = [
    [.null, .null, .null],
    [.integer(.min), .text(""), .blob([])],
    [.integer(.max), .text("zero \0 inside, Grüße 🦭"), .blob([0, 255, 0])],
    [.integer(0), .text(String(repeating: "x", count: 70_000)), .blob(Array(0...255) + [1])],
    [.integer(-1), .text("y"), .blob([UInt8](repeating: 9, count: 61_440))],
  ]

  @Test(arguments: values) func `gives back every value as it was`(values: [Value]) throws {
    try database.write { transaction in
      try transaction.prepare("INSERT INTO mixed VALUES(1, ?, ?, ?)").run(values)
    }
    let row = try database.read { try $0.row("SELECT number, words, body FROM mixed") }
    #expect((0..<3).map { row?.value($0) } == values)
  }

  @Test func `lends and copies more blobs than it lends in one statement`() throws {
    let bodies = (1...12).map { [UInt8](repeating: UInt8($0), count: 2_000 * $0) }
    let marks = bodies.map { _ in "?" }.joined(separator: ", ")
    let row = try database.read { transaction in
      try transaction.prepare("SELECT \(marks)").row(bodies.map { .blob($0) })
    }
    #expect(try (0..<12).map { try row?.blob($0) } == bodies)
  }

  @Test func `says how many rows it changed and nothing for a table it makes`() throws {
    try database.write { transaction in
      for id in 1...3 { try Fixtures.write(Int64(id), in: transaction) }
      #expect(transaction.lastInsertedRowID == 3)
      #expect(try transaction.run("DELETE FROM entry WHERE id > ?", .integer(1)) == 2)
      #expect(try transaction.run("CREATE TABLE fresh(id INTEGER)") == 0)
      #expect(try transaction.run("UPDATE entry SET id = 9 WHERE id = 8") == 0)
    }
  }

  @Test func `S-04 undoes everything when the closure throws, and passes the error on`() throws {
    #expect(throws: Refused(number: 7)) {
      try database.write { transaction in
        try Fixtures.write(1, in: transaction)
        throw Refused(number: 7)
      }
    }
    #expect(try count("entry") == 0)
    #expect(
      code { transaction throws(StoreError) in
        try Fixtures.write(2, in: transaction)
        try transaction.run("INSERT INTO entry VALUES(2, x'00')")
      } == .constraint)
    #expect(try count("entry") == 0)
    #expect(try count("mirror") == 0)
  }

  @Test func `S-04 writes nothing more once SQLite has ended it, even if the error is caught`()
    throws
  {
    let end = code { transaction throws(StoreError) in
      try Fixtures.write(1, in: transaction)
      do throws(StoreError) {
        try transaction.run("INSERT OR ROLLBACK INTO entry VALUES(1, x'00')")
      } catch {
        #expect(error.code == .constraint)
      }
      do throws(StoreError) {
        try transaction.run("INSERT INTO entry VALUES(5, x'00')")
        Issue.record("a statement ran outside of a transaction")
      } catch {
        #expect(error.code == .constraint)
      }
    }
    #expect(end == .constraint)
    #expect(try count("entry") == 0)
    try database.write { try Fixtures.write(1, in: $0) }
    #expect(try count("entry") == 1)
  }

  @Test func `keeps the rest when one statement fails and the closure goes on`() throws {
    try database.write { transaction in
      try Fixtures.write(1, in: transaction)
      #expect(throws: StoreError.self) { try Fixtures.write(1, in: transaction) }
      try Fixtures.write(2, in: transaction)
    }
    #expect(try count("entry") == 2)
  }

  @Test(arguments: [
    "INSERT INTO entry VALUES(1, x'00')", "DELETE FROM entry", "CREATE TABLE more(id INTEGER)",
    "DROP TABLE entry",
  ]) func `refuses to write while reading`(sql: String) throws {
    let refused = #expect(throws: StoreError.self) {
      try database.read { _ = try $0.run(sql) }
    }
    #expect(refused?.code == .misuse)
    // A statement that writing has left in the cache is no way around it.
    #expect(throws: Refused.self) {
      try database.write { transaction in
        try transaction.run(sql)
        throw Refused(number: 0)
      }
    }
    #expect(throws: StoreError.self) { try database.read { _ = try $0.run(sql) } }
    #expect(try count("entry") == 0)
  }

  @Test(arguments: [
    "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "END", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
    "ATTACH ':memory:' AS other", "DETACH main", "PRAGMA user_version = 9",
    "PRAGMA journal_mode = DELETE", "PRAGMA secure_delete = OFF", "PRAGMA writable_schema = ON",
    "SELECT 1; SELECT 2", "", " ", "-- nothing", "SELEKT 1", "SELECT nothing FROM entry",
    "SELECT ?", "SELECT load_extension('x')",
  ]) func `refuses what is wrong or would leave it`(sql: String) throws {
    #expect(code { transaction throws(StoreError) in try transaction.run(sql) } == .misuse)
    let refused = #expect(throws: StoreError.self) { try database.read { _ = try $0.rows(sql) } }
    #expect(refused?.code == .misuse)
    try database.write { try Fixtures.write(1, in: $0) }
  }

  @Test func `gives one row, or none, and calls several a misuse`() throws {
    try database.write { transaction in
      #expect(try transaction.row("SELECT id FROM entry") == nil)
      try Fixtures.write(1, in: transaction)
      #expect(try transaction.row("SELECT id FROM entry")?.integer(0) == 1)
      try Fixtures.write(2, in: transaction)
      #expect(throws: StoreError.self) { try transaction.row("SELECT id FROM entry") }
      #expect(try transaction.rows("SELECT id FROM entry").map { try $0.integer(0) } == [1, 2])
    }
  }

  @Test func `streams until told to stop, and leaves no cursor behind`() throws {
    try database.write { transaction in
      for id in 1...100 { try Fixtures.write(Int64(id), in: transaction) }
    }
    let seen = try database.read { transaction in
      var seen: [Int64] = []
      try transaction.forEach("SELECT id FROM entry WHERE id > ?", [.integer(10)]) { row in
        seen.append(try row.integer(0))
        return seen.count < 5
      }
      return seen
    }
    #expect(seen == [11, 12, 13, 14, 15])
    #expect(throws: Refused(number: 11)) {
      try database.read { transaction in
        try transaction.forEach("SELECT id FROM entry WHERE id > ?", [.integer(10)]) { row in
          throw Refused(number: Int(try row.integer(0)))
        }
      }
    }
    // A cursor left open would keep the log from being cut.
    try database.truncateLog()
    try database.write { _ = try $0.run("DROP TABLE entry") }
  }

  @Test func `runs the same statement inside its own rows`() throws {
    try database.write { transaction in
      for id in 1...3 { try Fixtures.write(Int64(id), in: transaction) }
      var pairs = 0
      try transaction.forEach("SELECT id FROM entry") { _ in
        try transaction.forEach("SELECT id FROM entry") { _ in
          pairs += 1
          return true
        }
        return true
      }
      #expect(pairs == 9)
    }
  }

  @Test func `S-03 checks foreign keys`() {
    #expect(
      code { transaction throws(StoreError) in
        try transaction.run("INSERT INTO child VALUES(99)")
      } == .constraint)
  }

  @Test func `calls a column of another kind damaged`() throws {
    let row = try #require(
      try database.read { try $0.row("SELECT 1, 'text', x'00', NULL") })
    #expect(throws: StoreError.self) { try row.text(0) }
    #expect(throws: StoreError.self) { try row.blob(1) }
    #expect(throws: StoreError.self) { try row.integer(2) }
    let refused = #expect(throws: StoreError.self) { try row.integer(3) }
    #expect(refused?.code == .damaged)
    #expect(try row.optionalInteger(0) == 1 && row.optionalInteger(3) == nil)
    #expect(try row.optionalText(1) == "text" && row.optionalText(3) == nil)
    #expect(try row.optionalBlob(2) == [0] && row.optionalBlob(3) == nil)
    for sql in ["SELECT 1.5", "SELECT CAST(x'ff' AS TEXT)"] {
      let refused = #expect(throws: StoreError.self) { try database.read { _ = try $0.row(sql) } }
      #expect(refused?.code == .damaged)
    }
  }

  @Test func `S-03 is in the file once the log is folded, and the log is written over`() throws {
    func byteCount(_ suffix: String) throws -> Int {
      try #require(try scratch.snapshot()["box.trueseal" + suffix]).bytes.count
    }
    let words = Array("a row of many words".utf8)
    func isInFile() throws -> Bool {
      try #require(try scratch.snapshot()["box.trueseal"]).bytes.contains(words)
    }
    try database.write { transaction in
      try transaction.run("INSERT INTO mixed(id, body) VALUES (1, ?)", .blob(words))
    }
    #expect(try !isInFile())
    try database.foldLog()
    #expect(try isInFile())
    let log = try byteCount("-wal")
    #expect(log > 0)
    for id in 2...9 {
      try database.write { transaction in
        try transaction.run(
          "INSERT INTO mixed(id, body) VALUES (?, ?)", .integer(Int64(id)), .blob(words))
      }
      try database.foldLog()
    }
    #expect(try byteCount("-wal") == log)
  }

  @Test func `is refused after close`() throws {
    database.close()
    database.close()
    #expect(code { _ throws(StoreError) in } == .closed)
    for fold in [database.truncateLog, database.foldLog] {
      let refused = #expect(throws: StoreError.self) { try fold() }
      #expect(refused?.code == .closed)
    }
  }

  @Test func `serves many threads one after another`() async throws {
    await withThrowingTaskGroup(of: Void.self) { [database] group in
      for id in 1...40 {
        group.addTask { try database.write { try Fixtures.write(Int64(id), in: $0) } }
      }
    }
    #expect(try count("entry") == 40)
    #expect(try count("mirror") == 40)
  }
}
