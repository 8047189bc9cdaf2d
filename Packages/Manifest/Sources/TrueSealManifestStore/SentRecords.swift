public import TrueSealManifest
public import TrueSealStore

/// The newest manifest each recipient was sent, from which the next message's lineage begins.
public struct SentRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Notes the rank of the newest manifest that goes to the device with this Ed25519 key.
  ///
  /// - Throws: `StoreError`.
  public func note(
    _ rank: Rank, to recipient: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO sent_manifest(recipient, version, hash) VALUES(?, ?, ?)",
      .blob(recipient), .integer(Int64(rank.version)), .blob(rank.hash))
  }

  /// All that is noted, by Ed25519 key.
  ///
  /// - Throws: `StoreError`, code `damaged`, for a negative version.
  public func all(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]: Rank] {
    var ranks: [[UInt8]: Rank] = [:]
    try transaction.forEach("SELECT recipient, version, hash FROM sent_manifest") {
      row throws(StoreError) in
      guard let version = UInt64(exactly: try row.integer(1)) else {
        throw StoreError(.damaged, "a sent manifest with a negative version")
      }
      ranks[try row.blob(0)] = Rank(version: version, hash: try row.blob(2))
      return true
    }
    return ranks
  }

  /// Forgets all, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM sent_manifest")
  }
}
