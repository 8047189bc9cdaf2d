public import TrueSealStore

/// The bodies of messages that still have entries; the last entry takes its body along.
public struct BodyRecords: Sendable {
  /// The records; they hold nothing themselves.
  public init() {}

  /// Puts a body in the outbox.
  func insert(
    _ body: Body, of sequence: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let number = Value.integer(Int64(clamping: sequence))
    try transaction.run(
      "INSERT INTO outbox_body(sequence, may_compress, bytes) VALUES (?, ?, ?)", number,
      .integer(body.mayCompress ? 1 : 0),
      transaction.sealed(body.bytes, for: Self.cell(number)))
  }

  /// What message `sequence` says; nil when no entry of it is left.
  public func body(
    of sequence: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Body? {
    let number = Value.integer(Int64(clamping: sequence))
    let row = try transaction.row(
      "SELECT may_compress, bytes FROM outbox_body WHERE sequence = ?", number)
    guard let row else { return nil }
    return Body(
      try transaction.opened(try row.blob(1), from: Self.cell(number)),
      mayCompress: try row.integer(0) != 0)
  }

  /// Replaces the body of a message that was cut, for all its recipients.
  ///
  /// - Returns: Whether the message still has an entry.
  @discardableResult
  public func replace(
    _ body: Body, of sequence: UInt64, partCount: Int, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    let number = Value.integer(Int64(clamping: sequence))
    let changed = try transaction.run(
      "UPDATE outbox_body SET may_compress = ?, bytes = ? WHERE sequence = ?",
      .integer(body.mayCompress ? 1 : 0),
      transaction.sealed(body.bytes, for: Self.cell(number)), number)
    try transaction.run(
      "UPDATE outbox_message SET part_count = ? WHERE sequence = ?",
      .integer(Int64(max(1, partCount))), number)
    return changed > 0
  }

  private static func cell(_ number: Value) -> Cell { Cell("outbox_body", "bytes", number) }

  /// How many bodies are stored.
  public func count(in transaction: borrowing Transaction) throws(StoreError) -> Int {
    try transaction.count("SELECT count(*) FROM outbox_body")
  }
}
