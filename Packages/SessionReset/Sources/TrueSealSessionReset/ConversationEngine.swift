/// One conversation between two devices: its sessions, its resets, and the texts that wait for them.
///
/// It keeps nothing itself. Each operation loads from the shelf what it needs, works on copies,
/// saves what changed, puts what must be sent into the outbox, and returns what to act on once the
/// transaction it was lent is committed. If it throws, the transaction must be undone. Times are
/// Unix milliseconds.
/// Source: the machine `SessionReset`, and rules SK-17 to SK-40.
public struct ConversationEngine<Access: ~Copyable, Cipher: SessionCipher>: Sendable {
  /// A message as this cipher makes it.
  public typealias Message = ConversationMessage<Cipher.Bundle>

  /// The two devices.
  public let parties: Parties
  /// What the owner chose.
  public var policy: ResetPolicy
  let cipher: Cipher
  let shelf: ConversationShelf<Access, Cipher>

  /// Joins the keys of a device with the place where one of its conversations is kept.
  public init(
    parties: Parties, policy: ResetPolicy = ResetPolicy(), cipher: Cipher,
    shelf: ConversationShelf<Access, Cipher>
  ) {
    self.parties = parties
    self.policy = policy
    self.cipher = cipher
    self.shelf = shelf
  }

  /// Starts a reset, whatever runs (SK-12, SK-13).
  ///
  /// - Throws: `SessionResetError`, code `cannotStart`; what the shelf or the cipher throws.
  public func start(at now: UInt64, in access: borrowing Access) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      try begin(by: .user, &turn, in: access)
    }
  }

  /// Sends a text, or lets it wait in order until there is a session; without one, and without a
  /// reset that runs, a first contact starts (SK-02, SK-17, SK-40).
  ///
  /// - Throws: `SessionResetError`, code `waitingFull` or `cannotStart`; what the shelf or the
  ///   cipher throws.
  public func send(
    _ text: [UInt8], at now: UInt64, in access: borrowing Access
  ) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      if let active = turn.machine.active {
        try turn.send(.text(text), on: active, in: access)
        return try turn.take(.messageSent(at: now), in: access)
      }
      guard try shelf.countWaiting(access) < SessionResetLimits.Chosen.waitingMax else {
        throw SessionResetError(.waitingFull, "too many texts wait for a session")
      }
      try shelf.appendWaiting(text, access)
      turn.add(.waits)
      guard turn.machine.state == .none else { return }
      try begin(by: .firstContact, &turn, in: access)
    }
  }

  /// Does what is due; call it at every start, and when `nextWake` has come.
  ///
  /// - Throws: what the shelf or the cipher throws.
  public func clockReached(at now: UInt64, in access: borrowing Access) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      try turn.take(.clockReached(at: now), in: access)
    }
  }

  /// Takes a reset back whose End has not left (SK-41).
  ///
  /// - Throws: `SessionResetError`, code `tooLate`; what the shelf or the cipher throws.
  public func cancel(at now: UInt64, in access: borrowing Access) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      guard turn.machine.mayCancel, let id = turn.machine.running?.id,
        try shelf.withdrawEnd(id, access)
      else { throw SessionResetError(.tooLate, "the End may have left") }
      try turn.take(.cancelled(at: now), in: access)
    }
  }

  /// Lets the reset of the peer go on that the owner was asked about (SK-31).
  ///
  /// - Throws: `SessionResetError`, code `nothingHeld`; what the shelf or the cipher throws.
  public func approve(at now: UInt64, in access: borrowing Access) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      guard turn.machine.held != nil, let end = try shelf.loadEnd(.peer, access) else {
        throw SessionResetError(.nothingHeld, "nobody asks for a reset")
      }
      let drawn = try cipher.drawEphemeral()
      var machine = turn.machine
      let effects = machine.handle(.approved(opening: drawn.tag, at: now))
      try turn.take(
        end, building: drawn.ephemeral, leading: machine, to: effects, in: access)
    }
  }

  /// Drops the reset of the peer that the owner was asked about (SK-31).
  ///
  /// - Throws: `SessionResetError`, code `nothingHeld`; what the shelf or the cipher throws.
  public func decline(at now: UInt64, in access: borrowing Access) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      guard turn.machine.held != nil else {
        throw SessionResetError(.nothingHeld, "nobody asks for a reset")
      }
      try turn.take(.declined(at: now), in: access)
    }
  }

  /// When `clockReached` is next worth calling; nil when nothing waits.
  ///
  /// - Throws: what the shelf throws, or `SessionResetError` for a record that is damaged.
  public func nextWake(in access: borrowing Access) throws -> UInt64? {
    try machine(in: access).nextWake
  }

  /// Where the conversation stands.
  ///
  /// - Throws: what the shelf throws, or `SessionResetError` for a record that is damaged.
  public func status(in access: borrowing Access) throws -> ConversationStatus {
    ConversationStatus(of: try machine(in: access), waitingCount: try shelf.countWaiting(access))
  }

  /// What both devices can compare; nil while a reset runs or before the first one (SK-42).
  ///
  /// - Throws: what the shelf throws, or `SessionResetError` for a record that is damaged.
  public func verificationInput(in access: borrowing Access) throws -> VerificationInput? {
    VerificationInput(of: try machine(in: access))
  }

  func machine(in access: borrowing Access) throws -> SessionReset {
    guard let bytes = try shelf.loadRecord(access) else {
      return SessionReset(parties: parties, policy: policy)
    }
    return try SessionReset(bytes: bytes, parties: parties, policy: policy)
  }

  func turn(
    at now: UInt64, in access: borrowing Access,
    _ body: (inout ConversationTurn<Access, Cipher>, borrowing Access) throws -> Void
  ) throws -> [Outcome] {
    var turn = ConversationTurn(cipher, shelf, try machine(in: access), at: now)
    try body(&turn, access)
    return try turn.finish(in: access)
  }

  private func begin(
    by trigger: SessionReset.Trigger, _ turn: inout ConversationTurn<Access, Cipher>,
    in access: borrowing Access
  ) throws {
    let draft = try turn.draw()
    try turn.take(.started(draft, by: trigger, at: turn.now), in: access)
    guard turn.machine.running?.id == draft.id else {
      throw SessionResetError(.cannotStart, "no epoch is left, or the keys were drawn twice")
    }
  }
}
