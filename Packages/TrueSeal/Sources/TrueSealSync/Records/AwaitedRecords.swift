internal import TrueSealStore

/// Messages left on the relay until their author's admission is known, with the time each was first seen (D-17).
struct AwaitedRecords {
  /// Notes that a message waits; says whether it may go on waiting.
  func note(
    _ id: MessageID, of author: [UInt8], at now: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    if let row = try transaction.row("SELECT since FROM awaited WHERE id = ?", .blob(id.bytes)) {
      guard now - (try row.integer(0)) > SyncLimits.awaitedMilliseconds else { return true }
      try remove(id, in: transaction)
      return false
    }
    try transaction.run(
      "DELETE FROM awaited WHERE since < ?",
      .integer(now - SyncLimits.awaitedForgottenMilliseconds))
    guard try hasRoom(for: author, in: transaction) else { return false }
    try transaction.run(
      "INSERT INTO awaited(id, author, since) VALUES(?, ?, ?)", .blob(id.bytes), .blob(author),
      .integer(now))
    return true
  }

  func remove(_ id: MessageID, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM awaited WHERE id = ?", .blob(id.bytes))
  }

  /// Forgets all, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM awaited")
  }

  private func hasRoom(
    for author: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    let row = try transaction.row(
      """
      SELECT (SELECT count(*) FROM awaited WHERE author = ?) < ?
        AND (SELECT count(*) FROM awaited) < ?
      """, .blob(author), .integer(Int64(SyncLimits.awaitedPerAuthorMax)),
      .integer(Int64(SyncLimits.awaitedMax)))
    return try row?.integer(0) == 1
  }
}
