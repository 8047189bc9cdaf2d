import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

@Suite struct `A store that seals cells` {
  private static let key: UInt64 = 0x0123_4567_89AB_CDEF
  private static let marker = Array("what nobody may read in a file".utf8)

  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(
    _ cipher: CellCipher? = .toy(key: key), _ schema: Schema = Fixtures.release1,
    name: String = "box", on disk: TestDisk = TestDisk()
  ) throws(StoreError) -> Database {
    try disk.open(directory: scratch.store, name: name, schema: schema, cipher: cipher)
  }

  private static func cell(_ id: Int64) -> Cell { Cell("entry", "body", .integer(id)) }

  private static func write(
    _ bytes: [UInt8], _ id: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT INTO entry VALUES(?, ?)", .integer(id), transaction.sealed(bytes, for: cell(id)))
  }

  private static func read(
    _ id: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) -> [UInt8]? {
    let row = try transaction.row("SELECT body FROM entry WHERE id = ?", .integer(id))
    guard let row else { return nil }
    return try transaction.opened(try row.blob(0), from: cell(id))
  }

  private func contains(_ bytes: [UInt8]) throws -> Bool {
    try scratch.snapshot().values.contains { $0.bytes.range(of: Data(bytes)) != nil }
  }

  /// Asserts that these ciphers are refused and every file stays as it is, when it was made included.
  private func expectRefusals(of ciphers: [CellCipher?], _ comment: Comment? = nil) throws {
    let before = try scratch.snapshot()
    for cipher in ciphers {
      let refused = #expect(throws: StoreError.self, comment) { try open(cipher) }
      #expect(refused?.code == .wrongKey, comment)
      #expect(try scratch.snapshot() == before, comment)
    }
  }

  private static let wrong: [CellCipher?] = [nil, .toy(key: key &+ 1), .toy(key: 0)]

  @Test func `S-13 shows in no file what was sealed, and gives it back`() throws {
    for name in ["first", "second"] {
      let database = try open(name: name)
      #expect(database.origin == .created)
      try database.write { transaction in
        let isSealing = transaction.isSealing
        #expect(isSealing)
        try Self.write(Self.marker, 1, in: transaction)
        try Self.write([], 2, in: transaction)
      }
      #expect(try !contains(Self.marker))
      try database.truncateLog()
      #expect(try !contains(Self.marker))
      database.close()
      #expect(try !contains(Self.marker))
    }
    let database = try open(name: "first")
    #expect(database.origin == .opened)
    try database.verify()
    #expect(try database.read { try Self.read(1, in: $0) } == Self.marker)
    #expect(try database.read { try Self.read(2, in: $0) } == [])
  }

  @Test func `S-13 without a key stays as it was: no mark, no table and nothing sealed`() throws {
    let database = try open(nil)
    try database.write { transaction in
      let isSealing = transaction.isSealing
      #expect(!isSealing)
      try Self.write(Self.marker, 1, in: transaction)
      #expect(try transaction.row("SELECT 1 FROM sqlite_schema WHERE name = 'store_seal'") == nil)
    }
    #expect(try database.read { try Self.read(1, in: $0) } == Self.marker)
    database.close()
    #expect(try contains(Self.marker))
    #expect(Array(try scratch.bytes()[68..<72]) == [0, 0, 0, 0])
  }

  @Test func `S-13 a wrong key, no key, and a key where there is none, change nothing`() throws {
    let database = try open()
    try database.write { try Self.write(Self.marker, 1, in: $0) }
    database.close()
    #expect(Array(try scratch.bytes()[68..<72]) == [0x89, 0xAB, 0xCD, 0xEF])
    try expectRefusals(of: Self.wrong)
    try FileManager.default.removeItem(atPath: scratch.store + "/box.lock")
    try expectRefusals(of: Self.wrong, "a lock file appeared")
    #expect(try open().read { try Self.read(1, in: $0) } == Self.marker)

    try FileManager.default.removeItem(atPath: scratch.store)
    try scratch.makeStore()
    try expectRefusals(of: [.toy(key: Self.key), .toy(key: 0)])
    #expect(scratch.refusal() == nil)
  }

  @Test func `S-13 a wrong key changes nothing in a store that was not closed either`() throws {
    let disk = TestDisk()
    let database = try open(on: disk)
    try database.write { try Self.write(Self.marker, 1, in: $0) }
    disk.stop()
    database.close()
    let log = try #require(try scratch.snapshot()["box.trueseal-wal"])
    #expect(!log.bytes.isEmpty, "the log is not live")
    try expectRefusals(of: Self.wrong)
    #expect(try open().read { try Self.read(1, in: $0) } == Self.marker)
  }

