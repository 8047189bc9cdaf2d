internal import TrueSealStore

/// Envelopes of a newer End-to-End Version that are left on the relay, each by the hash of its bytes (D-15).
struct NewerRecords {
  /// Notes that an envelope waits for an upgrade; says whether it may.
  func note(
    _ hash: [UInt8], version: UInt16, at now: Int64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    guard try transaction.row("SELECT 1 FROM newer WHERE hash = ?", .blob(hash)) == nil else {
      return true
    }
    // The relay has forgotten what came so long ago.
    try transaction.run(
      "DELETE FROM newer WHERE since < ?", .integer(now - SyncLimits.sendLifetimeMilliseconds))
    let held = try transaction.row("SELECT count(*) FROM newer")?.integer(0) ?? 0
    guard held < Int64(SyncLimits.newerHeldMax) else { return false }
    try transaction.run(
      "INSERT INTO newer(hash, version, since) VALUES(?, ?, ?)", .blob(hash),
      .integer(Int64(version)), .integer(now))
    return true
  }

  /// Forgets what this release can read.
  func removeReadable(
    upTo version: UInt16, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run("DELETE FROM newer WHERE version <= ?", .integer(Int64(version)))
  }

  /// Forgets all, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM newer")
  }
}
