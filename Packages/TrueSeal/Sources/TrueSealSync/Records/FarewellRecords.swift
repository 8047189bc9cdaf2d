internal import TrueSealStore

/// The number of the message by which each device that left said so itself (D-11).
struct FarewellRecords {
  /// Notes such a number; a device that leaves again, after a race, counts from the later one.
  func note(
    _ sequence: UInt64, of author: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO farewell(author, sequence) VALUES(?, ?)
      ON CONFLICT(author) DO UPDATE SET sequence = max(sequence, excluded.sequence)
      """, .blob(author), .integer(Int64(clamping: sequence)))
  }

  /// The number below which a device that left may still be heard; nil when it never said so itself.
  func sequence(
    of author: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> UInt64? {
    let row = try transaction.row(
      "SELECT sequence FROM farewell WHERE author = ?", .blob(author))
    return try row.map { row throws(StoreError) in UInt64(clamping: try row.integer(0)) }
  }

  /// Forgets all, for the wipe.
  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM farewell")
  }
}
