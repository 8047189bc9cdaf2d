extension SessionReset {
  mutating func start(_ draft: Draft, by trigger: Trigger, at now: UInt64) -> [Effect] {
    switch trigger {
    case .user:
      break
    case .firstContact:
      guard state == .none, active == nil else { return [.drop(.startRefused)] }
    case .automatic(let evidence):
      guard mayStartAlone, policy.automaticResets, brakes.allowsAutomatic(at: now) else {
        return [.drop(.startRefused)]
      }
      _ = brakes.note(evidence)
      brakes.automaticAt = now
    }
    return begin(draft, above: epochFloor, at: now)
  }

  /// The peer's epoch is higher than this device knew: the same wish with a higher one (SK-36).
  mutating func accept(
    rejectionOf id: AttemptID, epoch: UInt64, _ draft: Draft, at now: UInt64
  ) -> [Effect] {
    guard case .initiated(let attempt) = state, attempt.id == id, epoch >= attempt.epoch else {
      return [.drop(.staleRejection)]
    }
    guard isWithinReach(epoch) else { return [.drop(.epochOutOfRange)] }
    return begin(draft, above: max(epoch, epochFloor), at: now)
  }

  /// Begins an attempt of this device, whatever runs (SR-10 to SR-12, SK-12, SK-13).
  private mutating func begin(
    _ draft: Draft, above floor: UInt64, at now: UInt64
  ) -> [Effect] {
    guard floor < SessionResetLimits.epochMax, isFresh(draft) else {
      return [.drop(.startRefused)]
    }
    let former = running
    let isFirst = former?.isFirst ?? (epoch == 0 && isWithoutSession)
    let basis = former?.origin == .own ? former?.basis : active
    brakes.failures = []
    var effects: [Effect] = []
    if case .initiated(let own) = state { effects += retire(own) }
    effects += archiveActive(at: now)
    let attempt = Attempt(
      id: draft.id, epoch: floor + 1, origin: .own, prekey: draft.prekey, basis: basis, proof: nil,
      isFirst: isFirst, isRestart: former != nil, startedAt: now, sentAt: now)
    state = .initiated(attempt)
    effects.append(.sendEnd(attempt))
    if former == nil { effects.append(.notify(.resetInProgress(isFirst: isFirst, proof: nil))) }
    return effects
  }

  /// Takes the attempt back, as if it had never been (SK-41).
  mutating func cancel(at now: UInt64) -> [Effect] {
    guard mayCancel, case .initiated(let attempt) = state else { return [.drop(.nothingToDo)] }
    var effects = retire(attempt)
    state = .none
    if let basis = attempt.basis, let place = archive.firstIndex(where: { $0.tag == basis }) {
      archive.remove(at: place)
      active = basis
      effects += [.eraseEnd, .releaseWaiting]
    } else {
      effects.append(.eraseEnd)
    }
    return effects + [.notify(.resetCancelled)]
  }

  /// Keeps the keys of an attempt of this device that ends without an answer (SK-12, SK-25).
  mutating func retire(_ attempt: Attempt) -> [Effect] {
    formers.append(FormerPrekey(prekey: attempt.prekey, attempt: attempt.id))
    guard formers.count > SessionResetLimits.formerPrekeyMax else { return [] }
    return [.erasePrekey(formers.removeFirst().prekey)]
  }

  /// A running attempt bars automatic starts, unless its peer shows by several messages that it
  /// knows nothing of it.
  private var mayStartAlone: Bool {
    switch state {
    case .none: true
    case .initiated: false
    case .received: brakes.isOutOfStep
    }
  }

  /// An epoch further ahead is nothing an honest peer comes to (SK-06).
  func isWithinReach(_ epoch: UInt64) -> Bool {
    epoch <= SessionResetLimits.epochMax
      && epoch <= highestEpoch.saturating(adding: SessionResetLimits.epochLeapMax)
  }

  private func isFresh(_ draft: Draft) -> Bool {
    running?.id != draft.id && running?.prekey != draft.prekey
      && !formers.contains { $0.prekey == draft.prekey || $0.attempt == draft.id }
  }
}
