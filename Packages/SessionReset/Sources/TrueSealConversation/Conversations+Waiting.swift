public import TrueSealStore

extension Conversations {
  /// Whether a text with this reference waits for a session, whoever it is for (SK-17).
  public static func isWaiting(
    _ reference: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    try transaction.row(
      "SELECT 1 FROM conversation_waiting WHERE reference = ?",
      .integer(Int64(bitPattern: reference))) != nil
  }

  /// The references of texts that wait for a session, by when they were sent, at most `limit`.
  public static func waitingReferences(
    limit: Int, in transaction: borrowing Transaction
  ) throws(StoreError) -> [UInt64] {
    let rows = try transaction.rows(
      "SELECT reference FROM conversation_waiting ORDER BY number LIMIT ?",
      .integer(Int64(max(0, limit))))
    var references: [UInt64] = []
    for row in rows { references.append(UInt64(bitPattern: try row.integer(0))) }
    return references
  }

  /// The identity keys of all with whom there is a conversation, whatever identity this device has.
  public static func peers(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]] {
    try ConversationRecords.peers(in: transaction)
  }

  /// Forgets a peer that is gone, whatever identity this device has.
  public static func forget(
    _ peer: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try ConversationRecords(peer: peer).removeAll(in: transaction)
  }

  /// Forgets all conversations, whatever identity this device has.
  public static func forgetAll(in transaction: borrowing Transaction) throws(StoreError) {
    try ConversationRecords.removeEverything(in: transaction)
  }
}
