public import TrueSealStore

extension Migration {
  /// The tables of this package, in the order they were introduced.
  ///
  /// Which manifest is current is not among them: it follows from those held.
  public static let manifest = [
    Migration("manifest.1.held") { transaction in
      try transaction.run(
        """
        CREATE TABLE held_manifest(
          hash BLOB PRIMARY KEY CHECK(length(hash) = 32),
          checksum BLOB NOT NULL CHECK(length(checksum) = 16),
          encoded BLOB NOT NULL
        ) STRICT
        """)
    },
    Migration("manifest.2.waiting") { transaction in
      try transaction.run(
        """
        CREATE TABLE waiting_manifest(
          hash BLOB PRIMARY KEY CHECK(length(hash) = 32),
          author BLOB NOT NULL CHECK(length(author) = 32),
          encoded BLOB NOT NULL
        ) STRICT
        """)
    },
    Migration("manifest.3.pending") { transaction in
      try transaction.run(
        """
        CREATE TABLE pending_change(
          kind INTEGER NOT NULL CHECK(kind IN (1, 2, 3)),
          signing_key BLOB NOT NULL CHECK(length(signing_key) = 32),
          agreement_key BLOB CHECK(length(agreement_key) = 32),
          admission_version INTEGER,
          label BLOB,
          carriers BLOB NOT NULL CHECK(length(carriers) % 32 = 0),
          is_dropped INTEGER NOT NULL CHECK(is_dropped IN (0, 1)),
          PRIMARY KEY(kind, signing_key)
        ) STRICT
        """)
    },
    Migration("manifest.4.sent") { transaction in
      try transaction.run(
        """
        CREATE TABLE sent_manifest(
          recipient BLOB PRIMARY KEY CHECK(length(recipient) = 32),
          version INTEGER NOT NULL,
          hash BLOB NOT NULL CHECK(length(hash) = 32)
        ) STRICT, WITHOUT ROWID
        """)
    },
    Migration("manifest.5.early") { transaction in
      try transaction.run(
        """
        CREATE TABLE early_manifest(
          message INTEGER NOT NULL,
          position INTEGER NOT NULL,
          author BLOB NOT NULL CHECK(length(author) = 32),
          hash BLOB NOT NULL CHECK(length(hash) = 32),
          encoded BLOB NOT NULL,
          PRIMARY KEY(message, position)
        ) STRICT
        """)
    },
    Migration("manifest.6.told") { transaction in
      try transaction.run(
        """
        CREATE TABLE told(
          kind INTEGER NOT NULL CHECK(kind IN (1, 2, 3)),
          hash BLOB NOT NULL CHECK(length(hash) = 32),
          recipient BLOB NOT NULL CHECK(length(recipient) = 32),
          PRIMARY KEY(kind, hash, recipient)
        ) STRICT, WITHOUT ROWID
        """)
      try transaction.run(
        """
        CREATE TABLE caught_up(
          peer BLOB PRIMARY KEY CHECK(length(peer) = 32),
          at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """)
    },
  ]
}
