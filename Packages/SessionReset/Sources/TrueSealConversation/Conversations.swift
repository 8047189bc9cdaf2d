public import TrueSealCrypto
public import TrueSealSessionReset
public import TrueSealStore

/// The conversations of one device with others, kept in a store and encrypted with ratchets.
///
/// It keeps nothing itself: each call works in the transaction it is lent, and hands what must be
/// sent to `enqueue`, in that transaction and in order. What a call returns is to be acted on once
/// the transaction is committed. If a call throws, the transaction must be undone. Calls for one
/// device never overlap, since a store has one transaction at a time (SK-37). Times are Unix
/// milliseconds.
///
/// All calls throw `StoreError`, `ConversationError` (code `invalidPeer` for a key that is none, or
/// this device's own), and `SessionResetError` where it is said, and code `damaged` for tables that
/// do not fit together.
public final class Conversations: Sendable {
  /// Takes a message into the outbox.
  public typealias Enqueue =
    (OutgoingBody, borrowing Transaction) throws(StoreError) -> Void

  /// What the owner chose.
  public let policy: ResetPolicy
  let identity: Identity
  let entropy: Entropy

  /// Conversations of the device with this identity; the key is copied, and erased with this.
  ///
  /// - Throws: `CryptoError` for a key that cannot be copied.
  public init(
    identity: borrowing SigningKey, policy: ResetPolicy = ResetPolicy(),
    entropy: Entropy = .system
  ) throws(CryptoError) {
    self.identity = try Identity(identity)
    self.policy = policy
    self.entropy = entropy
  }

  /// Starts a reset for the owner, whatever runs (SK-12, SK-13).
  ///
  /// - Throws: also `SessionResetError`, code `cannotStart`.
  public func start(
    with peer: [UInt8], at now: UInt64, in transaction: borrowing Transaction, enqueue: Enqueue
  ) throws -> ConversationOutcome {
    let call = try Call(self, peer, at: now)
    let outcomes = try call.engine.start(at: now, in: transaction)
    return try call.finish(outcomes, in: transaction, enqueue)
  }

  /// Sends a text, or keeps it until there is a session, which is then asked for (SK-02, SK-17).
  ///
  /// `reference` and `expiry` come back with the message that carries it. A text that still waits
  /// at its expiry is dropped, and its reference returned in `expired`.
  ///
  /// - Throws: also `ConversationError`, code `textTooLong`; `SessionResetError`, codes
  ///   `waitingFull` and `cannotStart`.
  public func send(
    _ text: [UInt8], reference: UInt64, expiry: UInt64? = nil, to peer: [UInt8],
    at now: UInt64, in transaction: borrowing Transaction, enqueue: Enqueue
  ) throws -> ConversationOutcome {
    guard text.count <= ConversationLimits.textByteCountMax else {
      throw ConversationError(.textTooLong, "\(text.count) bytes are too many for a text")
    }
    let call = try Call(
      self, peer, at: now,
      text: WaitingText(reference: reference, expiry: expiry, text: text))
    let outcomes = try call.engine.send(text, at: now, in: transaction)
    return try call.finish(outcomes, in: transaction, enqueue)
  }

  /// Takes a body that came from a peer; one that means nothing is an outcome, not an error.
  public func receive(
    _ body: [UInt8], from peer: [UInt8], at now: UInt64, in transaction: borrowing Transaction,
    enqueue: Enqueue
  ) throws -> ConversationOutcome {
    let call = try Call(self, peer, at: now)
    let outcomes: [Outcome]
    if let message = try? call.message(in: body) {
      outcomes = try call.engine.receive(message, at: now, in: transaction)
    } else {
      outcomes = try call.engine.refuse(body, as: .malformed, at: now, in: transaction)
    }
    return try call.finish(outcomes, in: transaction, enqueue)
  }

  /// Does what is due with any peer; call it at every start, and when `nextWake` has come.
  public func clockReached(
    at now: UInt64, in transaction: borrowing Transaction, enqueue: Enqueue
  ) throws -> [ConversationOutcome] {
    var all: [ConversationOutcome] = []
    for peer in try ConversationRecords.peersWithWake(in: transaction) {
      let call = try Call(self, peer, at: now)
      try call.expire(in: transaction)
      let outcomes = try call.engine.clockReached(at: now, in: transaction)
      let outcome = try call.finish(outcomes, in: transaction, enqueue)
      if !outcome.isEmpty { all.append(outcome) }
    }
    return all
  }

  /// Takes a reset back whose End has not left (SK-41).
  ///
  /// `withdraw` takes the End of an attempt out of the outbox; false when it may have left.
  ///
  /// - Throws: also `SessionResetError`, code `tooLate`.
  public func cancel(
    with peer: [UInt8], at now: UInt64, in transaction: borrowing Transaction,
    withdraw: (AttemptID, borrowing Transaction) throws(StoreError) -> Bool, enqueue: Enqueue
  ) throws -> ConversationOutcome {
    let call = try Call(self, peer, at: now)
    guard try call.engine.status(in: transaction).mayCancel,
      let id = try call.runningEnd(in: transaction), try withdraw(id, transaction)
    else { throw SessionResetError(.tooLate, "the End may have left") }
    let outcomes = try call.engine.cancel(at: now, in: transaction)
    return try call.finish(outcomes, in: transaction, enqueue)
  }

  /// Lets the reset of a peer go on that the owner was asked about (SK-31).
  ///
  /// - Throws: also `SessionResetError`, code `nothingHeld`.
  public func approve(
    with peer: [UInt8], at now: UInt64, in transaction: borrowing Transaction, enqueue: Enqueue
  ) throws -> ConversationOutcome {
    let call = try Call(self, peer, at: now)
    let outcomes = try call.engine.approve(at: now, in: transaction)
    return try call.finish(outcomes, in: transaction, enqueue)
  }

  /// Drops the reset of a peer that the owner was asked about (SK-31).
  ///
  /// - Throws: also `SessionResetError`, code `nothingHeld`.
  public func decline(
    with peer: [UInt8], at now: UInt64, in transaction: borrowing Transaction, enqueue: Enqueue
  ) throws -> ConversationOutcome {
    let call = try Call(self, peer, at: now)
    let outcomes = try call.engine.decline(at: now, in: transaction)
    return try call.finish(outcomes, in: transaction, enqueue)
  }
}
