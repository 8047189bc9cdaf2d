internal import TrueSealStore

/// How often the handler was called with a message that is not recorded yet, over restarts (D-12, D-14).
struct AttemptRecords {
  /// Counts one more call; returns how many there are with it.
  func count(
    _ id: MessageID, at now: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    let row = try transaction.row(
      """
      INSERT INTO attempt(id, count, since) VALUES(?, 1, ?)
        ON CONFLICT(id) DO UPDATE SET count = count + 1 RETURNING count
      """, .blob(id.bytes), .integer(now))
    return Int(clamping: try row?.integer(0) ?? 1)
  }

  /// Takes one call back that was neither failed nor killed: the client was closed around it.
  func takeBack(_ id: MessageID, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "UPDATE attempt SET count = count - 1 WHERE id = ? AND count > 0", .blob(id.bytes))
  }

  func remove(_ id: MessageID, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM attempt WHERE id = ?", .blob(id.bytes))
  }

  /// Forgets messages that can no longer come again.
  func prune(before time: Int64, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM attempt WHERE since < ?", .integer(time))
  }

  /// Forgets all, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM attempt")
  }
}
