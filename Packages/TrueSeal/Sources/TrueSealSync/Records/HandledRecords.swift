internal import TrueSealStore

/// The ids of messages the app has handled, each with the time from which it may be forgotten (S-09).
struct HandledRecords {
  func contains(
    _ id: MessageID, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    try transaction.row("SELECT 1 FROM handled WHERE id = ?", .blob(id.bytes)) != nil
  }

  func insert(
    _ id: MessageID, keptUntil: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT OR IGNORE INTO handled(id, kept_until) VALUES(?, ?)", .blob(id.bytes),
      .integer(keptUntil))
  }

  /// Forgets at most one slice of what is kept until before `horizon`; returns how many went.
  func pruneSlice(
    before horizon: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    try transaction.run(
      """
      DELETE FROM handled WHERE id IN
        (SELECT id FROM handled WHERE kept_until < ? ORDER BY kept_until LIMIT ?)
      """, .integer(horizon), .integer(Int64(SyncLimits.pruningSliceCount)))
  }

  /// The time up to which ids may be pruned; nil before the first Receive Session.
  func horizon(in transaction: borrowing Transaction) throws(StoreError) -> Int64? {
    try transaction.row("SELECT horizon FROM pruning")?.integer(0)
  }

  func saveHorizon(
    _ horizon: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO pruning(id, horizon) VALUES(1, ?)", .integer(horizon))
  }

  /// Forgets every id and the pruning time, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM handled")
    try transaction.run("DELETE FROM pruning")
  }
}
