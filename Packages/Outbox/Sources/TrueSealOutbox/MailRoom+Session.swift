extension MailRoom {
  /// Opens a session when something is due, and renews it when only a new one can take it.
  mutating func moveSession(at now: Moment) -> [Effect] {
    if case .waiting(let end) = session, now.uptime >= end {
      session = .closed
      reconnect.lift()
    }
    switch session {
    case .closed:
      guard lanes.contains(where: { isWorthOpening(for: $0, at: now.uptime) }) else { return [] }
      session = .opening
      return [.openSession]

    case .open, .renewing:
      guard lanes.contains(where: { $0.needsNewSession && $0.isDue(at: now.uptime) }) else {
        session = .open
        return []
      }
      session = .renewing
      guard unanswered.isEmpty else { return [] }
      endSession(.opening)
      return [.closeSession(.renewal), .openSession]

    case .opening, .waiting, .stopped:
      return []
    }
  }

  mutating func sessionOpened(at now: Moment) -> [Effect] {
    guard session == .opening else { return [] }
    session = .open
    if isCutOff { liftPauses() }
    isCutOff = false
    return proceed(at: now)
  }

  mutating func answered(_ answer: Answer, at now: Moment, jitter: Jitter) -> [Effect] {
    guard session == .open || session == .renewing else { return [] }
    guard !unanswered.isEmpty else {
      breakOff(at: now, jitter: jitter)
      return [.closeSession(.unaskedAnswer)] + proceed(at: now)
    }
    let id = unanswered.removeFirst()
    if answer == .accepted { reconnect.forgive() }
    guard let index = index(of: id.recipient) else { return proceed(at: now) }
    let told =
      switch answer {
      case .accepted: lanes[index].accept(id.sequence)
      case .refused(let refusal):
        lanes[index].refuse(id.sequence, because: refusal, at: now.uptime, jitter: jitter)
      }
    return tag(told, from: index) + proceed(at: now)
  }

  mutating func sessionLost(at now: Moment, jitter: Jitter) -> [Effect] {
    switch session {
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
    switch session {
    case .waiting, .stopped:
      session = .closed
      reconnect.lift()
    case .closed, .opening, .open, .renewing:
      break
    }
    liftPauses()
    return proceed(at: now)
  }

  mutating func stop() -> [Effect] {
    switch session {
    case .opening, .open, .renewing:
      endSession(.stopped)
      return [.closeSession(.stop)]
    case .closed, .waiting, .stopped:
      session = .stopped
      reconnect.lift()
      return []
    }
  }

  // MARK: Inside the session

  /// A lane counts only if its pause is over; after a loss, opening ends every pause.
  private func isWorthOpening(for lane: Lane, at uptime: Duration) -> Bool {
    isCutOff ? lane.indexOfNext != nil : lane.isDue(at: uptime)
  }

  private mutating func breakOff(at now: Moment, jitter: Jitter) {
    reconnect.begin(at: now.uptime, jitter: jitter)
    isCutOff = true
    endSession(.waiting(until: reconnect.end ?? now.uptime))
  }

  private mutating func endSession(_ next: Session) {
    unanswered = []
    for index in lanes.indices { lanes[index].endSession() }
    session = next
  }

  private mutating func liftPauses() {
    for index in lanes.indices { lanes[index].liftPause() }
  }
}
