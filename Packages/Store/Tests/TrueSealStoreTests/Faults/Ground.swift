import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// Where faults strike: stores made alike, each on a disk of its own, and what they must hold.
final class Ground {
  /// What a store of release one holds.
  typealias Rows = [Int64: Body]

  /// A row's bytes, which a failed test does not print.
  struct Body: Hashable, CustomStringConvertible {
    let bytes: [UInt8]

    var description: String { "\(bytes.count) bytes" }
  }

  private let scratch: Scratch
  private var number = 0

  init() throws {
    scratch = try Scratch()
    let database = try Self.open(scratch.store)
    try database.write { transaction throws(StoreError) in
      for id: Int64 in 1...3 { try Fixtures.write(id, in: transaction) }
    }
    database.close()
  }

  /// A folder with a store of three entries in it.
  func copy() throws -> String {
    number += 1
    let path = scratch.path + "/\(number)"
    try FileManager.default.copyItem(atPath: scratch.store, toPath: path)
    return path
  }

  /// A folder that does not exist yet.
  func empty() -> String {
    number += 1
    return scratch.path + "/\(number)"
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
  }

  func snapshot(_ path: String) throws -> [String: FileRecord] { try scratch.snapshot(path) }

  /// Opens a store on a disk; the one without faults unless told otherwise.
  static func open(
    _ path: String, _ schema: Schema = Fixtures.release1, on disk: TestDisk = TestDisk()
  ) throws(StoreError) -> Database {
    try disk.open(directory: path, name: "box", schema: schema)
  }

  /// The rows of a store of release one, which must be the same in both of its tables.
  static func rows(_ database: Database) throws -> Rows {
    try database.verify()
    return try database.read { transaction in
      var found: [Rows] = []
      for table in ["entry", "mirror"] {
        var rows: Rows = [:]
        try transaction.forEach("SELECT id, body FROM \(table)") { row in
          rows[try row.integer(0)] = Body(bytes: try row.blob(1))
          return true
        }
        found.append(rows)
      }
      #expect(found[0] == found[1], "half a transaction")
      return found[0]
    }
  }

  /// What a deed's store holds before its first step and after each.
  func states(of deed: Deed) throws -> [Rows] {
    let path = try copy()
    let database = try Self.open(path)
    var states = [try Self.rows(database)]
    try deed.take(from: 0, on: database) { _ in
      if let rows = try? Self.rows(database) { states.append(rows) }
    }
    database.close()
    try remove(path)
    #expect(states.count == deed.steps.count + 1)
    return states
  }
}

/// What a sweep has struck, so that it can show that it was none.
struct Tally {
  private(set) var strikes: [DiskCall] = []

  var operations: Set<DiskFault.Operation> { Set(strikes.map(\.operation)) }

  mutating func add(_ disk: TestDisk) { strikes += disk.strikes }
}
