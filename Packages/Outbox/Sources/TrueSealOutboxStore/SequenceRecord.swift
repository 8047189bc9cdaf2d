public import TrueSealStore

/// The number of the last message, kept apart from the outbox so that emptying it reuses none.
public struct SequenceRecord: Sendable {
  /// The record; it holds nothing itself.
  public init() {}

  /// Takes the next number; no other call ever gets it again once the transaction commits.
  ///
  /// - Throws: `StoreError`, code `constraint`, after number 2^63 - 1.
  public func next(in transaction: borrowing Transaction) throws(StoreError) -> UInt64 {
    let row = try transaction.row(
      """
      INSERT INTO outbox_sequence(id, last) VALUES (1, 1)
      ON CONFLICT (id) DO UPDATE SET last = last + 1 RETURNING last
      """)
    return UInt64(clamping: try row?.integer(0) ?? 0)
  }

  /// The number taken last, or the one raised to; 0 before the first.
  public func last(in transaction: borrowing Transaction) throws(StoreError) -> UInt64 {
    let row = try transaction.row("SELECT last FROM outbox_sequence")
    return UInt64(clamping: try row?.integer(0) ?? 0)
  }

  /// Makes the next number greater than `number`; it never makes it smaller.
  ///
  /// Called at every open with Unix milliseconds, so that a restored store repeats no number.
  public func raise(to number: UInt64, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO outbox_sequence(id, last) VALUES (1, ?)
      ON CONFLICT (id) DO UPDATE SET last = max(last, excluded.last)
      """, .integer(Int64(clamping: number)))
  }

  /// Forgets all numbers, together with the identity that used them.
  public func clear(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM outbox_sequence")
  }
}
