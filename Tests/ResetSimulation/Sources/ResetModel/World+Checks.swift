internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

extension World {
  func check(_ change: Change) throws {
    tellState(change)
    noteBeginnings(change)
    noteHappenings(change)
    checkCompletion(change)
    checkFailure(change)
    checkAnswers(change)
    checkOrder(change)
    checkAutomatic(change)
  }

  private func noteBeginnings(_ change: Change) {
    if let own = change.new.running, own.origin == .own, own.id != change.old.running?.id {
      attemptStarts[own.id] = stepCount
    }
    for tag in change.after.sessions.keys where births[tag] == nil { births[tag] = stepCount }
  }

  /// I2: the session in use did not exist when the reset began.
  private func checkCompletion(_ change: Change) {
    guard let attempt = change.completed else { return }
    guard let active = change.new.active, let birth = births[active],
      let start = attemptStarts[attempt.id], birth > start
    else { return note(.oldSession, "at \(change.side)") }
  }

  /// I4: sessions, texts and keys are as they were.
  private func checkFailure(_ change: Change) {
    guard change.isRefused else { return }
    let (before, after) = (change.before, change.after)
    let isSame =
      before.sessions == after.sessions && before.waiting == after.waiting
      && before.ends[.peer] == after.ends[.peer]
    let isStill =
      before.prekeys == after.prekeys && change.old.epoch == change.new.epoch
      && change.old.active == change.new.active && change.old.archived == change.new.archived
      && change.old.running?.id == change.new.running?.id
    if !isSame || !(isStill || change.isAutomatic) {
      note(.failureWrote, "at \(change.side)")
    }
  }

  /// I6, and no message leaves on a session that is not active.
  private func checkAnswers(_ change: Change) {
    if change.message != nil, change.sent.count - change.releasedCount > 1 {
      note(.chatter, "\(change.sent.count) messages at \(change.side)")
    }
    for message in change.sent {
      if let tag = tag(of: message), tag != change.new.active {
        note(.sentOnOld, "at \(change.side)")
      }
    }
  }

  /// I7: every session, key and End that is kept belongs to the record, and the other way round.
  private func checkOrder(_ change: Change) {
    let tags = [change.new.active].compactMap(\.self) + change.new.archived
    let isInitiated = change.isInitiated(change.new)
    let keyMax = SessionResetLimits.formerPrekeyMax + (isInitiated ? 1 : 0)
    let isOrderly =
      Set(change.after.sessions.keys) == Set(tags) && Set(tags).count == tags.count
      && change.new.archived.count <= SessionResetLimits.archivedMax
      && change.after.prekeys.count <= (change.completed == nil ? keyMax : 0)
      && (change.after.ends[.own] != nil) == isInitiated
      && (change.after.ends[.peer] != nil) == (change.new.held != nil)
      && (change.new.active == nil || change.after.waiting.isEmpty)
      && devices[change.side].isReset == (change.new.state != .none)
    if !isOrderly { note(.disorder, "at \(change.side)") }
  }

  /// I8: at most one reset an hour starts by itself.
  private func checkAutomatic(_ change: Change) {
    guard change.isAutomatic else { return }
    let time = time(of: change.side)
    if let last = devices[change.side].automaticAt, time - last < 3_600_000 {
      note(.tooManyResets, "\(time - last) ms after the last one at \(change.side)")
    }
    devices[change.side].automaticAt = time
    if !setting.isAutomatic { note(.tooManyResets, "none was wanted at \(change.side)") }
  }

  /// I5: a key seals one message, unless a device was put back to before it did.
  func checkKey(of message: Device.Message, from side: Int) {
    let sealed: [UInt8]
    switch message {
    case .end, .rejected: return
    case .opening(let opening): sealed = opening.sealed
    case .ordinary(let ordinary): sealed = ordinary.sealed
    }
    let name = (tag(of: message)?.bytes ?? []) + ToyCipher.keyName(of: sealed)
    defer { devices[side].keys[name] = sealed }
    guard let earlier = devices[side].keys[name], earlier != sealed else { return }
    if devices[side].wasRestored {
      count(.keyReused)
    } else {
      note(.keyUsedTwice, "by \(side)")
    }
  }

  func tag(of message: Device.Message) -> SessionTag? {
    switch message {
    case .end, .rejected: nil
    case .opening(let opening): opening.tag
    case .ordinary(let ordinary): ordinary.tag
    }
  }
}
