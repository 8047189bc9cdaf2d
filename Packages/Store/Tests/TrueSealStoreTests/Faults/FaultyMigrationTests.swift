import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// Opening is struck at each call, with a layout to change on the way and without.
@Suite struct `Opening on a disk that fails` {
  let ground: Ground

  init() throws { ground = try Ground() }

  static let effects: [DiskFault.Effect] = [
    .fails(.device), .fails(.room), .tears(.room), .stops, .losesPower(.nothing),
    .losesPower(.some(seed: 41)), .losesPower(.some(seed: 42)), .losesPower(.some(seed: 43)),
    .losesPower(.some(seed: 44)),
  ]

  /// Strikes every call of an opening in turn; returns how many there were.
  private func sweep(
    _ schema: Schema, _ effect: DiskFault.Effect, isLasting: Bool = false,
    prepare: () throws -> String, _ look: (String, TestDisk) throws -> Void
  ) throws -> Tally {
    var tally = Tally()
    for number in 1... {
      let (disk, path) = (TestDisk(), try prepare())
      disk.plan(DiskFault(effect, at: number, isLasting: isLasting))
      do throws(StoreError) {
        try Ground.open(path, schema, on: disk).close()
        // Closing folds the log once more, and nobody hears of a failure in that.
      } catch {
        let isFull = effect == .fails(.room) || effect == .tears(.room)
        #expect(error.code == (isFull ? .full : .io), "\(error) \(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      tally.add(disk)
      try look(path, disk)
      try ground.remove(path)
    }
    #expect(tally.operations.isSuperset(of: [.write, .sync]))
    return tally
  }

  /// Asserts that the store is one of release one with three entries or one of release two.
  ///
  /// A release that does not know the layout must leave every byte where it is.
  private func expectOldOrNew(_ path: String, _ comment: Comment) throws {
    let before = try ground.snapshot(path)
    do {
      let database = try Ground.open(path)
      #expect(try Ground.rows(database).keys.sorted() == [1, 2, 3], comment)
      database.close()
    } catch let error as StoreError {
      #expect(error.code == .tooNew, comment)
      #expect(try ground.snapshot(path) == before, comment)
    }
  }

  private func expectMigrated(_ path: String, _ comment: Comment) throws {
    let database = try Ground.open(path, Fixtures.release2())
    try database.verify()
    try database.read { transaction in
      let row = try transaction.row("SELECT count(*), sum(length(body)), sum(size) FROM entry")
      #expect(try (0..<3).map { try row?.integer($0) } == [3, 9_000, 0], comment)
      #expect(try transaction.row("SELECT count(*) FROM note")?.integer(0) == 3, comment)
      #expect(try transaction.row("SELECT 1 FROM sqlite_schema WHERE name = 'mirror'") == nil)
    }
    database.close()
  }

  @Test(arguments: effects)
  func `V-01 V-02 V-04 a migration struck anywhere leaves the old version or the new one`(
    effect: DiskFault.Effect
  ) throws {
    let tally = try sweep(Fixtures.release2(), effect, prepare: ground.copy) { path, disk in
      try expectOldOrNew(path, "\(disk.strikes)")
      try expectMigrated(path, "\(disk.strikes)")
    }
    #expect(tally.operations == DiskFault.Operation.changes)
  }

  /// The journal takes the pages that change, so a table that no step touches is never copied.
  @Test func `V-06 a migration stopped anywhere has copied nothing that it does not change`() throws
  {
    let kept = [UInt8](repeating: 0x33, count: 100)
    let next = Schema(
      versions: Fixtures.release1.versions + [
        SchemaVersion(
          number: 2,
          migrations: [Migration("half") { try $0.run("UPDATE entry SET body = x'77'") }])
      ])
    func prepare() throws -> String {
      let path = try ground.copy()
      let database = try Ground.open(path)
      try database.write { try $0.run("INSERT INTO mirror VALUES(7, ?)", .blob(kept)) }
      database.close()
      return path
    }
    var journals = 0
    _ = try sweep(next, .stops, prepare: prepare) { path, disk in
      for (name, record) in try ground.snapshot(path) where name != "box.trueseal" {
        let isCopied = record.bytes.range(of: Data(kept)) != nil
        if name.hasSuffix("-journal") { journals += 1 }
        #expect(!isCopied, "\(name) \(disk.strikes)")
      }
    }
    #expect(journals > 3)
  }

  /// Nothing between: once release one refuses the store, release two refuses it as well.
  @Test(arguments: [effects[3], .losesPower(.nothing), .losesPower(.some(seed: 45))])
  func `V-01 V-02 two versions at once struck anywhere leave the oldest or the newest`(
    effect: DiskFault.Effect
  ) throws {
    let tally = try sweep(Fixtures.release3(), effect, prepare: ground.copy) { path, disk in
      let comment: Comment = "\(disk.strikes)"
      try expectOldOrNew(path, comment)
      if throwsTooNew(path, Fixtures.release1) {
        #expect(throwsTooNew(path, Fixtures.release2()), comment)
      }
      let database = try Ground.open(path, Fixtures.release3())
      try database.verify()
      let sizes = try database.read { transaction in
        try transaction.rows("SELECT size FROM entry ORDER BY id").map { try $0.integer(0) }
      }
      #expect(sizes == [3_000, 3_000, 3_000], comment)
      database.close()
    }
    #expect(tally.operations == DiskFault.Operation.changes)
  }

  private func throwsTooNew(_ path: String, _ schema: Schema) -> Bool {
    do throws(StoreError) {
      try Ground.open(path, schema).close()
      return false
    } catch {
      return error.code == .tooNew
    }
  }

  /// The log of a store that was not closed holds rows that the file does not.
  @Test(arguments: effects)
  func `V-02 a migration out of a log struck anywhere leaves the old version or the new one`(
    effect: DiskFault.Effect
  ) throws {
    func prepare() throws -> String {
      let (path, disk) = (try ground.copy(), TestDisk())
      let database = try Ground.open(path, on: disk)
      try database.write { transaction throws(StoreError) in
        for table in ["entry", "mirror"] {
          try transaction.run("UPDATE \(table) SET id = id + 3 WHERE id > 1")
          try transaction.run("UPDATE \(table) SET id = id - 3 WHERE id > 1")
        }
      }
      disk.stop()
      database.close()
      return path
    }
    _ = try sweep(Fixtures.release2(), effect, prepare: prepare) { path, disk in
      try expectOldOrNew(path, "\(disk.strikes)")
      try expectMigrated(path, "\(disk.strikes)")
    }
  }

  @Test(arguments: [DiskFault.Cause.device, .room])
  func `V-02 S-11 a migration refused for long is done by the same process when the disk works`(
    cause: DiskFault.Cause
  ) throws {
    _ = try sweep(
      Fixtures.release2(), .fails(cause), isLasting: true, prepare: ground.copy
    ) { path, disk in
      for _ in 0..<2 {
        do throws(StoreError) {
          try Ground.open(path, Fixtures.release2(), on: disk).close()
        } catch {
          #expect(error.code == (cause == .room ? .full : .io), "\(error) \(disk.strikes)")
        }
      }
      disk.mend()
      let database = try Ground.open(path, Fixtures.release2(), on: disk)
      try database.verify()
      database.close()
      try expectMigrated(path, "\(disk.strikes)")
    }
  }

  @Test(arguments: effects)
  func `V-02 a failing step struck as it is undone leaves the old version`(
    effect: DiskFault.Effect
  ) throws {
    let failing = Schema(
      versions: Fixtures.release1.versions + [
        SchemaVersion(
          number: 2,
          migrations: [
            Migration("clears") { transaction in
              try transaction.run("UPDATE entry SET body = zeroblob(70000)")
              try transaction.run("DELETE FROM mirror")
              throw StoreError(.io, "this step always fails")
            }
          ])
      ])
    for number in 1... {
      let (disk, path) = (TestDisk(), try ground.copy())
      disk.plan(DiskFault(effect, at: number))
      #expect(throws: StoreError.self) { try Ground.open(path, failing, on: disk) }
      let database = try Ground.open(path)
      #expect(try Ground.rows(database).keys.sorted() == [1, 2, 3], "\(disk.strikes)")
      database.close()
      guard !disk.strikes.isEmpty else {
        #expect(number > 1)
        break
      }
    }
  }

  @Test(arguments: effects)
  func `S-04 S-11 a store being made is made in the end`(effect: DiskFault.Effect) throws {
    _ = try sweep(Fixtures.release1, effect, prepare: ground.empty) { path, disk in
      let database = try Ground.open(path)
      #expect(try Ground.rows(database) == [:], "\(disk.strikes)")
      try database.write { try Fixtures.write(1, in: $0) }
      database.close()
      let again = try Ground.open(path)
      #expect(again.origin == .opened)
      #expect(try Ground.rows(again).count == 1)
      again.close()
    }
  }

  @Test(arguments: effects)
  func `S-04 taking up the log of a killed holder loses nothing`(effect: DiskFault.Effect) throws {
    func prepare() throws -> String {
      let (path, disk) = (try ground.copy(), TestDisk())
      let database = try Ground.open(path, on: disk)
      for id: Int64 in 4..<7 {
        try database.write { try Fixtures.write(id, byteCount: 5_000, in: $0) }
      }
      disk.stop()
      database.close()
      return path
    }
    _ = try sweep(Fixtures.release1, effect, prepare: prepare) { path, disk in
      let database = try Ground.open(path)
      #expect(try Ground.rows(database).keys.sorted() == [1, 2, 3, 4, 5, 6], "\(disk.strikes)")
      database.close()
    }
  }
}
