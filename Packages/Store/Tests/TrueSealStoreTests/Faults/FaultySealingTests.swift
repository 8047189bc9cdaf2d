import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// A store that seals is struck at each call of its making and of a migration.
@Suite struct `Opening a sealed store on a disk that fails` {
  private static let right = CellCipher.toy(key: 71)
  private static let wrong: [CellCipher?] = [nil, .toy(key: 72)]

  let ground: Ground

  init() throws { ground = try Ground() }

  static let effects: [DiskFault.Effect] = [
    .fails(.device), .fails(.room), .stops, .losesPower(.nothing), .losesPower(.some(seed: 51)),
    .losesPower(.some(seed: 52)),
  ]

  private func open(
    _ path: String, _ schema: Schema = Fixtures.release1, _ cipher: CellCipher? = right,
    on disk: TestDisk = TestDisk()
  ) throws(StoreError) -> Database {
    try disk.open(directory: path, name: "box", schema: schema, cipher: cipher)
  }

  /// Strikes every call of an opening in turn; returns how many there were.
  private func sweep(
    _ schema: Schema, _ effect: DiskFault.Effect, prepare: () throws -> String,
    _ look: (String, Comment) throws -> Void
  ) throws -> Tally {
    var tally = Tally()
    for number in 1... {
      let (disk, path) = (TestDisk(), try prepare())
      disk.plan(DiskFault(effect, at: number))
      do throws(StoreError) {
        try open(path, schema, on: disk).close()
      } catch {
        #expect(error.code == (effect == .fails(.room) ? .full : .io), "\(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      tally.add(disk)
      try look(path, "\(disk.strikes)")
      try ground.remove(path)
    }
    #expect(tally.operations.isSuperset(of: [.write, .sync]))
    return tally
  }

  @Test(arguments: effects)
  func `S-13 one whose making was struck has its key from the start, or is not made at all`(
    effect: DiskFault.Effect
  ) throws {
    var (made, unmade) = (0, 0)
    _ = try sweep(Fixtures.release1, effect, prepare: ground.empty) { path, comment in
      let before = try ground.snapshot(path)
      do {
        // Who comes with another key finds nothing, or nothing that is theirs.
        let database = try open(path, Fixtures.release1, Self.wrong[1])
        #expect(database.origin == .created, comment)
        unmade += 1
      } catch let error as StoreError {
        #expect(error.code == .wrongKey, comment)
        #expect(try ground.snapshot(path) == before, comment)
        let database = try open(path)
        #expect(database.origin == .opened, comment)
        try database.verify()
        made += 1
      }
    }
    #expect(made > 0 && unmade > 0)
  }

  @Test(arguments: effects)
  func `S-13 V-02 a migration that was cut short is left to who has the key`(
    effect: DiskFault.Effect
  ) throws {
    let store = ground.empty()
    let database = try open(store)
    try database.write { transaction throws(StoreError) in
      for id: Int64 in 1...3 { try Fixtures.write(id, in: transaction) }
    }
    database.close()
    func prepare() throws -> String {
      let path = ground.empty()
      try FileManager.default.copyItem(atPath: store, toPath: path)
      return path
    }
    var hot = 0
    _ = try sweep(Fixtures.release2(), effect, prepare: prepare) { path, comment in
      let before = try ground.snapshot(path)
      if before["box.trueseal-journal"] != nil { hot += 1 }
      for cipher in Self.wrong {
        let refused = #expect(throws: StoreError.self, comment) {
          try open(path, Fixtures.release2(), cipher)
        }
        #expect(refused?.code == .wrongKey, comment)
        #expect(try ground.snapshot(path) == before, comment)
      }
      let migrated = try open(path, Fixtures.release2())
      try migrated.verify()
      let count = try migrated.read { try $0.row("SELECT count(*) FROM entry")?.integer(0) }
      #expect(count == 3, comment)
    }
    #expect(hot > 0)
  }
}
