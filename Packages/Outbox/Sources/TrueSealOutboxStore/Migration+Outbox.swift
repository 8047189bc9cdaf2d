public import TrueSealStore

extension Migration {
  /// The outbox tables, in the order they were introduced.
  public static let outbox = [
    Migration("outbox.1.sequence") { transaction in
      try transaction.run(
        """
        CREATE TABLE outbox_sequence(
          id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL) STRICT
        """)
    },
    Migration("outbox.1.recipient") { transaction in
      // Entries name their recipient by a small number instead of 32 bytes.
      try transaction.run(
        """
        CREATE TABLE outbox_recipient(
          id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE) STRICT
        """)
    },
    Migration("outbox.1.message") { transaction in
      // Counting down `waiting` must not rewrite a long body, so bodies have rows of their own.
      try transaction.run(
        """
        CREATE TABLE outbox_message(
          sequence INTEGER PRIMARY KEY, kind INTEGER NOT NULL, timestamp INTEGER, expiry INTEGER,
          part_count INTEGER NOT NULL, waiting INTEGER NOT NULL) STRICT
        """)
      try transaction.run(
        """
        CREATE TABLE outbox_body(
          sequence INTEGER PRIMARY KEY, may_compress INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT
        """)
    },
    Migration("outbox.1.entry") { transaction in
      try transaction.run(
        """
        CREATE TABLE outbox_entry(
          recipient INTEGER NOT NULL, sequence INTEGER NOT NULL,
          PRIMARY KEY (recipient, sequence)) STRICT, WITHOUT ROWID
        """)
      // Whichever way an entry goes, the last one of a message takes the body along.
      try transaction.run(
        """
        CREATE TRIGGER outbox_entry_gone AFTER DELETE ON outbox_entry BEGIN
          UPDATE outbox_message SET waiting = waiting - 1 WHERE sequence = old.sequence;
          DELETE FROM outbox_body WHERE sequence = old.sequence AND NOT EXISTS (
            SELECT 1 FROM outbox_message WHERE sequence = old.sequence AND waiting > 0);
          DELETE FROM outbox_message WHERE sequence = old.sequence AND waiting <= 0;
        END
        """)
    },
  ]
}