  @Test func `S-13 a wrong key with the right mark is told from damage`() throws {
    try open().close()
    let mark = UInt32(truncatingIfNeeded: Self.key)
    let refused = #expect(throws: StoreError.self) { try open(.toy(key: 5, mark: mark)) }
    #expect(refused?.code == .wrongKey)
    let database = try open()
    try database.write { try $0.run("DELETE FROM store_seal") }
    database.close()
    let damaged = #expect(throws: StoreError.self) { try open() }
    #expect(damaged?.code == .damaged)
  }

  /// Each moves a sealed cell to where it was not sealed for.
  static let moves = [
    "UPDATE entry SET body = (SELECT body FROM entry WHERE id = 2) WHERE id = 1",
    "UPDATE entry SET body = (SELECT body FROM mirror WHERE id = 1) WHERE id = 1",
    "UPDATE entry SET body = (SELECT proof FROM store_seal) WHERE id = 1",
    "UPDATE entry SET id = 9 WHERE id = 1", "UPDATE entry SET body = x'' WHERE id = 1",
    "UPDATE store_seal SET salt = randomblob(16)",
  ]

  @Test(arguments: moves)
  func `S-13 a cell opens only where it was sealed`(move: String) throws {
    let database = try open()
    try database.write { transaction in
      for id: Int64 in 1...2 { try Self.write(Self.marker, id, in: transaction) }
      try transaction.run(
        "INSERT INTO mirror VALUES(1, ?)",
        transaction.sealed(Self.marker, for: Cell("mirror", "body", .integer(1))))
      try transaction.run(move)
    }
    guard move.contains("store_seal SET") else {
      let id: Int64 = move.contains("id = 9") ? 9 : 1
      let refused = #expect(throws: StoreError.self) {
        try database.read { try Self.read(id, in: $0) }
      }
      #expect(refused?.code == .damaged)
      return
    }
    database.close()
    let refused = #expect(throws: StoreError.self) { try open() }
    #expect(refused?.code == .wrongKey)
  }

  @Test func `S-13 a cell of another store under the same key does not open`() throws {
    let other = try open(name: "other")
    try other.write { try Self.write(Self.marker, 1, in: $0) }
    let row = try #require(try other.read { try $0.row("SELECT body FROM entry") })
    let database = try open()
    try database.write { try $0.run("INSERT INTO entry VALUES(1, ?)", .blob(try row.blob(0))) }
    let refused = #expect(throws: StoreError.self) {
      try database.read { try Self.read(1, in: $0) }
    }
    #expect(refused?.code == .damaged)
  }

  /// Places that would be alike if their parts were put together without lengths and kinds.
  @Test func `S-13 no two places are alike`() throws {
    let cells = [
      Cell("ab", "c", .null), Cell("a", "bc", .null), Cell("ab", "c", .integer(0)),
      Cell("ab", "c", .integer(1)), Cell("ab", "c", .blob([])), Cell("ab", "c", .text("")),
      Cell("ab", "c", .text("x")), Cell("ab", "c", .blob(Array("x".utf8))),
      Cell("ab", "c", .blob([1]), .blob([2])), Cell("ab", "c", .blob([1, 2])),
      Cell("ab", "c", .integer(0), .integer(1)), Cell("ab", "c", .integer(1), .integer(0)),
    ]
    try open().write { transaction in
      for (number, cell) in cells.enumerated() {
        guard case .blob(let sealed) = transaction.sealed(Self.marker, for: cell) else { return }
        for (other, place) in cells.enumerated() {
          let opened = try? transaction.opened(sealed, from: place)
          #expect((opened == Self.marker) == (number == other), "\(number) in \(other)")
        }
      }
    }
  }

  @Test func `S-13 V-02 a migration seals, and a newer store is too new before its key is asked`()
    throws
  {
    let database = try open()
    try database.write { try Self.write(Self.marker, 1, in: $0) }
    database.close()
    let next = Schema(
      versions: Fixtures.release1.versions + [
        SchemaVersion(
          number: 2,
          migrations: [
            Migration("longer") { transaction in
              let bytes = try Self.read(1, in: transaction) ?? []
              try transaction.run(
                "UPDATE entry SET body = ?", transaction.sealed(bytes + [1], for: Self.cell(1)))
            }
          ])
      ])
    try expectRefusals(of: Self.wrong)
    let migrated = try open(.toy(key: Self.key), next)
    #expect(migrated.origin == .migrated(from: 1))
    #expect(try migrated.read { try Self.read(1, in: $0) } == Self.marker + [1])
    migrated.close()
    let before = try scratch.snapshot()
    for cipher in Self.wrong + [.toy(key: Self.key)] {
      let refused = #expect(throws: StoreError.self) { try open(cipher) }
      #expect(refused?.code == .tooNew)
    }
    #expect(try scratch.snapshot() == before)
  }
}
