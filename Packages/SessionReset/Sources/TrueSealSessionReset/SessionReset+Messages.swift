extension SessionReset {
  /// A new session was opened with keys of this device (SR-30 to SR-33, SK-03).
  mutating func open(
    _ tag: SessionTag, with prekey: PrekeyID, attempt id: AttemptID, at now: UInt64
  ) -> [Effect] {
    guard route(tag) == .unknown else { return [.drop(.tagInUse)] }
    switch prekeyUse(prekey, for: id) {
    case .current:
      guard let attempt = running else { return [.drop(.refused(.stalePreKey))] }
      active = tag
      brakes.sentAt = now
      let cleared = complete(attempt, at: now)
      return [.keepSession(tag)] + cleared
        + [
          .deliver, .sendEmpty(.confirmation(id), on: tag), .releaseWaiting,
          .notify(.resetDone(isFirst: attempt.isFirst)),
        ]
    case .former:
      formers.removeAll { $0.prekey == prekey }
      let evicted = archive(tag, at: now)
      return [.keepSession(tag)] + evicted + [.erasePrekey(prekey), .deliver]
        + repeatEnd(at: now)
    case .unknown:
      return [.drop(.refused(.stalePreKey))]
    }
  }

  /// A known session read a message (SR-22 to SR-29, SR-34 to SR-38).
  mutating func receive(
    on tag: SessionTag, form: Form, at now: UInt64
  ) -> [Effect] {
    switch route(tag) {
    case .active:
      if case .received(let attempt) = state {
        let cleared = complete(attempt, at: now)
        return [.keepSession(tag)] + cleared
          + [.deliver, .notify(.resetDone(isFirst: attempt.isFirst))]
      }
      brakes.noteSuccess()
      return [.keepSession(tag), .deliver] + confirmAgain(on: tag, form: form, at: now)
    case .archived:
      return [.keepSession(tag), .deliver] + repeatEnd(at: now)
    case .deleted:
      return [.drop(.refused(.sessionDeleted))]
    case .unknown:
      return [.drop(.refused(.sessionUnknown))]
    }
  }

  mutating func noteSent(at now: UInt64) -> [Effect] {
    brakes.sentAt = now
    return []
  }

  /// The peer has not heard of this device on the new session yet: it is told once more, but not
  /// more often than once a minute (SK-16).
  private mutating func confirmAgain(
    on tag: SessionTag, form: Form, at now: UInt64
  ) -> [Effect] {
    guard form == .opening, let completed, completed.origin == .own,
      brakes.sentAt?.isWithin(SessionResetLimits.answerPause, of: now) != true
    else { return [] }
    brakes.sentAt = now
    return [.sendEmpty(.confirmation(completed.id), on: tag)]
  }

  /// The reset is done: nothing but the active session stays (SR-30, SR-34, SK-21, SK-22).
  private mutating func complete(_ attempt: Attempt, at now: UInt64) -> [Effect] {
    epoch = attempt.epoch
    state = .none
    completed = CompletedReset(id: attempt.id, origin: attempt.origin, proof: attempt.proof)
    note(KnownAttempt(id: attempt.id, notedAt: now))
    brakes.noteSuccess()
    var effects: [Effect] = []
    for place in archive.indices where archive[place].replacedAt == nil {
      archive[place].replacedAt = now
    }
    effects += clearArchive(at: now)
    if attempt.origin == .own { effects += [.erasePrekey(attempt.prekey), .eraseEnd] }
    effects += formers.map { .erasePrekey($0.prekey) }
    formers = []
    if let held, held.epoch <= epoch { effects += dropHeld() }
    return effects
  }
}
