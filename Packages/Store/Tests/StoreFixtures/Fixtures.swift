public import TrueSealStore

/// The stores that tests and the processes they start agree on.
public enum Fixtures {
  /// Release one: two tables that every transaction writes alike.
  public static let release1 = Schema(versions: [version1])

  /// Release two, whose steps call `checkpoint` before each of their statements.
  public static func release2(
    checkpoint: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Schema {
    Schema(versions: [version1, version2(checkpoint)])
  }

  /// How many statements the steps to release two consist of.
  public static let release2StatementCount = 5

  /// Release three, which a store of release one reaches without having been of release two.
  public static func release3(
    checkpoint: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Schema {
    Schema(versions: [version1, version2(checkpoint), version3(checkpoint)])
  }

  /// How many times the steps from release one to release three call `checkpoint`.
  public static let release3CheckpointCount = 9

  /// Release three when it no longer migrates what is older than itself, but begins it anew.
  public static let release3Alone = Schema(
    versions: release3().versions, floor: 3, renewal: renewal)

  /// Release one, which also begins anew what a development build left.
  public static let release1Renewing = Schema(versions: [version1], renewal: renewal)

  /// The tables of a development build, whose rows are text of the given marker.
  public static let developmentTables = [
    "CREATE TABLE identity(id INTEGER PRIMARY KEY AUTOINCREMENT, secret TEXT)",
    "CREATE TABLE manifest(id INTEGER PRIMARY KEY, owner REFERENCES identity(id), body TEXT)",
    "CREATE TABLE outbox(id INTEGER PRIMARY KEY, manifest REFERENCES manifest(id), body TEXT)",
    "CREATE INDEX outbox_body ON outbox(body)",
    "CREATE TRIGGER outbox_gone AFTER DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE VIEW everything AS SELECT body FROM outbox UNION SELECT body FROM manifest",
  ]

  private static let renewal = Renewal(
    unversionedTables: ["identity", "manifest", "outbox"],
    migration: Migration("test.renewed") { transaction in
      try transaction.run("INSERT INTO entry(id, body) VALUES(99, x'99')")
    })

  /// Writes entry `id` to both tables.
  public static func write(
    _ id: Int64, byteCount: Int = 100, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let body = [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: byteCount)
    try transaction.run("INSERT INTO entry VALUES(?, ?)", .integer(id), .blob(body))
    try transaction.run("INSERT INTO mirror VALUES(?, ?)", .integer(id), .blob(body))
  }

  private static let version1 = SchemaVersion(
    number: 1,
    migrations: [
      Migration("test.1.entry") { transaction in
        try transaction.run(
          "CREATE TABLE entry(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
      },
      Migration("test.1.mirror") { transaction in
        try transaction.run(
          "CREATE TABLE mirror(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
      },
    ])

  private static func version2(_ checkpoint: @escaping @Sendable (Int) -> Void) -> SchemaVersion {
    SchemaVersion(
      number: 2,
      migrations: [
        Migration("test.2.note") { transaction in
          checkpoint(0)
          try transaction.run("CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT) STRICT")
          checkpoint(1)
          try transaction.run("INSERT INTO note SELECT id, hex(body) FROM entry")
        },
        Migration("test.2.entry") { transaction in
          checkpoint(2)
          try transaction.run("UPDATE entry SET body = zeroblob(3000)")
          checkpoint(3)
          try transaction.run("DROP TABLE mirror")
          checkpoint(4)
          try transaction.run("ALTER TABLE entry ADD COLUMN size INTEGER NOT NULL DEFAULT 0")
          checkpoint(5)
        },
      ])
  }

  private static func version3(_ checkpoint: @escaping @Sendable (Int) -> Void) -> SchemaVersion {
    SchemaVersion(
      number: 3,
      migrations: [
        Migration("test.3.size") { transaction in
          checkpoint(6)
          try transaction.run("UPDATE entry SET size = length(body)")
          checkpoint(7)
          try transaction.run("CREATE INDEX entry_by_size ON entry(size)")
          checkpoint(8)
        }
      ])
  }
}
