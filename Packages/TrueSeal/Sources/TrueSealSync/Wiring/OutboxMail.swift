internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Puts messages in the outbox: each takes the next number, and none takes one without its entries.
struct OutboxMail {
  /// Queues what the app says; with no recipients only the number is used up (D-01).
  ///
  /// - Returns: the message with its number.
  func queueSync(
    _ body: [UInt8], compression: Bool, to recipients: [[UInt8]], at wallClock: UInt64,
    in transaction: borrowing Transaction
  ) throws(StoreError) -> OutgoingMessage {
    let message = OutgoingMessage.sync(
      sequence: try SequenceRecord().next(in: transaction), at: wallClock,
      body: Body(body, mayCompress: compression))
    try EntryRecords().insert(message, to: recipients, in: transaction)
    return message
  }

  /// Queues the message that ends a group, for each of its members (G-01, W-42).
  func queueRevoke(
    of groupID: [UInt8], to recipients: [[UInt8]], in transaction: borrowing Transaction
  ) throws(StoreError) {
    let message = OutgoingMessage(
      sequence: try SequenceRecord().next(in: transaction), kind: .revoke,
      body: Body(groupID, mayCompress: false))
    try EntryRecords().insert(message, to: recipients, in: transaction)
  }

  /// Queues a control message, which is stamped at each seal and never expires (D-05, D-06).
  func queue(
    _ body: Body, as kind: Entry.Kind, partCount: Int = 1, to recipient: [UInt8],
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    let sequence = try SequenceRecord().next(in: transaction)
    try EntryRecords().insert(
      OutgoingMessage(sequence: sequence, kind: kind, body: body, partCount: partCount),
      to: [recipient], in: transaction)
  }
}
