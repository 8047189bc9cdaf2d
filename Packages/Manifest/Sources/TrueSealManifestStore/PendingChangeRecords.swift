public import TrueSealManifest
public import TrueSealStore

/// The changes this device has issued and stands for until the wipe.
public struct PendingChangeRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Stores a change, or its new carriers; a change of the same kind and device is replaced.
  ///
  /// - Throws: `StoreError`.
  public func save(
    _ change: PendingChange, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let member: Member? =
      if case .admission(let member) = change.kind { member } else { nil }
    let (number, signingKey) = (Self.number(of: change.kind), Self.signingKey(of: change.kind))
    try transaction.run(
      """
      INSERT OR REPLACE INTO pending_change(
        kind, signing_key, agreement_key, admission_version, label, carriers, is_dropped)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(number), .blob(signingKey),
      member.map { .blob($0.agreementKey) } ?? .null,
      member.map { .integer(Int64($0.admissionVersion)) } ?? .null,
      member.map { transaction.sealed($0.label.bytes, for: Self.cell(number, signingKey)) }
        ?? .null,
      .blob(Array(change.carriers.joined())), .integer(change.isDropped ? 1 : 0))
  }

  /// All changes this device stands for.
  ///
  /// - Throws: `StoreError`, code `damaged`, for a row that says nothing this package writes.
  public func all(in transaction: borrowing Transaction) throws(StoreError) -> [PendingChange] {
    var changes: [PendingChange] = []
    try transaction.forEach(
      """
      SELECT kind, signing_key, agreement_key, admission_version, label, carriers, is_dropped
      FROM pending_change ORDER BY kind, signing_key
      """
    ) { row throws(StoreError) in
      var label = try row.optionalBlob(4)
      if let stored = label {
        label = try transaction.opened(
          stored, from: Self.cell(try row.integer(0), try row.blob(1)))
      }
      changes.append(
        PendingChange(
          try Self.kind(of: row, label: label), carriers: try Self.carriers(of: row),
          isDropped: try row.integer(6) != 0))
      return true
    }
    return changes
  }

  /// Forgets all changes, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM pending_change")
  }

  private static func cell(_ kind: Int64, _ signingKey: [UInt8]) -> Cell {
    Cell("pending_change", "label", .integer(kind), .blob(signingKey))
  }

  private static func number(of kind: PendingChange.Kind) -> Int64 {
    switch kind {
    case .admission: 1
    case .removal: 2
    case .leave: 3
    }
  }

  private static func signingKey(of kind: PendingChange.Kind) -> [UInt8] {
    switch kind {
    case .admission(let member): member.signingKey
    case .removal(let signingKey), .leave(let signingKey): signingKey
    }
  }

  private static func kind(
    of row: Row, label: [UInt8]?
  ) throws(StoreError) -> PendingChange.Kind {
    let signingKey = try row.blob(1)
    switch try row.integer(0) {
    case 1: return .admission(try member(signingKey, label: label, of: row))
    case 2: return .removal(signingKey: signingKey)
    case 3: return .leave(signingKey: signingKey)
    default: throw StoreError(.damaged, "a pending change of an unknown kind")
    }
  }

  private static func member(
    _ signingKey: [UInt8], label: [UInt8]?, of row: Row
  ) throws(StoreError) -> Member {
    guard let version = UInt64(exactly: try row.integer(3)),
      let label = label.flatMap({ try? Label(bytes: $0) })
    else { throw StoreError(.damaged, "a pending admission without version or label") }
    return Member(
      signingKey: signingKey, agreementKey: try row.blob(2), admissionVersion: version,
      label: label)
  }

  private static func carriers(of row: Row) throws(StoreError) -> [[UInt8]] {
    let bytes = try row.blob(5)
    let starts = stride(from: 0, to: bytes.count, by: ManifestLimits.hashByteCount)
    return starts.map { Array(bytes[$0...].prefix(ManifestLimits.hashByteCount)) }
  }
}
