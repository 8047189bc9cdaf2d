public import TrueSealManifest
public import TrueSealStore

/// The newest manifest each recipient was sent, from which the next message's lineage begins.
public struct SentRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Notes that a manifest goes to the device with this Ed25519 key; one of lower rank than noted
  /// before changes nothing.
  ///
  /// - Throws: `StoreError`.
  public func note(
    _ manifest: VerifiedManifest, to recipient: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    if let noted = try rank(for: recipient, in: transaction), noted > manifest.rank { return }
    try transaction.run(
      "INSERT OR REPLACE INTO sent_manifest(recipient, version, hash) VALUES(?, ?, ?)",
      .blob(recipient), .integer(Int64(manifest.manifest.version)), .blob(manifest.hash))
  }

  /// The hash of the newest manifest the device with this Ed25519 key was sent.
  ///
  /// - Throws: `StoreError`.
  public func newest(
    for recipient: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> [UInt8]? {
    try rank(for: recipient, in: transaction)?.hash
  }

  /// Forgets all, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM sent_manifest")
  }

  private func rank(
    for recipient: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Rank? {
    let row = try transaction.row(
      "SELECT version, hash FROM sent_manifest WHERE recipient = ?", .blob(recipient))
    guard let row else { return nil }
    guard let version = UInt64(exactly: try row.integer(0)) else {
      throw StoreError(.damaged, "a sent manifest with a negative version")
    }
    return Rank(version: version, hash: try row.blob(1))
  }
}
