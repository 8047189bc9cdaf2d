public import TrueSealManifest
public import TrueSealStore

/// All a device keeps of its membership, as one.
public struct MembershipRecords: Sendable {
  private let ledger = LedgerRecords()
  private let pending = PendingChangeRecords()
  private let sent = SentRecords()
  private let told = ToldRecords()

  /// Has no state; the transaction does.
  public init() {}

  /// The stored membership of the device with this Ed25519 key; nil when no manifest is held.
  ///
  /// - Throws: `StoreError`, code `damaged`, for rows that do not belong together or to their hash.
  public func membership(
    of own: [UInt8], isLeaving: Bool, by checks: ManifestChecks = .live,
    in transaction: borrowing Transaction
  ) throws(StoreError) -> Membership? {
    guard let ledger = try ledger.ledger(by: checks, in: transaction) else { return nil }
    var memory = Membership.Memory()
    memory.sent = try sent.all(in: transaction)
    memory.told = try told.all(in: transaction)
    memory.caughtUp = try told.caughtUp(in: transaction)
    return Membership(
      own: own, ledger: ledger, pending: try pending.all(in: transaction), memory: memory,
      isLeaving: isLeaving)
  }

  /// Stores what concerns storage among these effects.
  ///
  /// Messages to be queued, that this device is leaving and what the app is to hear are left to
  /// the caller, within the same transaction.
  /// - Throws: `StoreError`.
  public func save(
    _ effects: [Membership.Effect], of membership: Membership,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    for effect in effects {
      switch effect {
      case .ledger(let change):
        try ledger.save([change], of: membership.ledger, in: transaction)
      case .remember(let change): try pending.save(change, in: transaction)
      case .noteSent(let rank, let recipient):
        try sent.note(rank, to: recipient, in: transaction)
      case .noteTold(let telling): try told.note(telling, in: transaction)
      case .noteCaughtUp(let peer, let time):
        try told.noteCaughtUp(with: peer, at: time, in: transaction)
      case .send, .leaving, .admissionDropped, .removed: break
      }
    }
  }

  /// Forgets everything, for the wipe (S-10).
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try ledger.removeAll(in: transaction)
    try pending.removeAll(in: transaction)
    try sent.removeAll(in: transaction)
    try told.removeAll(in: transaction)
  }
}
