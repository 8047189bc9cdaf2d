import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// Something a store is asked to do, as a row of steps.
struct Deed: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// One transaction.
    case write(@Sendable (borrowing Transaction) throws(StoreError) -> Void)
    case truncate
  }

  let testDescription: String
  let steps: [Step]

  init(_ name: String, _ steps: [Step]) {
    testDescription = name
    self.steps = steps
  }

  /// Takes the steps from number `first` on, and tells of each one that was done.
  func take(
    from first: Int, on database: Database, done: (Int) -> Void
  ) throws(StoreError) {
    for number in first..<steps.count {
      switch steps[number] {
      case .write(let body): try database.write(body)
      case .truncate: try database.truncateLog()
      }
      done(number + 1)
    }
  }
}

extension Deed {
  private static func inserting(_ ids: Range<Int64>, byteCount: Int = 100) -> Step {
    .write { transaction throws(StoreError) in
      for id in ids { try Fixtures.write(id, byteCount: byteCount, in: transaction) }
    }
  }

  private static let replacing = Step.write { transaction throws(StoreError) in
    for table in ["entry", "mirror"] {
      try transaction.run("UPDATE \(table) SET body = zeroblob(9000 + id) WHERE id > 1")
      try transaction.run("DELETE FROM \(table) WHERE id = 1")
    }
  }

  private static let clearing = Step.write { transaction throws(StoreError) in
    for table in ["entry", "mirror"] { try transaction.run("DELETE FROM \(table)") }
  }

  private static let relaying = Step.write { transaction throws(StoreError) in
    try transaction.run("ALTER TABLE entry RENAME TO former")
    try transaction.run(
      "CREATE TABLE entry(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
    try transaction.run("INSERT INTO entry SELECT id + 100, body FROM former")
    try transaction.run("DROP TABLE former")
    try transaction.run("UPDATE mirror SET id = id + 100")
  }

  /// Small ones, each call of which is struck in every run of the tests.
  static let small = [
    Deed("inserts rows", [inserting(4..<7)]),
    Deed("inserts a large row", [inserting(4..<5, byteCount: 61_440)]),
    Deed("replaces and deletes rows", [replacing]),
    Deed("makes a table anew", [relaying]),
    Deed("folds the log into the file", [inserting(4..<7, byteCount: 3_000), .truncate]),
    Deed(
      "writes on after the log was cut", [inserting(4..<5), .truncate, clearing, .truncate]),
    Deed("deletes and fills again", [clearing, inserting(8..<9, byteCount: 9_000), replacing]),
  ]

  /// More than the memory for pages holds, so that the log has pages before the commit.
  static let overflowing = Deed(
    "overflows the memory for pages", [inserting(4..<20, byteCount: 200_000), .truncate])
}
