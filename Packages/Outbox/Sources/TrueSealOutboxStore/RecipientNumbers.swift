import TrueSealStore

/// The small numbers by which entries name their recipients.
///
/// Those of the last message to several are kept while their table stays as it is, since the next
/// message mostly goes to the same ones.
struct RecipientNumbers {
  private static let table = "outbox_recipient"

  private let keys: [[UInt8]]
  private let numbers: [Int64]

  /// The number of each recipient, in the same order; new ones are given one.
  static func numbers(
    of recipients: [[UInt8]], in transaction: borrowing Transaction
  ) throws(StoreError) -> [Int64] {
    if let known = transaction.recall(Self.self, of: table), known.keys == recipients {
      return known.numbers
    }
    let lookup = try transaction.prepare("SELECT id FROM outbox_recipient WHERE key = ?")
    var numbers: [Int64] = []
    numbers.reserveCapacity(recipients.count)
    for recipient in recipients {
      if let row = try lookup.row([.blob(recipient)]) {
        numbers.append(try row.integer(0))
      } else {
        numbers.append(try insert(recipient, in: transaction))
      }
    }
    if recipients.count > 1 {
      transaction.remember(Self(keys: recipients, numbers: numbers), of: table)
    }
    return numbers
  }

  private static func insert(
    _ recipient: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) -> Int64 {
    try transaction.run("INSERT INTO outbox_recipient(key) VALUES (?)", .blob(recipient))
    return transaction.lastInsertedRowID
  }
}
