internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// Does what a step says, or nothing when it cannot happen now.
  package mutating func perform(_ step: Step) {
    stepCount += 1
    for id in step.kind.devices ?? Array(devices.indices) where devices.indices.contains(id) {
      devices[id].print = nil
    }
    switch step.kind {
    case .admit(let id, let joiner): admit(joiner, by: id, step.mishap)
    case .remove(let id, let target): remove(target, by: id, step.mishap)
    case .leave(let id): leave(id, step.mishap)
    case .say(let id): say(id)
    case .carry(let id): carry(id, isAnswerLost: false, step.mishap)
    case .lose(let id): carry(id, isAnswerLost: true)
    case .refuse(let id): refuse(id)
    case .take(let id): take(id, step.mishap)
    case .wake(let id): wake(id, step.mishap)
    case .rest(let time): pass(time)
    case .days(let count): pass(days: count)
    case .offline(let id): goOffline(id)
    case .online(let id): goOnline(id)
    case .reconnect(let id): reconnect(id)
    case .crash(let id): crash(id)
    }
  }

  // MARK: What people ask for

  private func mayChange(_ id: Int) -> Bool {
    devices.indices.contains(id) && devices[id].standing == .member
  }

  private mutating func admit(_ joiner: Int, by id: Int, _ mishap: Step.Mishap) {
    guard mayChange(id), devices.indices.contains(joiner), devices[joiner].phase == .unborn else {
      return
    }
    let device = devices[joiner]
    guard let label = try? Label("device \(device.name)") else { return }
    let wait = JoinWait(
      signingKey: device.signingKey, agreementKey: device.agreementKey,
      trustedKey: devices[id].signingKey)
    devices[joiner].phase = .joining
    devices[joiner].bootedAt = now
    devices[joiner].wait = wait
    devices[joiner].disk.joinWait = wait
    tell("\(devices[id].name) admits \(device.name)")
    change(.admission, of: joiner, by: id, mishap) {
      (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
      try machine.admit(
        device.signingKey, agreementKey: device.agreementKey, label: label, at: clock, sign: sign)
    }
  }

  private mutating func remove(_ target: Int, by id: Int, _ mishap: Step.Mishap) {
    guard mayChange(id), target != id, list(of: id).contains(target) else { return }
    let key = devices[target].signingKey
    tell("\(devices[id].name) removes \(devices[target].name)")
    change(.removal, of: target, by: id, mishap) {
      (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
      try machine.remove(key, at: clock, sign: sign)
    }
  }

  private mutating func leave(_ id: Int, _ mishap: Step.Mishap) {
    guard devices.indices.contains(id), devices[id].phase == .inside, !devices[id].disk.isLeaving
    else { return }
    tell("\(devices[id].name) leaves")
    change(.leave, of: id, by: id, mishap) {
      (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
      try machine.leave(at: clock, sign: sign)
    }
  }

  private mutating func change(
    _ kind: Intent.Kind, of target: Int, by id: Int, _ mishap: Step.Mishap, _ decide: Decision
  ) {
    // A change that cannot be made yet is stored as well, and counts.
    var isAsked = false
    let isStored = transact(id, mishap) {
      (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
      let effects = try decide(&machine, clock, sign)
      for case .remember(_) in effects { isAsked = true }
      return effects
    }
    if isStored, isAsked { intents.append(Intent(kind: kind, target: target, by: id)) }
  }

  private mutating func say(_ id: Int) {
    guard mayChange(id) else { return }
    let others = list(of: id).filter { $0 != id }
    tell("\(devices[id].name)'s app sends something")
    let stamp = stepCount
    let entries = others.map {
      devices[id].disk.post([], to: devices[$0].agreementKey, as: .sync, stamp: stamp)
    }
    if !entries.isEmpty { feed(id, .committed(entries, at: devices[id].moment(at: now))) }
  }

  // MARK: Time

  /// Does one thing that is due.
  private mutating func wake(_ id: Int, _ mishap: Step.Mishap) {
    guard devices.indices.contains(id), devices[id].isLive else { return }
    if let due = devices[id].roomWake, due <= now {
      return feed(id, .clockReached(devices[id].moment(at: now)))
    }
    if let due = devices[id].drainWake, due <= now, inboxes[id].isEmpty {
      let absence = now - devices[id].disk.connectedUntil
      let isStored = transact(id, mishap) {
        (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
        try machine.drained(absence: absence, at: clock, sign: sign)
      }
      if isStored, devices[id].isLive, mishap != .after {
        devices[id].isDrained = true
        devices[id].disk.connectedUntil = now
      }
      return
    }
    guard let due = devices[id].nextWake, due <= now else { return }
    tell("\(devices[id].name) does what is due")
    _ = transact(id, mishap) {
      (machine, clock, sign) throws(ManifestError) -> [Membership.Effect] in
      try machine.clockAdvanced(to: clock, sign: sign)
    }
  }

  private mutating func pass(_ time: UInt64) {
    now += time
    dropOldMail()
  }

  /// Lets days go by in which all who are connected go on.
  private mutating func pass(days: UInt64) {
    let end = now + days * Self.dayMilliseconds
    count(.longAbsence)
    var rounds = 0
    while now < end, rounds < 20_000 {
      rounds += 1
      if let step = firstChoice() {
        perform(step)
        continue
      }
      let next = devices.indices.compactMap(nextWake).min() ?? end
      pass(min(end, max(next, now)) - now)
    }
  }

  /// What anybody can do without time passing, the first by id.
  func firstChoice() -> Step? {
    for id in devices.indices {
      if canCarry(id) { return Step(.carry(id)) }
      if canTake(id) { return Step(.take(id)) }
      if isDue(id) { return Step(.wake(id)) }
    }
    return nil
  }

  // MARK: Faults

  private mutating func goOffline(_ id: Int) {
    guard devices.indices.contains(id), devices[id].isLive, devices[id].isOnline else { return }
    tell("\(devices[id].name) is offline")
    count(.offlineSpell)
    if devices[id].isDrained { devices[id].disk.connectedUntil = now }
    devices[id].isOnline = false
    devices[id].isDrained = false
    dropSession(id)
    feed(id, .stopped)
  }

  private mutating func goOnline(_ id: Int) {
    guard devices.indices.contains(id), devices[id].isLive, !devices[id].isOnline else { return }
    tell("\(devices[id].name) is back")
    devices[id].isOnline = true
    beginReceiving(id)
    feed(id, .reconnected(at: devices[id].moment(at: now)))
  }

  private mutating func reconnect(_ id: Int) {
    guard devices.indices.contains(id), devices[id].isLive, devices[id].isOnline else { return }
    tell("\(devices[id].name)'s lines drop and come back")
    count(.lostSession)
    dropSession(id)
    beginReceiving(id)
  }

  private mutating func crash(_ id: Int) {
    guard devices.indices.contains(id), devices[id].isLive else { return }
    count(.restart)
    restart(id)
  }
}
