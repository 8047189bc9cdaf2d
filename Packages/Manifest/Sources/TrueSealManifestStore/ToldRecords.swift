public import TrueSealManifest
public import TrueSealStore

/// What was told to whom, and when this device last caught up with each other one (M-42, M-43, M-47).
public struct ToldRecords: Sendable {
  /// Has no state; the transaction does.
  public init() {}

  /// Notes that something was told; noting it twice changes nothing.
  ///
  /// - Throws: `StoreError`.
  public func note(
    _ telling: Telling, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT INTO told(kind, hash, recipient) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
      .integer(Self.number(of: telling.kind)), .blob(telling.manifest), .blob(telling.recipient))
  }

  /// Notes when this device caught up with another, in Unix milliseconds.
  ///
  /// - Throws: `StoreError`.
  public func noteCaughtUp(
    with peer: [UInt8], at wallClock: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO caught_up(peer, at) VALUES(?, ?)",
      .blob(peer), .integer(Int64(clamping: wallClock)))
  }

  /// All that was told.
  ///
  /// - Throws: `StoreError`, code `damaged`, for a row that says nothing this package writes.
  public func all(in transaction: borrowing Transaction) throws(StoreError) -> Set<Telling> {
    var tellings: Set<Telling> = []
    try transaction.forEach("SELECT kind, hash, recipient FROM told") { row throws(StoreError) in
      tellings.insert(
        Telling(
          try Self.kind(numbered: try row.integer(0)), of: try row.blob(1), to: try row.blob(2)))
      return true
    }
    return tellings
  }

  /// When this device caught up with each other one, in Unix milliseconds, by Ed25519 key.
  ///
  /// - Throws: `StoreError`.
  public func caughtUp(
    in transaction: borrowing Transaction
  ) throws(StoreError) -> [[UInt8]: UInt64] {
    var times: [[UInt8]: UInt64] = [:]
    try transaction.forEach("SELECT peer, at FROM caught_up") { row throws(StoreError) in
      times[try row.blob(0)] = UInt64(clamping: try row.integer(1))
      return true
    }
    return times
  }

  /// Forgets all, for the wipe.
  ///
  /// - Throws: `StoreError`.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM told")
    try transaction.run("DELETE FROM caught_up")
  }

  private static func number(of kind: Telling.Kind) -> Int64 {
    switch kind {
    case .outcome: 1
    case .relay: 2
    case .evidence: 3
    }
  }

  private static func kind(numbered number: Int64) throws(StoreError) -> Telling.Kind {
    switch number {
    case 1: return .outcome
    case 2: return .relay
    case 3: return .evidence
    default: throw StoreError(.damaged, "something told of an unknown kind")
    }
  }
}
