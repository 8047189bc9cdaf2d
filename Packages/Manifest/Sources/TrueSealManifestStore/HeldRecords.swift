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
      .blob(manifest.encoded))
  }

  /// All manifests held, in no particular order.
  ///
  /// Where the checksum says that a row is as it was written, its hash is not computed anew, which
  /// would take longer than all else at a start; signatures were verified before anything was stored.
  ///
  /// - Throws: `StoreError`, code `damaged`, for bytes that are not those of their hash.
  public func all(
    by checks: ManifestChecks = .live, in transaction: borrowing Transaction
  ) throws(StoreError) -> [VerifiedManifest] {
    var manifests: [VerifiedManifest] = []
    try transaction.forEach("SELECT hash, encoded, checksum FROM held_manifest") {
      row throws(StoreError) in
      manifests.append(try Self.manifest(of: row, by: checks))
      return true
    }
    return manifests
  }

  private static func manifest(
    of row: Row, by checks: ManifestChecks
  ) throws(StoreError) -> VerifiedManifest {
    let (hash, encoded) = (try row.blob(0), try row.blob(1))
    guard try row.blob(2) == Checksum.of(encoded, hash: hash) else {
      // Damage to the checksum alone does no harm, and the hash knows.
      return try VerifiedManifest(hash: 0, encoded: 1, of: row, by: checks)
    }
    do {
      return try VerifiedManifest(intact: encoded, hash: hash)
    } catch {
      throw StoreError(.damaged, "a stored manifest: \(error.detail)")
    }
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
  /// Reads back what a row holds under these columns.
  init(
    hash: Int, encoded: Int, of row: Row, by checks: ManifestChecks
  ) throws(StoreError) {
    let storedHash = try row.blob(hash)
    let bytes = try row.blob(encoded)
    do {
      try self.init(restoring: bytes, hash: storedHash, by: checks)
    } catch {
      throw StoreError(.damaged, "a stored manifest: \(error.detail)")
    }
  }
}
