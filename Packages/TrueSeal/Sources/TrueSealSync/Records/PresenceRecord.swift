internal import TrueSealStore

/// When this device last had its whole inbox, in Unix milliseconds (M-47).
struct PresenceRecord {
  func last(in transaction: borrowing Transaction) throws(StoreError) -> Int64? {
    try transaction.row("SELECT last FROM presence")?.integer(0)
  }

  func save(_ time: Int64, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO presence(id, last) VALUES(1, ?)", .integer(time))
  }

  /// Forgets it, for the wipe: the next identity has missed nothing.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM presence")
  }
}
