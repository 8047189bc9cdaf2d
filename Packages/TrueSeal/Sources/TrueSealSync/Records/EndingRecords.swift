internal import TrueSealStore

/// Ends of a membership that the app may not have heard of yet (S-14).
struct EndingRecords {
  /// One of them.
  struct Ending: Hashable, Sendable {
    let number: Int64
    let reason: StatusReason
  }

  func insert(
    _ reason: StatusReason, in transaction: borrowing Transaction
  ) throws(StoreError) -> Ending {
    let row = try transaction.row(
      "INSERT INTO ending(reason) VALUES(?) RETURNING id", .text(reason.rawValue))
    return Ending(number: try row?.integer(0) ?? 0, reason: reason)
  }

  /// All of them, oldest first.
  func all(in transaction: borrowing Transaction) throws(StoreError) -> [Ending] {
    var endings: [Ending] = []
    for row in try transaction.rows("SELECT id, reason FROM ending ORDER BY id") {
      guard let reason = StatusReason(rawValue: try row.text(1)) else {
        throw StoreError(.damaged, "the stored end of a membership has an unknown reason")
      }
      endings.append(Ending(number: try row.integer(0), reason: reason))
    }
    return endings
  }

  func remove(_ number: Int64, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run("DELETE FROM ending WHERE id = ?", .integer(number))
  }
}
