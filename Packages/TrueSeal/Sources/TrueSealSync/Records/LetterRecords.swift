internal import TrueSealStore

/// Texts of conversations that were read and wait for the app's handler, oldest first.
///
/// A ratchet reads each message once. So what it gave is stored with its new state, and the message is acknowledged.
struct LetterRecords {
  /// One of them.
  struct Letter: Hashable, Sendable {
    let number: Int64
    let author: [UInt8]
    let sequence: UInt64
    let sentAt: UInt64
    let body: [UInt8]

    var id: MessageID { MessageID(author: author, sequence: sequence) }
  }

  func append(
    _ body: [UInt8], from author: [UInt8], sequence: UInt64, sentAt: UInt64,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    // An author whose store was restored may say again what it said already (D-10).
    try transaction.run(
      "INSERT OR IGNORE INTO letter(author, sequence, sent_at, body) VALUES(?, ?, ?, ?)",
      .blob(author), .integer(Int64(bitPattern: sequence)), .integer(Int64(bitPattern: sentAt)),
      transaction.sealed(body, for: Self.cell(author, sequence)))
  }

  /// The oldest one, of one author or of all.
  func first(
    from author: [UInt8]?, in transaction: borrowing Transaction
  ) throws(StoreError) -> Letter? {
    guard
      let row = try transaction.row(
        """
        SELECT number, author, sequence, sent_at, body FROM letter
        WHERE ?1 IS NULL OR author = ?1 ORDER BY number LIMIT 1
        """, author.map { .blob($0) } ?? .null)
    else { return nil }
    let (author, sequence) = (try row.blob(1), UInt64(bitPattern: try row.integer(2)))
    return Letter(
      number: try row.integer(0), author: author, sequence: sequence,
      sentAt: UInt64(bitPattern: try row.integer(3)),
      body: try transaction.opened(try row.blob(4), from: Self.cell(author, sequence)))
  }

  /// A letter is sealed for who wrote it and its number there, not for when it was read.
  private static func cell(_ author: [UInt8], _ sequence: UInt64) -> Cell {
    Cell("letter", "body", .blob(author), .integer(Int64(bitPattern: sequence)))
  }

  func remove(_ number: Int64, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM letter WHERE number = ?", .integer(number))
  }

  /// Whether another one may be read, as far as their count and bytes go.
  func hasRoom(in transaction: borrowing Transaction) throws(StoreError) -> Bool {
    let row = try transaction.row(
      "SELECT count(*) < ? AND coalesce(sum(length(body)), 0) < ? FROM letter",
      .integer(Int64(SyncLimits.lettersMax)), .integer(Int64(SyncLimits.letterByteCountMax)))
    return try row?.integer(0) == 1
  }

  func count(
    from author: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    let row = try transaction.row(
      "SELECT count(*) FROM letter WHERE author = ?", .blob(author))
    return Int(clamping: try row?.integer(0) ?? 0)
  }

  /// Forgets all, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM letter")
  }
}
