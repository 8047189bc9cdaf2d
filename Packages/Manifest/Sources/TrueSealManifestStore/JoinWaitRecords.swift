public import TrueSealManifest
public import TrueSealStore

/// What a joiner keeps before it is admitted.
public struct JoinWaitRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Stores what the wait keeps, in place of what it kept before.
  ///
  /// - Throws: `StoreError`.
  public func save(
    _ wait: JoinWait, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try removeAll(in: transaction)
    for (position, entry) in wait.kept.enumerated() {
      try insert(entry, message: Self.keptNumber, position: position, in: transaction)
    }
    for (number, message) in wait.earlier.enumerated() {
      for (position, manifest) in message.enumerated() {
        let entry = WaitingManifest(manifest: manifest, author: wait.trustedKey)
        try insert(
          entry, message: Self.keptNumber + 1 + number, position: position, in: transaction)
      }
    }
  }

  /// Takes up the wait of the device with these keys for the token's key.
  ///
  /// - Throws: `StoreError`, code `damaged`, for bytes that are not those of their hash.
  public func wait(
    signingKey: [UInt8], agreementKey: [UInt8], trustedKey: [UInt8],
    by checks: ManifestChecks = .live, in transaction: borrowing Transaction
  ) throws(StoreError) -> JoinWait {
    var kept: [WaitingManifest] = []
    var earlier: [[VerifiedManifest]] = []
    var last = Int64(Self.keptNumber)
    try transaction.forEach(
      """
      SELECT hash, encoded, author, message, position FROM early_manifest
      ORDER BY message, position
      """
    ) { row throws(StoreError) in
      let message = try row.integer(3)
      let encoded = try transaction.opened(
        try row.blob(1), from: Self.cell(message, try row.integer(4)))
      let manifest = try VerifiedManifest(stored: encoded, hash: try row.blob(0), by: checks)
      if message == Self.keptNumber {
        kept.append(WaitingManifest(manifest: manifest, author: try row.blob(2)))
      } else if message == last {
        earlier[earlier.endIndex - 1].append(manifest)
      } else {
        earlier.append([manifest])
      }
      last = message
      return true
    }
    return JoinWait(
      signingKey: signingKey, agreementKey: agreementKey, trustedKey: trustedKey, kept: kept,
      earlier: earlier)
  }

  /// Forgets all, when the wait is over.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM early_manifest")
  }

  private func insert(
    _ entry: WaitingManifest, message: Int, position: Int, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO early_manifest(message, position, author, hash, encoded)
      VALUES(?, ?, ?, ?, ?)
      """,
      .integer(Int64(message)), .integer(Int64(position)), .blob(entry.author),
      .blob(entry.manifest.hash),
      transaction.sealed(
        entry.manifest.encoded, for: Self.cell(Int64(message), Int64(position))))
  }

  private static func cell(_ message: Int64, _ position: Int64) -> Cell {
    Cell("early_manifest", "encoded", .integer(message), .integer(position))
  }

  /// The number under which single manifests are stored; whole messages count on from it.
  private static let keptNumber = 0
}
