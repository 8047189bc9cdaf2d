/// One operation of a conversation, from the record's load to its save.
struct ConversationTurn<Access: ~Copyable, Cipher: SessionCipher> {
  typealias Shelf = ConversationShelf<Access, Cipher>

  let cipher: Cipher
  let shelf: Shelf
  let now: UInt64
  private let stored: SessionReset
  var machine: SessionReset
  private(set) var outcomes: [Outcome] = []

  /// Sessions that were loaded or made in this turn; those that changed are saved in the end.
  private var sessions: [SessionTag: Cipher.Session] = [:]
  private var changed: Set<SessionTag> = []
  /// What was drawn for an attempt that an event may begin.
  private var drawn: DrawnAttempt<Cipher.Prekey, Cipher.Bundle>?
  /// What the message of this turn says, and the copy of the session that read it.
  private var content: Content?
  private var reader: Cipher.Session?
  /// The End of this turn.
  private var end: Shelf.End?

  init(_ cipher: Cipher, _ shelf: Shelf, _ machine: SessionReset, at now: UInt64) {
    self.cipher = cipher
    self.shelf = shelf
    self.now = now
    self.machine = machine
    stored = machine
  }

  /// Draws what a new attempt needs.
  mutating func draw() throws -> Draft {
    let drawn = try cipher.drawAttempt()
    self.drawn = drawn
    return drawn.draft
  }

  mutating func add(_ outcome: Outcome) { outcomes.append(outcome) }

  /// Tells the machine and does what it wants.
  mutating func take(
    _ event: SessionReset.Event, in access: borrowing Access
  ) throws {
    try carryOut(machine.handle(event), in: access)
  }

  /// Saves what has changed, and nothing else.
  mutating func finish(in access: borrowing Access) throws -> [Outcome] {
    for tag in changed.sorted(by: { $0.number < $1.number }) {
      if let session = sessions[tag] { try shelf.saveSession(session, tag, access) }
    }
    if machine != stored { try shelf.saveRecord(machine.bytes, machine.nextWake, access) }
    return outcomes
  }

  // MARK: Ends

  /// Takes the machine as it is after an End and does what it wants, unless the session cannot be
  /// built: then nothing has been touched.
  mutating func take(
    _ end: Shelf.End, building ephemeral: Cipher.Ephemeral, leading machine: SessionReset,
    to effects: [SessionReset.Effect], in access: borrowing Access
  ) throws {
    for case .buildSession(let tag, _) in effects {
      sessions[tag] = try cipher.buildSession(from: end.bundle, with: ephemeral)
      changed.insert(tag)
    }
    self.end = end
    self.machine = machine
    try carryOut(effects, in: access)
  }

  // MARK: Messages

  /// Takes what a message said, and the copy of the session that read it.
  mutating func hold(_ plaintext: [UInt8], readBy session: Cipher.Session) {
    content = try? Content(bytes: plaintext)
    reader = session
  }

  /// Encrypts and puts into the outbox.
  mutating func send(
    _ content: Content, on tag: SessionTag, in access: borrowing Access
  ) throws {
    var session = try session(tag, in: access)
    if case .received(let attempt) = machine.state, tag == machine.active {
      let baseKey = cipher.baseKey(of: session)
      let binding = OpeningMessage.binding(
        tag: tag, baseKey: baseKey, prekey: attempt.prekey, attempt: attempt.id)
      let sealed = try cipher.encrypt(content.bytes, on: &session, binding: binding)
      try shelf.enqueue(
        .opening(
          OpeningMessage(
            tag: tag, baseKey: baseKey, prekey: attempt.prekey, attempt: attempt.id,
            sealed: sealed)), access)
    } else {
      let binding = OrdinaryMessage.binding(tag: tag)
      let sealed = try cipher.encrypt(content.bytes, on: &session, binding: binding)
      try shelf.enqueue(.ordinary(OrdinaryMessage(tag: tag, sealed: sealed)), access)
    }
    sessions[tag] = session
    changed.insert(tag)
  }

  // MARK: Effects

  private mutating func carryOut(
    _ effects: [SessionReset.Effect], in access: borrowing Access
  ) throws {
    for effect in effects { try carryOut(effect, in: access) }
  }

  private mutating func carryOut(
    _ effect: SessionReset.Effect, in access: borrowing Access
  ) throws {
    switch effect {
    case .sendEnd(let attempt): try sendEnd(of: attempt, in: access)
    case .sendEmpty(let empty, let tag): try send(.empty(empty), on: tag, in: access)
    case .sendRejection(let id, let epoch):
      try shelf.enqueue(.rejected(ResetRejection(id: id, epoch: epoch)), access)
    case .buildSession: break
    case .keepSession(let tag):
      sessions[tag] = reader
      changed.insert(tag)
    case .eraseSession(let tag):
      sessions[tag] = nil
      changed.remove(tag)
      try shelf.eraseSession(tag, access)
    case .erasePrekey(let prekey): try shelf.erasePrekey(prekey, access)
    case .eraseEnd: try shelf.eraseEnd(.own, access)
    case .holdBundle:
      if let end { try shelf.saveEnd(end, .peer, access) }
    case .eraseBundle: try shelf.eraseEnd(.peer, access)
    case .deliver: deliver()
    case .releaseWaiting: try releaseWaiting(in: access)
    case .startReset(let evidence):
      try take(.started(try draw(), by: .automatic(evidence), at: now), in: access)
    case .notify(let notice): outcomes.append(.notice(notice))
    case .drop(let drop): outcomes.append(.dropped(drop))
    }
  }

  private mutating func deliver() {
    switch content {
    case .text(let text): outcomes.append(.delivered(text))
    case .empty: break
    case nil: outcomes.append(.dropped(.unknownContent))
    }
  }

  /// Makes the End of a new attempt, with the proof the old session can give, or sends the stored
  /// one again.
  private mutating func sendEnd(of attempt: Attempt, in access: borrowing Access) throws {
    if let drawn, drawn.draft.id == attempt.id {
      var end = Shelf.End(
        id: attempt.id, epoch: attempt.epoch, prekey: attempt.prekey, bundle: drawn.bundle,
        basis: attempt.basis, proof: nil)
      if let basis = attempt.basis, machine.route(basis) == .archived {
        end.proof = try cipher.proof(of: end, by: session(basis, in: access))
      }
      try shelf.savePrekey(drawn.prekey, attempt.prekey, access)
      try shelf.saveEnd(end, .own, access)
      self.drawn = nil
      return try shelf.enqueue(.end(end), access)
    }
    guard let end = try shelf.loadEnd(.own, access), end.id == attempt.id else {
      throw SessionResetError(.damaged, "the End of the running attempt is missing")
    }
    try shelf.enqueue(.end(end), access)
  }

  private mutating func releaseWaiting(in access: borrowing Access) throws {
    while let tag = machine.active, let text = try shelf.takeWaiting(access) {
      try send(.text(text), on: tag, in: access)
      try take(.messageSent(at: now), in: access)
    }
  }

  private mutating func session(
    _ tag: SessionTag, in access: borrowing Access
  ) throws -> Cipher.Session {
    if let session = sessions[tag] { return session }
    guard let session = try shelf.loadSession(tag, access) else {
      throw SessionResetError(.damaged, "a session is missing")
    }
    sessions[tag] = session
    return session
  }
}
