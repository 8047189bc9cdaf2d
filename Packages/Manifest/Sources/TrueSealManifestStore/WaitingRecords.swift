public import TrueSealManifest
public import TrueSealStore

/// The manifests that wait for others, with who brought them.
public struct WaitingRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Stores a waiting manifest; one that is stored already stays as it is.
  ///
  /// - Throws: `StoreError`.
  public func insert(
    _ entry: WaitingManifest, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT INTO waiting_manifest(hash, author, encoded) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
      .blob(entry.manifest.hash), .blob(entry.author),
      transaction.sealed(entry.manifest.encoded, for: Self.cell(entry.manifest.hash)))
  }

  /// Forgets one that waits no longer.
  ///
  /// - Throws: `StoreError`.
  public func remove(
    _ hash: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run("DELETE FROM waiting_manifest WHERE hash = ?", .blob(hash))
  }

  /// All that wait, in no particular order.
  ///
  /// - Throws: `StoreError`, code `damaged`, for bytes that are not those of their hash.
  public func all(
    by checks: ManifestChecks = .live, in transaction: borrowing Transaction
  ) throws(StoreError) -> [WaitingManifest] {
    var entries: [WaitingManifest] = []
    try transaction.forEach("SELECT hash, encoded, author FROM waiting_manifest") {
      row throws(StoreError) in
      let hash = try row.blob(0)
      let encoded = try transaction.opened(try row.blob(1), from: Self.cell(hash))
      entries.append(
        WaitingManifest(
          manifest: try VerifiedManifest(stored: encoded, hash: hash, by: checks),
          author: try row.blob(2)))
      return true
    }
    return entries
  }

  /// Forgets all, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM waiting_manifest")
  }

  private static func cell(_ hash: [UInt8]) -> Cell {
    Cell("waiting_manifest", "encoded", .blob(hash))
  }
}
