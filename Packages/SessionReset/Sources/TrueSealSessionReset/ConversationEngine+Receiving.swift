extension ConversationEngine where Access: ~Copyable {
  /// Takes a message of the peer; Ends and rejections are verified before they come here (SK-30).
  ///
  /// - Throws: what the shelf or the cipher throws; a message that cannot be read is an outcome.
  public func receive(
    _ message: Message, at now: UInt64, in access: borrowing Access
  ) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      switch message {
      case .end(let end):
        try receive(end, &turn, in: access)
      case .rejected(let rejection):
        let draft = try turn.draw()
        try turn.take(
          .rejected(rejection.id, epoch: rejection.epoch, draft, at: now), in: access)
      case .opening(let opening):
        try receive(opening, &turn, in: access)
      case .ordinary(let ordinary):
        try receive(
          ordinary.sealed, on: ordinary.tag, as: .ordinary, binding: ordinary.binding, &turn,
          in: access)
      }
    }
  }

  /// Counts a message that could not even be taken apart or verified (SK-24).
  ///
  /// - Throws: what the shelf or the cipher throws.
  public func refuse(
    _ bytes: [UInt8], as refusal: Refusal, at now: UInt64, in access: borrowing Access
  ) throws -> [Outcome] {
    try turn(at: now, in: access) { turn, access in
      try refuse(bytes, as: refusal, on: nil, &turn, in: access)
    }
  }

  private typealias Turn = ConversationTurn<Access, Cipher>

  // MARK: Ends

  /// Asks the machine first, and works out the proof and the session only where it matters.
  private func receive(
    _ end: ResetEnd<Cipher.Bundle>, _ turn: inout Turn, in access: borrowing Access
  ) throws {
    guard cipher.isUsable(end.bundle) else {
      return try refuse(end.id.bytes, as: .malformed, on: nil, &turn, in: access)
    }
    let drawn = try cipher.drawEphemeral()
    var (machine, effects) = weigh(end, .identityOnly, drawn.tag, turn)
    if effects.contains(where: Self.isTaken), try isProven(end, turn, in: access) {
      (machine, effects) = weigh(end, .session, drawn.tag, turn)
    }
    do {
      try turn.take(
        end, building: drawn.ephemeral, leading: machine, to: effects, in: access)
    } catch is Refusal {
      try refuse(end.id.bytes, as: .malformed, on: nil, &turn, in: access)
    }
  }

  private func weigh(
    _ end: ResetEnd<Cipher.Bundle>, _ proof: Proof, _ opening: SessionTag, _ turn: Turn
  ) -> (SessionReset, [SessionReset.Effect]) {
    var machine = turn.machine
    let proposal = ResetProposal(
      id: end.id, epoch: end.epoch, prekey: end.prekey, proof: proof)
    let effects = machine.handle(.endReceived(proposal, opening: opening, at: turn.now))
    return (machine, effects)
  }

  private static func isTaken(_ effect: SessionReset.Effect) -> Bool {
    switch effect {
    case .buildSession, .holdBundle: true
    default: false
    }
  }

  private func isProven(
    _ end: ResetEnd<Cipher.Bundle>, _ turn: Turn, in access: borrowing Access
  ) throws -> Bool {
    guard end.proof != nil, let basis = end.basis,
      [.active, .archived].contains(turn.machine.route(basis)),
      let session = try shelf.loadSession(basis, access)
    else { return false }
    return cipher.isProven(end, by: session)
  }

  // MARK: Messages

  /// A session that is known reads it; only an unknown one is opened (SK-27).
  private func receive(
    _ message: OpeningMessage, _ turn: inout Turn, in access: borrowing Access
  ) throws {
    guard turn.machine.route(message.tag) == .unknown else {
      return try receive(
        message.sealed, on: message.tag, as: .opening, binding: message.binding, &turn,
        in: access)
    }
    let evidence = message.binding + message.sealed
    guard turn.machine.prekeyUse(message.prekey, for: message.attempt) != .unknown,
      let prekey = try shelf.loadPrekey(message.prekey, access)
    else { return try refuse(evidence, as: .stalePreKey, on: nil, &turn, in: access) }
    do {
      var session = try cipher.openSession(
        message.tag, baseKey: message.baseKey, with: prekey)
      let plaintext = try cipher.decrypt(
        message.sealed, on: &session, binding: message.binding)
      turn.hold(plaintext, readBy: session)
    } catch {
      return try refuse(evidence, as: error, on: nil, &turn, in: access)
    }
    try turn.take(
      .sessionOpened(
        message.tag, with: message.prekey, attempt: message.attempt, at: turn.now), in: access)
  }

  private func receive(
    _ sealed: [UInt8], on tag: SessionTag, as form: SessionReset.Form, binding: [UInt8],
    _ turn: inout Turn, in access: borrowing Access
  ) throws {
    let evidence = binding + sealed
    switch turn.machine.route(tag) {
    case .deleted:
      return try refuse(evidence, as: .sessionDeleted, on: nil, &turn, in: access)
    case .unknown:
      return try refuse(evidence, as: .sessionUnknown, on: nil, &turn, in: access)
    case .active, .archived:
      break
    }
    guard var session = try shelf.loadSession(tag, access) else {
      throw SessionResetError(.damaged, "a session is missing")
    }
    do {
      let plaintext = try cipher.decrypt(sealed, on: &session, binding: binding)
      turn.hold(plaintext, readBy: session)
    } catch {
      return try refuse(evidence, as: error, on: tag, &turn, in: access)
    }
    try turn.take(.messageReceived(on: tag, form: form, at: turn.now), in: access)
  }

  private func refuse(
    _ bytes: [UInt8], as refusal: Refusal, on tag: SessionTag?, _ turn: inout Turn,
    in access: borrowing Access
  ) throws {
    let evidence = cipher.evidence(of: bytes)
    try turn.take(
      .messageRefused(refusal, on: tag, evidence: evidence, at: turn.now), in: access)
  }
}
