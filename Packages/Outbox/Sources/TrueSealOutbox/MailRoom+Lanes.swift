extension MailRoom {
  /// Does whatever the present state allows: pushes, loads, opens, renews, asks to be woken.
  mutating func proceed(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    effects += dropExpiredHeads(at: now)
    effects += moveSession(at: now)
    if state == .open { effects += fillWindow(at: now) }
    for index in lanes.indices { effects += tag(lanes[index].load(atMost: loadMax), from: index) }
    dropLanesAtRest()
    return effects + askToBeWoken(at: now)
  }

  /// Changes one lane, which is made when the recipient has none, and says where it is.
  @discardableResult
  mutating func change(_ recipient: [UInt8], by body: (inout Lane) -> Void) -> Int {
    if index(of: recipient) == nil { lanes.append(Lane(recipient: recipient, retry: retry)) }
    let index = index(of: recipient) ?? lanes.count - 1
    body(&lanes[index])
    return index
  }

  /// Where a recipient's lane is.
  func index(of recipient: [UInt8]) -> Int? {
    lanes.firstIndex { $0.recipient == recipient }
  }

  /// A lane's effects as the room's.
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
    return tag(lanes[index].expire(at: now.wallClock), from: index) + proceed(at: now)
  }

  mutating func giveUp(_ id: Entry.ID, at now: Moment) -> [Effect] {
    guard let index = index(of: id.recipient) else { return [] }
    // It was never handed over, so the session owes nothing for it.
    unanswered.removeAll { $0 == id }
    return tag(lanes[index].giveUp(id.sequence), from: index) + proceed(at: now)
  }

  mutating func withdraw(_ kind: Entry.Kind, to recipient: [UInt8]?) {
    for index in lanes.indices where recipient == nil || recipient == lanes[index].recipient {
      lanes[index].withdraw(kind)
    }
  }

  mutating func expire(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    for index in lanes.indices {
      effects += tag(lanes[index].expire(at: now.wallClock), from: index)
    }
    return effects
  }

  private mutating func dropExpiredHeads(at now: Moment) -> [Effect] {
    let isLate = lanes.contains { $0.nextExpiry.map { now.wallClock >= $0 } ?? false }
    return isLate ? expire(at: now) : []
  }

  /// Pushes in turn, one entry of each lane, until the window is full or nothing can go.
  private mutating func fillWindow(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    while unanswered.count < unansweredMax, let index = laneInTurn(at: now.uptime) {
      turn = (index + 1) % lanes.count
      for effect in lanes[index].push(at: now) {
        if case .push(let entry) = effect { unanswered.append(entry.id) }
        effects += tag([effect], from: index)
      }
    }
    return effects
  }

  private func laneInTurn(at uptime: Duration) -> Int? {
    let order = [turn..<lanes.count, 0..<turn].joined()
    return order.first { lanes[$0].canPush(at: uptime) }
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
    let waiting = lanes.filter(\.hasQueued)
    var deadlines = waiting.compactMap(\.nextExpiry).map { expiry in
      let wait = expiry - min(expiry, now.wallClock)
      return now.uptime + .milliseconds(min(wait, OutboxLimits.Chosen.expiryLookMilliseconds))
    }
    switch state {
    case .closed, .open:
      deadlines += waiting.compactMap(\.pause.end).filter { $0 > now.uptime }
    case .waiting(let end):
      if !waiting.isEmpty { deadlines.append(end) }
    case .opening, .renewing, .stopped:
      break
    }
    return deadlines.min()
  }
}

extension Lane {
  /// When the first queued entry grows too old, in Unix milliseconds.
  fileprivate var nextExpiry: UInt64? {
    deliveries.first { $0.state == .queued }?.entry.expiry
  }
}
