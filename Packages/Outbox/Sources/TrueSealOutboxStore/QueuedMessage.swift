public import TrueSealOutbox
public import TrueSealStore

/// A message with entries left, for a look at the outbox.
public struct QueuedMessage: Hashable, Sendable {
  /// The message's number.
  public let sequence: UInt64
  /// What it is for.
  public let kind: Entry.Kind
  /// The Sender Timestamp in Unix milliseconds, if it is fixed.
  public let timestamp: UInt64?
  /// The agreement keys of those the relay has not taken it for, in no particular order.
  public let recipients: [[UInt8]]
}

extension EntryRecords {
  /// Messages with entries left, by rising number from above `sequence`, at most `limit`.
  public func messages(
    after sequence: UInt64 = 0, limit: Int, in transaction: borrowing Transaction
  ) throws(StoreError) -> [QueuedMessage] {
    let rows = try transaction.rows(
      """
      SELECT sequence, kind, timestamp FROM outbox_message
      WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, .integer(Int64(clamping: sequence)), .integer(Int64(max(0, limit))))
    let recipients = try transaction.prepare(
      """
      SELECT r.key FROM outbox_recipient AS r
      WHERE EXISTS (SELECT 1 FROM outbox_entry AS e WHERE e.recipient = r.id AND e.sequence = ?)
      ORDER BY r.id
      """)
    var messages: [QueuedMessage] = []
    for row in rows {
      let number = try row.integer(0)
      var keys: [[UInt8]] = []
      for key in try recipients.rows([.integer(number)]) { keys.append(try key.blob(0)) }
      messages.append(
        QueuedMessage(
          sequence: UInt64(clamping: number),
          kind: Entry.Kind(rawValue: UInt8(truncatingIfNeeded: try row.integer(1))),
          timestamp: try row.optionalInteger(2).map { UInt64(clamping: $0) }, recipients: keys))
    }
    return messages
  }

  /// How many recipients the relay has not taken a message for; 0 once it is gone.
  public func waitingCount(
    of sequence: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    let row = try transaction.row(
      "SELECT waiting FROM outbox_message WHERE sequence = ?", .integer(Int64(clamping: sequence)))
    return Int(clamping: try row?.integer(0) ?? 0)
  }
}
