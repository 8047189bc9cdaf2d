extension MailRoom {
  /// Opens a session when something is due, and renews it when only a new one can take it.
  mutating func moveSession(at now: Moment) -> [Effect] {
    if case .waiting(let end) = state, now.uptime >= end {
      state = .closed
      reconnect.lift()
    }
    switch state {
    case .closed:
      guard hasLane(where: { isWorthOpening(for: $0, at: now.uptime) }) else { return [] }
      state = .opening
      return [.openSession]

    case .open, .renewing:
      guard hasLane(where: { $0.needsNewSession && $0.isDue(at: now.uptime) }) else {
        state = .open
        return []
      }
      state = .renewing
      guard unanswered.isEmpty else { return [] }
      endSession(.opening)
      return [.closeSession(.renewal), .openSession]

    case .opening, .waiting, .stopped:
      return []
    }
  }

  mutating func sessionOpened(at now: Moment) -> [Effect] {
    guard state == .opening else { return [] }
    state = .open
    if isCutOff { liftPauses() }
    isCutOff = false
    return proceed(at: now)
  }

  mutating func answered(_ answer: Answer, at now: Moment, jitter: Jitter) -> [Effect] {
    guard state == .open || state == .renewing else { return [] }
    guard !unanswered.isEmpty else {
      breakOff(at: now, jitter: jitter)
      return [.closeSession(.unaskedAnswer)] + proceed(at: now)
    }
    let id = unanswered.removeFirst()
    if answer == .accepted { reconnect.forgive() }
    // A lane may be gone by now, and yet must hear that the session refuses its recipient.
    var told: [Lane.Effect] = []
    let index = change(id.recipient) { lane in
      switch answer {
      case .accepted: told = lane.accept(id.sequence)
      case .refused(let refusal):
        told = lane.refuse(id.sequence, because: refusal, at: now.uptime, jitter: jitter)
      }
    }
    return tag(told, from: index) + proceed(at: now)
  }

  mutating func sessionLost(at now: Moment, jitter: Jitter) -> [Effect] {
    switch state {
    case .opening, .renewing:
      breakOff(at: now, jitter: jitter)
    case .open where unanswered.isEmpty:
      // The relay closes what is idle; that is no sign of trouble.
      endSession(.closed)
    case .open:
      breakOff(at: now, jitter: jitter)
    case .closed, .waiting, .stopped:
      break
    }
    return proceed(at: now)
  }

  mutating func reconnected(at now: Moment) -> [Effect] {
    switch state {
    case .waiting, .stopped:
      state = .closed
      reconnect.lift()
    case .closed, .opening, .open, .renewing:
      break
    }
    liftPauses()
    return proceed(at: now)
  }

  mutating func stop() -> [Effect] {
    switch state {
    case .opening, .open, .renewing:
      endSession(.stopped)
      return [.closeSession(.stop)]
    case .closed, .waiting, .stopped:
      state = .stopped
      reconnect.lift()
      return []
    }
  }

  // MARK: Inside the session

  /// A lane counts only if its pause is over; after a loss, opening ends every pause.
  private func isWorthOpening(for lane: borrowing Lane, at uptime: Duration) -> Bool {
    isCutOff ? lane.hasNext : lane.isDue(at: uptime)
  }

  private mutating func breakOff(at now: Moment, jitter: Jitter) {
    reconnect.begin(at: now.uptime, jitter: jitter)
    isCutOff = true
    endSession(.waiting(until: reconnect.end ?? now.uptime))
  }

  private mutating func endSession(_ next: State) {
    unanswered = []
    for index in lanes.indices { lanes[index].endSession() }
    state = next
  }

  private mutating func liftPauses() {
    for index in lanes.indices { lanes[index].liftPause() }
  }
}
