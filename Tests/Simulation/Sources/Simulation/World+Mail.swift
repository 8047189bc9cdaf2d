internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// Tells a device's mail room something and carries out what it asks for.
  mutating func feed(_ id: Int, _ event: MailRoom.Event) {
    var events = [event]
    while !events.isEmpty {
      let effects = devices[id].room.handle(events.removeFirst())
      for effect in effects {
        if let answer = carryOut(effect, for: id) { events.append(answer) }
      }
    }
  }

  /// Carries out one effect; what it leads to at once is the room's next event.
  private mutating func carryOut(_ effect: MailRoom.Effect, for id: Int) -> MailRoom.Event? {
    let moment = devices[id].moment(at: now)
    switch effect {
    case .delete(let entry):
      devices[id].disk.posts.removeAll { $0.entry.id == entry.id }
    case .push(let entry):
      devices[id].inFlight.append(entry)
    case .closeSession:
      devices[id].inFlight = []
      devices[id].isRefusing = []
    case .openSession:
      devices[id].isRefusing = []
      return devices[id].isOnline ? .opened(at: moment) : .lost(at: moment, jitter: .none)
    case .load(let recipient, let sequence, let limit, let skippingSync):
      let entries = devices[id].disk.posts.lazy.map(\.entry).filter {
        $0.recipient == recipient && $0.sequence > sequence && !(skippingSync && $0.kind == .sync)
      }
      return .loaded(Array(entries.prefix(limit)), for: recipient, at: moment)
    case .cut(let entry), .report(let entry, _):
      breaches.append("the relay took offence at entry \(entry.sequence) of \(devices[id].name)")
    case .wake:
      break
    }
    return nil
  }

  /// The relay stores a device's oldest push and says so, unless the connection drops before, or
  /// the device stops before it hears.
  mutating func carry(_ id: Int, isAnswerLost: Bool, _ mishap: Step.Mishap = .none) {
    guard canCarry(id), let entry = devices[id].inFlight.first else { return }
    devices[id].inFlight.removeFirst()
    let moment = devices[id].moment(at: now)
    if devices[id].isRefusing.contains(entry.recipient) {
      return feed(id, .answered(.refused(.forNow), at: moment, jitter: .none))
    }
    deliver(entry, from: id)
    if isAnswerLost {
      count(.lostAnswer)
      tell("the relay's answer to \(devices[id].name) is lost")
      return dropSession(id)
    }
    if mishap == .after {
      count(.restart)
      return restart(id)
    }
    feed(id, .answered(.accepted, at: moment, jitter: .none))
    finishLeaving(id)
  }

  mutating func refuse(_ id: Int) {
    guard canCarry(id), let entry = devices[id].inFlight.first else { return }
    devices[id].inFlight.removeFirst()
    devices[id].isRefusing.insert(entry.recipient)
    count(.refusedPush)
    tell("the relay takes nothing for \(name(ofRecipient: entry)) from \(devices[id].name) now")
    feed(id, .answered(.refused(.forNow), at: devices[id].moment(at: now), jitter: .none))
  }

  /// Both lines of a device drop; it may be connected again at once.
  mutating func dropSession(_ id: Int) {
    devices[id].inFlight = []
    devices[id].isRefusing = []
    feed(id, .lost(at: devices[id].moment(at: now), jitter: .none))
  }

  private mutating func deliver(_ entry: Entry, from id: Int) {
    guard let post = devices[id].disk.posts.first(where: { $0.entry.id == entry.id }),
      let recipient = devices.firstIndex(where: { $0.agreementKey == entry.recipient })
    else { return }
    if !post.manifests.isEmpty { messageCount += 1 }
    let isOvertaking = devices.contains { device in
      device.disk.posts.contains { $0.entry.recipient == entry.recipient && $0.stamp < post.stamp }
    }
    if isOvertaking { count(.overtaking) }
    let view = devices[id].membership?.view(for: entry.recipient)
    let letter = Letter(
      author: id, manifests: post.manifests,
      view: view ?? [UInt8](repeating: 0, count: ManifestLimits.hashByteCount),
      arrivedAt: now)
    tell(
      "the relay takes \(words(for: letter)) from \(devices[id].name) for \(Device.name(of: recipient))"
    )
    if devices[recipient].isLive || devices[recipient].phase == .unborn {
      inboxes[recipient].append(letter)
      devices[recipient].print = nil
    }
  }

  /// A device takes the oldest mail from its inbox and acknowledges it when it is stored.
  mutating func take(_ id: Int, _ mishap: Step.Mishap) {
    guard canTake(id), let letter = inboxes[id].first else { return }
    if devices[id].isHeadSeen { count(.redelivery) }
    tell("\(devices[id].name) takes \(words(for: letter)) from \(Device.name(of: letter.author))")
    devices[id].lastMailAt = now
    let isStored: Bool
    if letter.manifests.isEmpty {
      let (author, clock) = (devices[letter.author].signingKey, devices[id].clock(at: now))
      devices[id].membership?.viewHeard(letter.view, from: author, at: clock)
      devices[id].noteNextWake()
      isStored = true
    } else if devices[id].membership == nil {
      isStored = join(id, by: letter, mishap)
    } else {
      let author = devices[letter.author].signingKey
      isStored = transact(id, mishap) {
        (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
        let effects = try machine.receive(letter.manifests, from: author, at: clock, sign: sign)
        machine.viewHeard(letter.view, from: author, at: clock)
        return effects
      }
    }
    guard devices[id].isLive else { return }
    // A device that stops before it can say so gets the same mail again.
    let isAcknowledged = isStored && mishap != .after
    if isAcknowledged { inboxes[id].removeFirst() }
    devices[id].isHeadSeen = !isAcknowledged
  }

  /// What a device that waits to be let in makes of a message.
  private mutating func join(_ id: Int, by letter: Letter, _ mishap: Step.Mishap) -> Bool {
    guard var wait = devices[id].wait else { return true }
    let outcome = wait.receive(letter.manifests, from: devices[letter.author].signingKey)
    if mishap == .before {
      count(.crashBeforeCommit)
      restart(id)
      return false
    }
    devices[id].wait = wait
    devices[id].disk.joinWait = wait
    if case .admitted(let ledger) = outcome {
      found(id, with: ledger)
      tell("\(devices[id].name) is let in")
      _ = transact(id, .none) { (machine, _, _) in machine.introduce() }
    }
    if mishap == .after {
      count(.crashAfterCommit)
      restart(id)
    }
    return true
  }

  /// Stores a ledger that a device begins with.
  mutating func found(_ id: Int, with ledger: Ledger) {
    for manifest in ledger.held {
      devices[id].disk.held[manifest.hash] = manifest
      if manifests[manifest.hash] == nil { manifests[manifest.hash] = manifest }
    }
    for entry in ledger.waiting { devices[id].disk.waiting[entry.manifest.hash] = entry }
    devices[id].disk.joinWait = nil
    devices[id].wait = nil
    devices[id].phase = .inside
    devices[id].disk.connectedUntil = now
    devices[id].membership = Membership(own: devices[id].signingKey, ledger: ledger)
    beginReceiving(id)
    lastNewsAt = now
  }

  /// The relay forgets what nobody has fetched for 30 days.
  mutating func dropOldMail() {
    for id in inboxes.indices {
      let kept = inboxes[id].filter { $0.arrivedAt + Self.keepingMilliseconds > now }
      guard kept.count < inboxes[id].count else { continue }
      for _ in kept.count..<inboxes[id].count { count(.lostMail) }
      tell("the relay drops \(inboxes[id].count - kept.count) old messages to \(devices[id].name)")
      inboxes[id] = kept
      devices[id].isHeadSeen = false
    }
  }
}

extension Refusal {
  /// A code nobody knows, which may pass.
  fileprivate static let forNow = Refusal(rawValue: 0x7f)
}
