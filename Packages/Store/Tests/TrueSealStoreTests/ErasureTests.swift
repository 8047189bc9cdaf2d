import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `A deleted row` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A body that names its row, often enough to be found in any piece of it.
  private static func marker(_ id: Int, byteCount: Int) -> [UInt8] {
    let word = Array("<marker-\(String(id + 1_000_000))>".utf8)
    return (0..<byteCount).map { word[$0 % word.count] }
  }

  /// The rows whose marker is somewhere in a file of the store.
  private func traces() throws -> Set<Int> {
    let head = Array("marker-".utf8)
    var found: Set<Int> = []
    for record in try scratch.snapshot().values {
      for piece in [UInt8](record.bytes).split(separator: UInt8(ascii: "<"))
      where piece.starts(with: head) {
        let digits = String(decoding: piece.dropFirst(head.count).prefix(7), as: UTF8.self)
        if let id = Int(digits) { found.insert(id - 1_000_000) }
      }
    }
    return found
  }

  @Test(arguments: [24, 200, 1_500, 61_440])
  func `S-03 is in no file once the log is cut`(byteCount: Int) throws {
    let count = byteCount > 10_000 ? 40 : 800
    print("seed \(byteCount)")
    var generator = SeededGenerator(seed: UInt64(byteCount))
    let order = (0..<count).shuffled(using: &generator)
    let deleted = Set(order.shuffled(using: &generator).prefix(count / 2))
    let database = try scratch.open()
    try database.write { transaction in
      try transaction.run(
        "CREATE TABLE body(key BLOB PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID")
    }
    for part in order.chunked(by: 50) {
      try database.write { transaction in
        let insert = try transaction.prepare("INSERT INTO body VALUES(?, ?)")
        for id in part {
          let key: [UInt8] = [UInt8(id * 37 % 256), UInt8(id / 256), UInt8(id % 256)]
          try insert.run(.blob(key), .blob(Self.marker(id, byteCount: byteCount)))
        }
      }
    }
    #expect(try traces() == Set(order), "the scan does not find what is there")
    for part in Array(deleted).chunked(by: 50) {
      try database.write { transaction in
        let delete = try transaction.prepare("DELETE FROM body WHERE key = ?")
        for id in part {
          let key: [UInt8] = [UInt8(id * 37 % 256), UInt8(id / 256), UInt8(id % 256)]
          #expect(try delete.run(.blob(key)) == 1)
        }
      }
    }
    try database.truncateLog()
    #expect(try traces().intersection(deleted) == [])
    #expect(try traces() == Set(order).subtracting(deleted))
    try database.write { _ = try $0.run("DELETE FROM body") }
    database.close()
    #expect(try traces() == [])
  }

  @Test func `S-03 V-06 is in no file after its store was migrated`() throws {
    let database = try scratch.open()
    try database.write { transaction in
      let body = Self.marker(1, byteCount: 3_000)
      try transaction.run("INSERT INTO entry VALUES(1, ?)", .blob(body))
    }
    database.close()
    let next = Schema(
      versions: Fixtures.release1.versions + [
        SchemaVersion(
          number: 2, migrations: [Migration("wipe") { try $0.run("DELETE FROM entry") }])
      ])
    let migrated = try scratch.open(next)
    let files = try scratch.snapshot()
    #expect(files.keys.sorted() == ["box.lock", "box.trueseal", "box.trueseal-wal"])
    #expect(files["box.trueseal-wal"]?.bytes.isEmpty == true)
    #expect(try traces() == [])
    migrated.close()
  }

  @Test func `S-03 is in no file after a killed holder's store was opened and cut`() throws {
    let probe = try Probe("commit", scratch.store, "box")
    _ = try probe.line()
    probe.kill()
    try probe.waitUntilKilled()
    let database = try scratch.open()
    #expect(try scratch.snapshot()["box.trueseal-wal"]?.bytes.isEmpty == true)
    database.close()
  }
}

extension Array {
  fileprivate func chunked(by size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
