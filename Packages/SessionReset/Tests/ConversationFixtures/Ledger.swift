package import TrueSealConversation
package import TrueSealSessionReset
package import TrueSealStore

/// A client as small as can be: an outbox and the texts it was given, beside the conversations.
package enum Ledger {
  /// A message in the outbox.
  package struct Sent: Hashable, Sendable {
    package let number: Int64
    package let bytes: [UInt8]
    package let reference: UInt64?
    /// The attempt, if it is an End.
    package let end: [UInt8]?
  }

  /// Opens the store of a device, or makes it.
  package static func open(_ directory: String) throws -> Database {
    let tables = Migration("test.1.client") { transaction in
      try transaction.run(
        """
        CREATE TABLE outbox(
          number INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL, reference INTEGER,
          attempt BLOB) STRICT
        """)
      try transaction.run(
        "CREATE TABLE heard(number INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT")
    }
    return try Database.open(
      directory: directory, name: "device",
      schema: Schema(versions: [
        SchemaVersion(number: 1, migrations: Migration.conversation + [tables])
      ]))
  }

  /// Puts a message into the outbox; an End takes the place of its older self.
  package static let enqueue:
    @Sendable (OutgoingBody, borrowing Transaction) throws(StoreError) -> Void = {
      body, transaction throws(StoreError) in
      var reference = Value.null
      var attempt = Value.null
      switch body.purpose {
      case .text(let number, _): reference = .integer(Int64(bitPattern: number))
      case .end(let id):
        attempt = .blob(id.bytes)
        try transaction.run("DELETE FROM outbox WHERE attempt = ?", attempt)
      case .control: break
      }
      try transaction.run(
        "INSERT INTO outbox(bytes, reference, attempt) VALUES (?, ?, ?)", .blob(body.bytes),
        reference, attempt)
    }

  /// Takes an End out of the outbox, if it is still there.
  package static let withdraw:
    @Sendable (AttemptID, borrowing Transaction) throws(StoreError) -> Bool = {
      id, transaction throws(StoreError) in
      try transaction.run("DELETE FROM outbox WHERE attempt = ?", .blob(id.bytes)) > 0
    }

  /// What waits in the outbox, in order.
  package static func outbox(in transaction: borrowing Transaction) throws -> [Sent] {
    try transaction.rows("SELECT number, bytes, reference, attempt FROM outbox ORDER BY number").map
    {
      Sent(
        number: try $0.integer(0), bytes: try $0.blob(1),
        reference: try $0.optionalInteger(2).map { UInt64(bitPattern: $0) },
        end: try $0.optionalBlob(3))
    }
  }

  /// Keeps what a peer said.
  package static func hear(
    _ outcome: ConversationOutcome, in transaction: borrowing Transaction
  ) throws {
    for text in outcome.texts {
      try transaction.run("INSERT INTO heard(text) VALUES (?)", .blob(text))
    }
  }

  /// What peers have said, in order.
  package static func heard(in transaction: borrowing Transaction) throws -> [String] {
    try transaction.rows("SELECT text FROM heard ORDER BY number").map {
      String(decoding: try $0.blob(0), as: UTF8.self)
    }
  }
}
