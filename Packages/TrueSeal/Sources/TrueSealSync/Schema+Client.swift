internal import TrueSealConversation
internal import TrueSealManifestStore
internal import TrueSealOutboxStore
public import TrueSealStore

extension Schema {
  /// Every table of a client's store: its own, the manifests', the outbox's and the conversations' (V-01).
  ///
  /// Version 1 is released: none of its steps is ever edited, here or in the packages that own the tables. A change of
  /// the layout is a step of a version that follows it, with stores of its own among the tests. What comes before the
  /// first release is begun anew, and the app hears of it (V-03).
  public static var client: Schema {
    Schema(
      versions: [
        SchemaVersion(
          number: 1,
          migrations: Migration.client + Migration.manifest + Migration.outbox
            + Migration.conversation)
      ],
      renewal: Renewal(
        unversionedTables: ["identity", "manifest", "outbox"],
        migration: Migration("client.renewed") { transaction in
          _ = try EndingRecords().insert(.storeReset, in: transaction)
        }))
  }
}

extension Migration {
  /// The client's own tables, in the order they were introduced.
  static var client: [Migration] { walk + membership + state }

  private static var walk: [Migration] {
    [
      Migration("client.1.identity") { transaction in
        try transaction.run(
          """
          CREATE TABLE identity(
            id INTEGER PRIMARY KEY CHECK(id = 1),
            signing_seed BLOB NOT NULL,
            agreement_secret BLOB NOT NULL) STRICT
          """)
        try transaction.run(
          """
          CREATE TABLE join_state(
            id INTEGER PRIMARY KEY CHECK(id = 1),
            status TEXT NOT NULL,
            token_agreement_key BLOB,
            token_signing_key BLOB,
            token_secret BLOB) STRICT
          """)
      },
      Migration("client.1.handled") { transaction in
        try transaction.run(
          """
          CREATE TABLE handled(id BLOB PRIMARY KEY, kept_until INTEGER NOT NULL)
            STRICT, WITHOUT ROWID
          """)
        try transaction.run("CREATE INDEX handled_by_end ON handled(kept_until)")
        try transaction.run(
          """
          CREATE TABLE pruning(
            id INTEGER PRIMARY KEY CHECK(id = 1), horizon INTEGER NOT NULL) STRICT
          """)
      },
    ]
  }

  private static var membership: [Migration] {
    [
      Migration("client.1.membership") { transaction in
        try transaction.run(
          """
          CREATE TABLE ending(id INTEGER PRIMARY KEY AUTOINCREMENT, reason TEXT NOT NULL) STRICT
          """)
        try transaction.run(
          """
          CREATE TABLE farewell(author BLOB PRIMARY KEY, sequence INTEGER NOT NULL)
            STRICT, WITHOUT ROWID
          """)
        try transaction.run(
          """
          CREATE TABLE awaited(
            id BLOB PRIMARY KEY, author BLOB NOT NULL, since INTEGER NOT NULL)
            STRICT, WITHOUT ROWID
          """)
        try transaction.run("CREATE INDEX awaited_by_author ON awaited(author)")
        try transaction.run(
          """
          CREATE TABLE presence(
            id INTEGER PRIMARY KEY CHECK(id = 1), last INTEGER NOT NULL) STRICT
          """)
      }
    ]
  }

  private static var state: [Migration] {
    [
      Migration("client.1.state") { transaction in
        try transaction.run(
          """
          CREATE TABLE attempt(
            id BLOB PRIMARY KEY, count INTEGER NOT NULL, since INTEGER NOT NULL)
            STRICT, WITHOUT ROWID
          """)
        try transaction.run(
          """
          CREATE TABLE letter(
            number INTEGER PRIMARY KEY AUTOINCREMENT, author BLOB NOT NULL,
            sequence INTEGER NOT NULL, sent_at INTEGER NOT NULL, body BLOB NOT NULL,
            UNIQUE(author, sequence)) STRICT
          """)
        try transaction.run(
          """
          CREATE TABLE newer(
            hash BLOB PRIMARY KEY, version INTEGER NOT NULL, since INTEGER NOT NULL)
            STRICT, WITHOUT ROWID
          """)
      }
    ]
  }
}
