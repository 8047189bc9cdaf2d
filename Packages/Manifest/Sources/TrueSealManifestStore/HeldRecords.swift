public import TrueSealManifest
public import TrueSealStore

/// The manifests a device holds, kept until the wipe.
public struct HeldRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Stores a manifest; one that is stored already stays as it is.
  ///
  /// - Throws: `StoreError`.
  public func insert(
    _ manifest: VerifiedManifest, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO held_manifest(hash, checksum, encoded) VALUES(?, ?, ?) ON CONFLICT DO NOTHING
      """,
      .blob(manifest.hash), .blob(Checksum.of(manifest.encoded, hash: manifest.hash)),
      transaction.sealed(manifest.encoded, for: Self.cell(manifest.hash)))
  }

  /// All manifests held, in no particular order.
  ///
  /// Where the checksum or a seal says that a row is as it was written, its hash is not computed anew,
  /// which would take longer than all else at a start; signatures were verified before it was stored.
  ///
  /// - Throws: `StoreError`, code `damaged`, for bytes that are not those of their hash.
  public func all(
    by checks: ManifestChecks = .live, in transaction: borrowing Transaction
  ) throws(StoreError) -> [VerifiedManifest] {
    var manifests: [VerifiedManifest] = []
    try transaction.forEach("SELECT hash, encoded, checksum FROM held_manifest") {
      row throws(StoreError) in
      let hash = try row.blob(0)
      let encoded = try transaction.opened(try row.blob(1), from: Self.cell(hash))
      let isIntact =
        transaction.isSealing ? true : try row.blob(2) == Checksum.of(encoded, hash: hash)
      manifests.append(
        isIntact
          ? try VerifiedManifest(stored: encoded, hash: hash)
          // Damage to the checksum alone does no harm, and the hash knows.
          : try VerifiedManifest(stored: encoded, hash: hash, by: checks))
      return true
    }
    return manifests
  }

  private static func cell(_ hash: [UInt8]) -> Cell {
    Cell("held_manifest", "encoded", .blob(hash))
  }

  /// Forgets one that made room for others (M-64).
  ///
  /// - Throws: `StoreError`.
  public func remove(_ hash: [UInt8], in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM held_manifest WHERE hash = ?", .blob(hash))
  }

  /// Forgets all manifests, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM held_manifest")
  }
}

extension VerifiedManifest {
  /// Reads back the bytes a row holds for a hash.
  init(
    stored bytes: [UInt8], hash: [UInt8], by checks: ManifestChecks
  ) throws(StoreError) {
    do {
      try self.init(restoring: bytes, hash: hash, by: checks)
    } catch {
      throw StoreError(.damaged, "a stored manifest: \(error.detail)")
    }
  }

  /// Reads back bytes that are known to be as they were written.
  fileprivate init(stored bytes: [UInt8], hash: [UInt8]) throws(StoreError) {
    do {
      try self.init(intact: bytes, hash: hash)
    } catch {
      throw StoreError(.damaged, "a stored manifest: \(error.detail)")
    }
  }
}
