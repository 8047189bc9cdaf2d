public import TrueSealOutbox
public import TrueSealStore

extension EntryRecords {
  /// Deletes one entry; the last one of a message takes its body along.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func delete(
    _ id: Entry.ID, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    try transaction.run(
      """
      DELETE FROM outbox_entry
      WHERE recipient = (SELECT id FROM outbox_recipient WHERE key = ?) AND sequence = ?
      """, .blob(id.recipient), .integer(Int64(clamping: id.sequence))) > 0
  }

  /// Deletes all entries of a kind, to one recipient or to all of them.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func delete(
    _ kind: Entry.Kind, to recipient: [UInt8]? = nil, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    let tag = Value.integer(Int64(kind.rawValue))
    guard let recipient else {
      return try transaction.run(
        """
        DELETE FROM outbox_entry
        WHERE sequence IN (SELECT sequence FROM outbox_message WHERE kind = ?)
        """, tag)
    }
    return try transaction.run(
      """
      DELETE FROM outbox_entry
      WHERE recipient = (SELECT id FROM outbox_recipient WHERE key = ?)
        AND sequence IN (SELECT sequence FROM outbox_message WHERE kind = ?)
      """, .blob(recipient), tag)
  }

  /// Deletes every entry, body and recipient; the sequence stays.
  public func clear(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM outbox_body")
    try transaction.run("DELETE FROM outbox_message")
    try transaction.run("DELETE FROM outbox_entry")
    try transaction.run("DELETE FROM outbox_recipient")
  }
}
