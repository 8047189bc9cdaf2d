public import TrueSealStore

extension Migration {
  /// The tables of conversations, in the order they were introduced.
  ///
  /// Peers are named by their identity keys, sessions by their tags, keys by their numbers; numbers
  /// of 64 bits are stored with their highest bit as a sign.
  public static let conversation = [
    Migration("conversation.1.record") { transaction in
      try transaction.run(
        """
        CREATE TABLE conversation_record(
          peer BLOB PRIMARY KEY CHECK(length(peer) = 32), wake INTEGER, bytes BLOB NOT NULL)
        STRICT
        """)
    },
    Migration("conversation.1.session") { transaction in
      try transaction.run(
        """
        CREATE TABLE conversation_session(
          peer BLOB NOT NULL CHECK(length(peer) = 32), tag INTEGER NOT NULL, state BLOB NOT NULL,
          PRIMARY KEY (peer, tag)) STRICT
        """)
    },
    Migration("conversation.1.prekey") { transaction in
      try transaction.run(
        """
        CREATE TABLE conversation_prekey(
          peer BLOB NOT NULL CHECK(length(peer) = 32), id INTEGER NOT NULL, keys BLOB NOT NULL,
          PRIMARY KEY (peer, id)) STRICT
        """)
    },
    Migration("conversation.1.end") { transaction in
      try transaction.run(
        """
        CREATE TABLE conversation_end(
          peer BLOB NOT NULL CHECK(length(peer) = 32), side INTEGER NOT NULL, fields BLOB NOT NULL,
          PRIMARY KEY (peer, side)) STRICT
        """)
    },
    Migration("conversation.1.waiting") { transaction in
      try transaction.run(
        """
        CREATE TABLE conversation_waiting(
          number INTEGER PRIMARY KEY, peer BLOB NOT NULL CHECK(length(peer) = 32),
          reference INTEGER NOT NULL, expiry INTEGER, text BLOB NOT NULL) STRICT
        """)
      try transaction.run(
        "CREATE INDEX conversation_waiting_peer ON conversation_waiting(peer, number)")
    },
  ]
}
