import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// A store too old to be migrated, in a release that begins such a store anew (V-03).
@Suite struct `A store too old` {
  let scratch: Scratch
  static let secret = "a secret of the development build "

  init() throws { scratch = try Scratch() }

  /// What a development build left: tables and rows, and no version.
  private func makeDevelopmentStore(_ tables: [String] = Fixtures.developmentTables) throws {
    let steps = Migration("development") { transaction in
      for table in tables { try transaction.run(table) }
      guard tables == Fixtures.developmentTables else { return }
      let text = Value.text(String(repeating: Self.secret, count: 400))
      try transaction.run("INSERT INTO identity VALUES(1, ?)", text)
      try transaction.run("INSERT INTO manifest VALUES(1, 1, ?)", text)
      try transaction.run("INSERT INTO outbox VALUES(1, 1, ?)", text)
    }
    let schema = Schema(versions: [SchemaVersion(number: 1, migrations: [steps])])
    try scratch.open(schema).close()
    var bytes = try scratch.bytes()
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
    try scratch.overwrite(bytes)
  }

  private func entries(_ database: Database) throws -> [Int64] {
    try database.verify()
    return try database.read { transaction in
      try transaction.rows("SELECT id FROM entry ORDER BY id").map { try $0.integer(0) }
    }
  }

  private func holdsSecret() throws -> Bool {
    try scratch.snapshot().values.contains { $0.bytes.range(of: Data(Self.secret.utf8)) != nil }
  }

  private func tables(_ database: Database) throws -> [String] {
    try database.read { transaction in
      try transaction.rows(
        "SELECT name FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name"
      )
      .map { try $0.text(0) }
    }
  }

