public import TrueSealManifest
public import TrueSealStore

/// A whole ledger in the store: what it holds, and what waits.
public struct LedgerRecords: Sendable {
  private let held = HeldRecords()
  private let waiting = WaitingRecords()

  /// Has no state; the transaction does.
  public init() {}

  /// Stores a ledger that is new, as after founding a group or joining one.
  ///
  /// - Throws: `StoreError`.
  public func insert(
    _ ledger: Ledger, in transaction: borrowing Transaction
  ) throws(StoreError) {
    for manifest in ledger.held { try held.insert(manifest, in: transaction) }
    for entry in ledger.waiting { try waiting.insert(entry, in: transaction) }
  }

  /// Stores what an insertion changed in `ledger`, as its effects say.
  ///
  /// - Throws: `StoreError`.
  public func save(
    _ effects: [Ledger.Effect], of ledger: Ledger, in transaction: borrowing Transaction
  ) throws(StoreError) {
    for effect in effects {
      switch effect {
      case .held(let hash):
        if let manifest = ledger.manifest(hash) { try held.insert(manifest, in: transaction) }
        try waiting.remove(hash, in: transaction)
      case .waiting(let hash):
        if let entry = ledger.waitingManifest(hash) {
          try waiting.insert(entry, in: transaction)
        }
      case .refused(let hash, _):
        try waiting.remove(hash, in: transaction)
      case .forgotten(let manifest):
        try held.remove(manifest.hash, in: transaction)
      case .currentChanged:
        break
      }
    }
  }

  /// The stored ledger; nil for a device that holds no manifest.
  ///
  /// - Throws: `StoreError`, code `damaged`, for rows that do not belong together or to their hash.
  public func ledger(
    by checks: ManifestChecks = .live, in transaction: borrowing Transaction
  ) throws(StoreError) -> Ledger? {
    let manifests = try held.all(by: checks, in: transaction)
    guard let groupID = manifests.first?.manifest.groupID else { return nil }
    let entries = try waiting.all(by: checks, in: transaction)
    do {
      return try Ledger(groupID: groupID, restoring: manifests, waiting: entries)
    } catch {
      throw StoreError(.damaged, "the stored ledger: \(error.detail)")
    }
  }

  /// Forgets the ledger, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try held.removeAll(in: transaction)
    try waiting.removeAll(in: transaction)
  }
}
