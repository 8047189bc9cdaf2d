import TrueSealStore

/// Store against SQLite, both writing the same rows with the same settings.
struct StoreBench {
  let rounds: Int

  func run(_ tell: (Line) -> Void) async throws {
    try await eachInItsOwnCommit(tell)
    try await manyInOneCommit(tell)
  }

  private func eachInItsOwnCommit(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let trial = try Trial(in: scratch.folder("ours"))
    try Plain.openRows(scratch.folder("plain") + "/plain.db")
    defer { Plain.closeDatabase() }
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 5, turnsPerRound: 16)
    tell(
      try await duel.run(plain: { try Plain.commitEach($0) }, ours: { try trial.commitEach($0) })
        .line("store: one row a commit", unit: .microseconds, goal: .atLeast(0.9)))
  }

  private func manyInOneCommit(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let trial = try Trial(in: scratch.folder("ours"))
    try Plain.openRows(scratch.folder("plain") + "/plain.db")
    defer { Plain.closeDatabase() }
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 10_000, turnsPerRound: 2)
    let outcome = try await duel.run(
      plain: { try Plain.commitOnce($0) }, ours: { try trial.commitOnce($0) })
    tell(outcome.line("store: 10,000 rows, each", unit: .microseconds, goal: .atLeast(0.8)))
  }
}

extension StoreBench {
  /// A database of ours with one table.
  private final class Trial {
    private let database: Database
    private var nextRow: Int64 = 1
    private static let insertion = "INSERT INTO row(id, bytes) VALUES (?, ?)"

    init(in directory: String) throws {
      let table = Migration("bench.1.row") { transaction in
        try transaction.run(
          "CREATE TABLE row(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT")
      }
      database = try Database.open(
        directory: directory, name: "bench",
        schema: Schema(versions: [SchemaVersion(number: 1, migrations: [table])]))
    }

    deinit { database.close() }

    func commitEach(_ times: Int) throws {
      var bytes = [UInt8](repeating: 0, count: 32)
      for _ in 0..<times {
        let row = nextRow
        bytes[0] = UInt8(truncatingIfNeeded: row)
        try database.write { [bytes] transaction throws(StoreError) in
          try transaction.run(Self.insertion, .integer(row), .blob(bytes))
        }
        nextRow += 1
      }
    }

    func commitOnce(_ times: Int) throws {
      let first = nextRow
      nextRow += Int64(times)
      try database.write { transaction throws(StoreError) in
        var bytes = [UInt8](repeating: 0, count: 32)
        let insertion = try transaction.prepare(Self.insertion)
        for row in first..<first + Int64(times) {
          bytes[0] = UInt8(truncatingIfNeeded: row)
          try insertion.run(.integer(row), .blob(bytes))
        }
      }
    }
  }
}