  @Test func `V-03 of a development build is emptied and made anew, and says so once`() throws {
    try makeDevelopmentStore()
    #expect(try holdsSecret())
    let database = try scratch.open(Fixtures.release1Renewing)
    #expect(database.origin == .renewed(from: 0))
    #expect(try entries(database) == [99])
    #expect(try tables(database) == ["entry", "mirror"])
    #expect(try !holdsSecret())
    #expect(try Array(scratch.bytes()[60..<64]) == [0, 0, 0, 1])
    #expect(throws: StoreError.self) {
      try database.write { transaction throws(StoreError) in
        try transaction.run("CREATE TABLE a(id INTEGER PRIMARY KEY) STRICT")
        try transaction.run("CREATE TABLE b(a INTEGER REFERENCES a(id)) STRICT")
        try transaction.run("INSERT INTO b VALUES(7)")
      }
    }
    database.close()
    let again = try scratch.open(Fixtures.release1Renewing)
    #expect(again.origin == .opened)
    #expect(try entries(again) == [99])
  }

  @Test func `V-03 leaves nothing that its build deleted without overwriting it`() throws {
    try makeDevelopmentStore()
    // A page of the old build's that no table owns: two pages more, the first a list of the second.
    var bytes = try scratch.bytes()
    let count = bytes.count / StoreLimits.pageByteCount
    var list = [UInt8](repeating: 0, count: StoreLimits.pageByteCount)
    list[7] = 1
    list.replaceSubrange(8..<12, with: Self.number(count + 2))
    let text = Array(String(repeating: Self.secret, count: 100).utf8)
    let page = text + [UInt8](repeating: 0, count: StoreLimits.pageByteCount - text.count)
    bytes += list + page
    bytes.replaceSubrange(28..<32, with: Self.number(count + 2))
    bytes.replaceSubrange(32..<36, with: Self.number(count + 1))
    bytes.replaceSubrange(36..<40, with: Self.number(2))
    try scratch.overwrite(bytes)
    let database = try scratch.open(Fixtures.release1Renewing)
    #expect(database.origin == .renewed(from: 0))
    #expect(try entries(database) == [99])
    #expect(try !holdsSecret())
  }

  private static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A development build's own number lies where the mark of a key is (bytes 68 to 71).
  @Test func `V-03 S-13 with a number where the key's mark is opens again, with a key or without`()
    throws
  {
    for cipher in [nil, .toy(key: 3)] as [CellCipher?] {
      try? FileManager.default.removeItem(atPath: scratch.store)
      try makeDevelopmentStore()
      var bytes = try scratch.bytes()
      bytes.replaceSubrange(68..<72, with: [1, 2, 3, 4])
      try scratch.overwrite(bytes)
      for origin in [Origin.renewed(from: 0), .opened] {
        let database = try Database.open(
          directory: scratch.store, name: "box", schema: Fixtures.release1Renewing, cipher: cipher)
        #expect(database.origin == origin)
        #expect(try entries(database) == [99])
        database.close()
      }
    }
  }

  @Test func `V-03 below the floor is emptied and made anew`() throws {
    try scratch.makeStore()
    let database = try scratch.open(Fixtures.release3Alone)
    #expect(database.origin == .renewed(from: 1))
    #expect(try entries(database) == [99])
    #expect(try tables(database) == ["entry", "entry_by_size", "note"])
    #expect(try Array(scratch.bytes()[60..<64]) == [0, 0, 0, 3])
  }

  @Test func `V-03 of the floor itself is kept`() throws {
    let first = try scratch.open(Fixtures.release3())
    try first.write { try $0.run("INSERT INTO entry(id, body) VALUES(5, x'05')") }
    first.close()
    let database = try scratch.open(Fixtures.release3Alone)
    #expect(database.origin == .opened)
    #expect(try entries(database) == [5])
  }

  @Test(arguments: [
    ["CREATE TABLE identity(id)", "CREATE TABLE manifest(id)"],
    ["CREATE TABLE identity(id)", "CREATE TABLE manifest(id)", "CREATE TABLE contacts(id)"],
    Fixtures.developmentTables + ["CREATE TABLE contacts(id)"],
    ["CREATE VIEW identity AS SELECT 1"],
  ])
  func `V-03 S-11 without a version and with other tables is left alone`(
    tables: [String]
  ) throws {
    try makeDevelopmentStore(tables)
    let before = try scratch.snapshot()["box.trueseal"]
    #expect(scratch.refusal(Fixtures.release1Renewing) == .tooOld)
    #expect(try scratch.snapshot()["box.trueseal"] == before)
    #expect(try scratch.snapshot().keys.sorted() == ["box.lock", "box.trueseal"])
  }

  @Test(arguments: [12, 100, 4_000])
  func `V-03 S-11 that cannot be read is damaged and not wiped`(byteCount: Int) throws {
    try makeDevelopmentStore()
    try scratch.overwrite(Array(try scratch.bytes().prefix(byteCount)))
    let before = try scratch.bytes()
    #expect(scratch.refusal(Fixtures.release1Renewing) == .damaged)
    #expect(try scratch.bytes() == before)
  }

  @Test(arguments: [
    .stops, .losesPower(.nothing), .losesPower(.some(seed: 51)), .losesPower(.some(seed: 52)),
    .fails(.room), .fails(.device), DiskFault.Effect.tears(.room),
  ])
  func `V-03 struck anywhere is the old store or the new one, and is made anew once`(
    effect: DiskFault.Effect
  ) throws {
    try makeDevelopmentStore()
    let made = scratch.store
    var struck: Set<DiskFault.Operation> = []
    var (oldCount, newCount) = (0, 0)
    for number in 1... {
      let (disk, path) = (TestDisk(), scratch.path + "/run-\(number)")
      try FileManager.default.copyItem(atPath: made, toPath: path)
      disk.plan(DiskFault(effect, at: number))
      do throws(StoreError) {
        try Ground.open(path, Fixtures.release1Renewing, on: disk).close()
      } catch {
        let isFull = [.fails(.room), .tears(.room)].contains(effect)
        #expect(error.code == (isFull ? .full : .io), "\(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      struck.formUnion(disk.strikes.map(\.operation))
      let database = try Ground.open(path, Fixtures.release1Renewing)
      #expect([.renewed(from: 0), .opened].contains(database.origin), "\(disk.strikes)")
      if database.origin == .opened { newCount += 1 } else { oldCount += 1 }
      #expect(try entries(database) == [99], "\(disk.strikes)")
      for record in try scratch.snapshot(path).values {
        #expect(record.bytes.range(of: Data(Self.secret.utf8)) == nil, "\(disk.strikes)")
      }
      database.close()
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(struck == DiskFault.Operation.changes)
    #expect(oldCount > 0 && newCount > 0)
  }
}
