internal import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset
internal import TrueSealStore

/// One operation on one conversation.
struct Call {
  typealias Engine = ConversationEngine<Transaction, RatchetCipher>

  let engine: Engine
  private let conversations: Conversations
  private let records: ConversationRecords
  private let desk: Desk
  private let now: UInt64

  init(
    _ conversations: Conversations, _ peer: [UInt8], at now: UInt64 = 0, text: WaitingText? = nil
  ) throws(ConversationError) {
    self.conversations = conversations
    self.now = now
    let parties: Parties
    do throws(SessionResetError) {
      parties = try Parties(own: conversations.identity.publicKey, peer: peer)
    } catch { throw ConversationError(.invalidPeer, error.detail) }
    records = ConversationRecords(peer: peer)
    desk = Desk(records, at: now, text: text)
    engine = Engine(
      parties: parties, policy: conversations.policy,
      cipher: RatchetCipher(
        identity: conversations.identity, peer: peer, entropy: conversations.entropy),
      shelf: desk.shelf)
  }

  /// The name of the attempt whose End is kept to be sent again.
  func runningEnd(in transaction: borrowing Transaction) throws -> AttemptID? {
    try desk.shelf.loadEnd(.own, transaction)?.id
  }

  /// Drops the texts whose time is over.
  func expire(in transaction: borrowing Transaction) throws(StoreError) {
    desk.note(expired: try records.takeExpired(at: now, in: transaction))
  }

  /// Hands over what must be sent, and says what it all came to.
  func finish(
    _ outcomes: [Outcome], in transaction: borrowing Transaction, _ enqueue: Conversations.Enqueue
  ) throws -> ConversationOutcome {
    for draft in desk.takeDrafts() {
      let body = OutgoingBody(
        peer: records.peer, bytes: try bytes(of: draft.message), purpose: draft.purpose)
      try enqueue(body, transaction)
    }
    return ConversationOutcome(peer: records.peer, outcomes, expired: desk.expired)
  }

  private func bytes(of message: ConversationMessage<EndBundle>) throws -> [UInt8] {
    let (identity, peer) = (conversations.identity, records.peer)
    let body: Body =
      switch message {
      case .end(let end):
        .end(try SealedEnd(end, by: identity.key, for: peer, from: conversations.entropy))
      case .opening(let opening): .opening(opening)
      case .ordinary(let ordinary): .ordinary(ordinary)
      case .rejected(let rejection):
        .rejected(SignedRejection(rejection, by: identity.key, for: peer))
      }
    return body.bytes
  }

  /// What a body says, once all that can be verified without a session is.
  func message(in bytes: [UInt8]) throws(ConversationError) -> ConversationMessage<EndBundle> {
    let (identity, peer) = (conversations.identity, records.peer)
    switch try Body(decoding: bytes) {
    case .end(let sealed): return .end(try sealed.opened(from: peer, by: identity))
    case .opening(let message): return .opening(message)
    case .ordinary(let message): return .ordinary(message)
    case .rejected(let signed):
      return .rejected(try signed.verified(from: peer, to: identity.publicKey))
    }
  }
}

extension Desk.Draft {
  fileprivate var purpose: OutgoingBody.Purpose {
    if let text { return .text(reference: text.reference, expiry: text.expiry) }
    if case .end(let end) = message { return .end(end.id) }
    return .control
  }
}
