extension SessionReset {
  /// Weighs an End of the peer against what is done and what runs (SK-06 to SK-11).
  mutating func take(
    _ proposal: ResetProposal, opening: SessionTag, at now: UInt64
  ) -> [Effect] {
    guard isWithinReach(proposal.epoch) else { return [.drop(.epochOutOfRange)] }
    if case .received(let attempt) = state, attempt.isSame(as: proposal), let active {
      return [.sendEmpty(.acknowledgement(attempt.id), on: active)]
    }
    if let drop = hindrance(to: proposal) { return [.drop(drop)] }
    let verdict = weigh(proposal)
    switch verdict {
    case .outranks:
      return asksFirst(about: proposal)
        ? hold(proposal) : accept(proposal, opening: opening, at: now)
    case .outranked(let drop):
      return answer(proposal, with: drop, at: now)
    }
  }

  /// The owner wants the reset that was asked about, if it still outranks what runs.
  mutating func approve(opening: SessionTag, at now: UInt64) -> [Effect] {
    guard let proposal = held else { return [.drop(.nothingToDo)] }
    switch weigh(proposal) {
    case .outranks:
      return accept(proposal, opening: opening, at: now)
    case .outranked(let drop):
      return dropHeld() + answer(proposal, with: drop, at: now)
    }
  }

  mutating func decline(at now: UInt64) -> [Effect] {
    guard let proposal = held else { return [.drop(.nothingToDo)] }
    note(KnownAttempt(id: proposal.id, notedAt: now, declinedEpoch: proposal.epoch))
    return dropHeld()
  }

  // MARK: Rank

  private enum Verdict {
    case outranks
    case outranked(Drop)
  }

  /// The higher epoch wins, then the lower key of who began (SK-07); an attempt of the peer is
  /// outranked only by a higher epoch, since both have the same key.
  private func weigh(_ proposal: ResetProposal) -> Verdict {
    guard proposal.epoch > epoch else { return .outranked(.staleEnd) }
    switch state {
    case .none:
      return .outranks
    case .initiated(let own):
      let wins =
        proposal.epoch > own.epoch || (proposal.epoch == own.epoch && parties.lower == .peer)
      return wins ? .outranks : .outranked(.outrankedEnd)
    case .received(let attempt):
      return proposal.epoch > attempt.epoch ? .outranks : .outranked(.outrankedEnd)
    }
  }

  private func hindrance(to proposal: ResetProposal) -> Drop? {
    if held?.id == proposal.id { return .awaitsApproval }
    let isDeclined = known.contains { $0.id == proposal.id && $0.declinedEpoch != nil }
    return isDeclined ? .declinedEnd : nil
  }

  // MARK: Taking one up

  private func asksFirst(about proposal: ResetProposal) -> Bool {
    guard policy.asksBeforeIdentityOnly, proposal.proof == .identityOnly else { return false }
    if case .received(let attempt) = state { return attempt.proof == .session }
    return !isWithoutSession
  }

  private mutating func hold(_ proposal: ResetProposal) -> [Effect] {
    held = proposal
    return [.holdBundle(proposal.id), .notify(.approvalNeeded(proposal.id))]
  }

  mutating func dropHeld() -> [Effect] {
    guard held != nil else { return [] }
    held = nil
    return [.eraseBundle]
  }

  /// Makes way for the peer's attempt, builds its session and says so (SR-15 to SR-21, SK-18).
  private mutating func accept(
    _ proposal: ResetProposal, opening: SessionTag, at now: UInt64
  ) -> [Effect] {
    guard route(opening) == .unknown else { return [.drop(.tagInUse)] }
    guard brakes.takesAcceptance(at: now) else { return [.drop(.tooManyEnds)] }
    note(KnownAttempt(id: proposal.id, notedAt: now))
    let former = running
    let isFirst = former?.isFirst ?? (epoch == 0 && isWithoutSession)
    var effects: [Effect] = []
    switch state {
    case .none: effects += archiveActive(at: now)
    case .initiated(let own): effects += retire(own) + [.eraseEnd]
    case .received: effects += dropActive(at: now)
    }
    let attempt = Attempt(
      id: proposal.id, epoch: proposal.epoch, origin: .peer, prekey: proposal.prekey, basis: nil,
      proof: proposal.proof, isFirst: isFirst, isRestart: former != nil, startedAt: now,
      sentAt: now)
    state = .received(attempt)
    active = opening
    brakes.sentAt = now
    brakes.failures = []
    effects += [
      .buildSession(opening, attempt), .sendEmpty(.acknowledgement(attempt.id), on: opening),
      .releaseWaiting,
    ]
    effects += dropHeld()
    if former == nil {
      effects.append(.notify(.resetInProgress(isFirst: isFirst, proof: proposal.proof)))
    }
    return effects
  }

  // MARK: Answering one that loses

  /// A running attempt of this device is shown again; else the peer may have lost what it knew,
  /// and hears which epoch it must exceed (SK-36).
  private mutating func answer(
    _ proposal: ResetProposal, with drop: Drop, at now: UInt64
  ) -> [Effect] {
    if case .initiated = state { return repeatEnd(at: now) + [.drop(drop)] }
    let late = SessionResetLimits.Chosen.lateEndWindow
    let isLate = known.contains { $0.id == proposal.id && $0.notedAt.isWithin(late, of: now) }
    guard !isLate, brakes.takesRejection(at: now) else { return [.drop(drop)] }
    return [.sendRejection(proposal.id, epoch: highestEpoch), .drop(drop)]
  }

  /// Sends the End of the running attempt again, at most once a minute (SK-07, SK-14).
  mutating func repeatEnd(at now: UInt64) -> [Effect] {
    guard case .initiated(var attempt) = state,
      !attempt.sentAt.isWithin(SessionResetLimits.answerPause, of: now)
    else { return [] }
    attempt.sentAt = now
    attempt.isRepeated = true
    state = .initiated(attempt)
    return [.sendEnd(attempt)]
  }
}

extension Attempt {
  fileprivate func isSame(as proposal: ResetProposal) -> Bool {
    id == proposal.id && epoch == proposal.epoch
  }
}
