extension MailRoom {
  /// Does whatever the present state allows: pushes, loads, opens, renews, asks to be woken.
  mutating func proceed(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    effects += dropExpiredHeads(at: now)
    effects += moveSession(at: now)
    if state == .open { effects += fillWindow(at: now) }
    for index in lanes.indices {
      let told = lanes[index].load(atMost: loadMax)
      effects += tag(told, from: index)
    }
    dropLanesAtRest()
    return effects + askToBeWoken(at: now)
  }

  /// Changes one lane, which is made when the recipient has none, and says where it is.
  ///
  /// - Parameter guess: where the lane may be, which is looked at first.
  @discardableResult
  mutating func change(
    _ recipient: [UInt8], near guess: Int = 0, by body: (inout Lane) -> Void
  ) -> Int {
    let known = index(of: recipient, near: guess)
    if known == nil { lanes.append(Lane(recipient: recipient, retry: retry)) }
    let index = known ?? lanes.count - 1
    body(&lanes[index])
    return index
  }

  /// Where a recipient's lane is.
  func index(of recipient: [UInt8], near guess: Int = 0) -> Int? {
    if lanes.indices.contains(guess), lanes[guess].recipient == recipient { return guess }
    return lanes.firstIndex { $0.recipient == recipient }
  }

  /// Whether any lane is of this kind; asked at every event, so no lane is copied.
  func hasLane(where isMeant: (borrowing Lane) -> Bool) -> Bool {
    for index in lanes.indices where isMeant(lanes[index]) { return true }
    return false
  }

  /// A lane's effects as the room's.
  ///
  /// Change the lane in a statement before: a copy of `self` held meanwhile copies all lanes.
  func tag(_ effects: [Lane.Effect], from index: Int) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .push(let entry): .push(entry)
      case .cut(let entry): .cut(entry)
      case .delete(let entry): .delete(entry)
      case .report(let entry, let failure): .report(entry, failure)
      case .load(let sequence, let limit, let skippingSync):
        .load(
          recipient: lanes[index].recipient, after: sequence, limit: limit,
          skippingSync: skippingSync)
      }
    }
  }

  mutating func take(_ entries: [Entry], for recipient: [UInt8], at now: Moment) -> [Effect] {
    guard let index = index(of: recipient) else { return [] }
    lanes[index].take(entries, limit: loadMax)
    let told = lanes[index].expire(at: now.wallClock)
    return tag(told, from: index) + proceed(at: now)
  }

  mutating func expectMore(for recipients: [[UInt8]], at now: Moment) -> [Effect] {
    for recipient in recipients { change(recipient) { $0.expectMore() } }
    return proceed(at: now)
  }

  mutating func append(_ entries: [Entry], at now: Moment) -> [Effect] {
    let limit = loadMax
    // A message's recipients mostly come in the order of their lanes.
    var next = 0
    for entry in entries {
      next = 1 + change(entry.recipient, near: next) { $0.append(entry, limit: limit) }
    }
    return proceed(at: now)
  }

  mutating func giveUp(_ id: Entry.ID, at now: Moment) -> [Effect] {
    guard let index = index(of: id.recipient) else { return [] }
    // It was never handed over, so the session owes nothing for it.
    unanswered.removeAll { $0 == id }
    let told = lanes[index].giveUp(id.sequence)
    return tag(told, from: index) + proceed(at: now)
  }

  mutating func withdraw(
    _ kind: Entry.Kind, to recipient: [UInt8]?, at now: Moment
  ) -> [Effect] {
    for index in lanes.indices where recipient == nil || recipient == lanes[index].recipient {
      lanes[index].withdraw(kind)
    }
    return proceed(at: now)
  }

  mutating func expire(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    for index in lanes.indices {
      let told = lanes[index].expire(at: now.wallClock)
      effects += tag(told, from: index)
    }
    return effects
  }

  private mutating func dropExpiredHeads(at now: Moment) -> [Effect] {
    let isLate = hasLane { $0.queued.first?.isTooOld(at: now.wallClock) ?? false }
    return isLate ? expire(at: now) : []
  }

  /// Pushes in turn, one entry of each lane, until the window is full or nothing can go.
  private mutating func fillWindow(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    while unanswered.count < unansweredMax, let index = laneInTurn(at: now.uptime) {
      turn = (index + 1) % lanes.count
      let told = lanes[index].push(at: now)
      for case .push(let entry) in told { unanswered.append(entry.id) }
      effects += tag(told, from: index)
    }
    return effects
  }

  private func laneInTurn(at uptime: Duration) -> Int? {
    for step in lanes.indices {
      let index = (turn + step) % lanes.count
      if lanes[index].canPush(at: uptime) { return index }
    }
    return nil
  }

  private mutating func dropLanesAtRest() {
    for index in lanes.indices.reversed() where lanes[index].isAtRest {
      lanes.remove(at: index)
      if turn > index { turn -= 1 }
    }
    if turn >= lanes.count { turn = 0 }
  }

  /// Asks for the next moment at which time alone changes something.
  ///
  /// A wake-up asked for earlier stays, even if its reason is gone: it costs one look.
  private mutating func askToBeWoken(at now: Moment) -> [Effect] {
    guard let deadline = nextDeadline(after: now) else { return [] }
    if let wakeAt, wakeAt > now.uptime, wakeAt <= deadline { return [] }
    wakeAt = deadline
    return [.wake(at: deadline)]
  }

  private func nextDeadline(after now: Moment) -> Duration? {
    var deadline: Duration?
    for index in lanes.indices {
      guard let first = lanes[index].queued.first else { continue }
      if let expiry = first.entry.expiry {
        let wait = expiry - min(expiry, now.wallClock)
        let look = min(wait, OutboxLimits.Chosen.expiryLookMilliseconds)
        deadline = earlier(deadline, now.uptime + .milliseconds(look))
      }
      switch state {
      case .closed, .open:
        if let end = lanes[index].pause.end, end > now.uptime { deadline = earlier(deadline, end) }
      case .waiting(let end):
        deadline = earlier(deadline, end)
      case .opening, .renewing, .stopped:
        break
      }
    }
    return deadline
  }

  private func earlier(_ deadline: Duration?, _ other: Duration) -> Duration {
    deadline.map { min($0, other) } ?? other
  }
}
