internal import TrueSealConversation
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealSessionReset
internal import TrueSealStore

/// Puts what conversations send into the outbox, in the transaction that made it (SK-34).
final class ConversationMail {
  /// An End in the outbox of which no copy has left.
  struct UnsentEnd: Hashable, Sendable {
    let attempt: AttemptID
    let entry: Entry.ID
  }

  /// What a transaction leaves to be known.
  struct Queued: Sendable {
    /// What was queued, in order.
    var entries: [Entry] = []
    /// Ends that may give way to a newer copy, by the peer's signing key.
    var unsent: [[UInt8]: UnsentEnd]
  }

  /// The inbox of each member, by signing key.
  private let addresses: [[UInt8]: [UInt8]]
  private(set) var queued: Queued

  init(addresses: [[UInt8]: [UInt8]], unsent: [[UInt8]: UnsentEnd]) {
    self.addresses = addresses
    queued = Queued(unsent: unsent)
  }

  /// Takes what conversations send.
  var enqueue: Conversations.Enqueue {
    { body, transaction throws(StoreError) in try self.queue(body, in: transaction) }
  }

  private func queue(
    _ body: OutgoingBody, in transaction: borrowing Transaction
  ) throws(StoreError) {
    // Whoever is no member any more is told nothing; its conversation ends with its membership.
    guard let recipient = addresses[body.peer] else { return }
    let bytes = Body(body.bytes, mayCompress: false)
    let message: OutgoingMessage
    switch body.purpose {
    case .text(let sequence, let expiry):
      // It keeps the number `send` gave it, and so its place among all that goes to this member.
      message = .app(
        .conversation, sequence: sequence,
        at: (expiry ?? .max) - UInt64(SyncLimits.sendLifetimeMilliseconds), body: bytes)
    case .end(let attempt):
      // A copy that has not left gives its place to the newer one, which asks for more.
      if let older = queued.unsent[body.peer],
        try BodyRecords().replace(bytes, of: older.entry.sequence, partCount: 1, in: transaction)
      {
        queued.unsent[body.peer] = UnsentEnd(attempt: attempt, entry: older.entry)
        return
      }
      message = OutgoingMessage(
        sequence: try SequenceRecord().next(in: transaction), kind: .conversation, body: bytes)
      queued.unsent[body.peer] = UnsentEnd(
        attempt: attempt, entry: message.entry(for: recipient).id)
    case .control:
      message = OutgoingMessage(
        sequence: try SequenceRecord().next(in: transaction), kind: .conversation, body: bytes)
    }
    try EntryRecords().insert(message, to: [recipient], in: transaction)
    queued.entries.append(message.entry(for: recipient))
  }
}
