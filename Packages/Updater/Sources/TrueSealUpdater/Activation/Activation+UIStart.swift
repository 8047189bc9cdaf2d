extension Activation {
  /// A bundle must be examined before the start can be decided.
  private struct Unexamined: Error {
    let subject: Subject
  }

  /// Decides a start on a copy, so that a start which lacks a finding changes nothing.
  mutating func startUI(_ start: UIStart) -> [Effect] {
    var next = self
    do {
      let effects = try next.decide(start)
      self = next
      return effects
    } catch {
      return [.inspect(error.subject)]
    }
  }

  /// The steps of a start, in their order (U-28 to U-33).
  private mutating func decide(_ start: UIStart) throws(Unexamined) -> [Effect] {
    let before = state
    let armed = showing
    var effects = endConfirmedShowing()
    effects += try installBuiltIn(start)
    effects += try mendCurrent(start)
    effects += try dropUnfit(start)
    effects += countCrash()
    effects += try dropDamagedTrial(start)
    effects += try promote(start)
    effects += try serve(start, armed: armed)
    let needsSave = state != before || !isStored
    return (needsSave ? [.save(state)] : []) + effects
  }

  /// A trial that was ready, but whose commit could not be written, is committed first.
  private mutating func endConfirmedShowing() -> [Effect] {
    guard showing?.isConfirmed == true else { return [] }
    return commit()
  }

  // MARK: What came with the app

  /// Step 1: a built-in bundle above current wins, whatever it was held for (U-29, UR-27).
  private mutating func installBuiltIn(_ start: UIStart) throws(Unexamined) -> [Effect] {
    guard let builtIn, builtIn.seq > state.current ?? 0 else { return [] }
    let finding = try found(.builtIn, start)
    guard case .sound = finding else { return [.log(.builtInUnusable(finding))] }
    state.previous = state.current
    state.current = builtIn.seq
    var effects: [Effect] = [.log(.installedBuiltIn(builtIn.seq))]
    if builtIn.seq < state.floor { effects.append(.log(.belowFloor(builtIn.seq))) }
    state.floor = max(state.floor, builtIn.floor)
    state.bad.removeAll { $0 == builtIn.seq }
    if let trial = state.trial, trial <= builtIn.seq {
      effects += dropTrial(.supersededByBuiltIn)
    }
    if let pending = state.pending, pending <= builtIn.seq {
      effects += dropPending(.supersededByBuiltIn)
    }
    return effects
  }

  // MARK: What the host or its keys no longer allow

  /// Trial and pending must fit the host, the keys and the floor of today; if not they were never bad.
  private mutating func dropUnfit(_ start: UIStart) throws(Unexamined) -> [Effect] {
    var effects: [Effect] = []
    if let trial = state.trial {
      let finding = try found(.candidate(trial), start)
      if let reason = Self.unfitness(finding) ?? (trial < state.floor ? .unwanted : nil) {
        effects += dropTrial(reason)
      }
    }
    if let pending = state.pending {
      let finding = try found(.candidate(pending), start)
      if let reason = Self.unfitness(finding) { effects += dropPending(reason) }
      if case .sound(let facts) = finding { isPendingUrgent = facts.isUrgent }
    }
    return effects
  }

  private static func unfitness(_ finding: Finding) -> Note.DropReason? {
    switch finding {
    case .untrusted: .untrusted
    case .incompatible: .incompatible
    case .sound, .damaged, .unstored: nil
    }
  }

  /// Step 2: an earlier process died with the trial on screen (U-30, UR-05).
  private mutating func countCrash() -> [Effect] {
    guard let trial = state.trial, state.serving == trial, showing == nil else { return [] }
    return countFailure(of: trial, .processDied)
  }

  // MARK: Current

  /// What came with the app if this very start has copied it into the store.
  private func installed(_ start: UIStart) -> UInt64? {
    guard case .sound(let facts) = start.findings[.builtIn] else { return nil }
    return facts.seq
  }

  /// What is current must be fit to be shown; otherwise the best that is left takes its place.
  private mutating func mendCurrent(_ start: UIStart) throws(Unexamined) -> [Effect] {
    guard let current = state.current, current != installed(start) else { return [] }
    let reason: Note.DropReason
    switch try found(.kept(current), start) {
    case .sound, .unstored: return []
    case .damaged: reason = .damaged
    case .untrusted: reason = .untrusted
    case .incompatible: reason = .incompatible
    }
    let fallback = try self.fallback(reason, start)
    state.current = fallback?.seq
    // There is nothing below what came with the app, so it is forgiven here too (UR-27).
    state.bad.removeAll { $0 == fallback?.seq }
    let keepsPrevious = reason == .damaged && state.previous ?? 0 < fallback?.seq ?? 0
    if !keepsPrevious { state.previous = nil }
    var effects: [Effect] = [.log(.replacedCurrent(current, reason, by: fallback?.seq))]
    if reason == .untrusted {
      // A stolen key must not lock the phone out of every repair: the one exception to U-27.
      state.floor = fallback?.floor ?? 0
    } else if let fallback, fallback.seq < state.floor {
      effects.append(.log(.belowFloor(fallback.seq)))
    }
    return effects
  }

  /// The built-in bundle, or previous where that is newer and current was only damaged, or all there is.
  private func fallback(
    _ reason: Note.DropReason, _ start: UIStart
  ) throws(Unexamined) -> BundleFacts? {
    let previous = try usablePrevious(start, ignoringFloor: reason == .untrusted)
    guard let builtIn, case .sound(let facts) = try found(.builtIn, start) else { return previous }
    guard reason == .damaged, let previous, previous.seq > builtIn.seq else { return facts }
    return previous
  }

  private func usablePrevious(
    _ start: UIStart, ignoringFloor: Bool
  ) throws(Unexamined) -> BundleFacts? {
    guard let previous = state.previous, ignoringFloor || previous >= state.floor,
      !state.bad.contains(previous), case .sound(let facts) = try found(.kept(previous), start)
    else { return nil }
    return facts
  }

  // MARK: Trial

  /// A trial whose files are damaged was never bad, and can be downloaded again (UR-37).
  private mutating func dropDamagedTrial(_ start: UIStart) throws(Unexamined) -> [Effect] {
    guard let trial = state.trial else { return [] }
    if case .sound = try found(.candidate(trial), start) { return [] }
    return dropTrial(.damaged)
  }

  /// Step 3: what is pending becomes the trial if it still may (U-31, UR-04).
  private mutating func promote(_ start: UIStart) throws(Unexamined) -> [Effect] {
    guard state.trial == nil, let pending = state.pending else { return [] }
    guard case .sound = try found(.candidate(pending), start) else { return dropPending(.damaged) }
    guard state.wants(pending) else { return dropPending(.unwanted) }
    state.trial = pending
    state.trialFails = 0
    clearPending()
    return []
  }

  /// Step 4: the trial, else current, else what came with the app (U-32).
  private mutating func serve(
    _ start: UIStart, armed: Showing?
  ) throws(Unexamined) -> [Effect] {
    guard let trial = state.trial, case .sound(let facts) = try found(.candidate(trial), start)
    else {
      showing = nil
      let stop: [Effect] = armed == nil ? [] : [.disarmTimer]
      return stop + serveCurrent(start.load, usingBuiltIn: isBuiltInServable(start))
    }
    // The same trial in the same process is the same showing, and its time goes on (UR-05).
    let goesOn = showing?.facts.seq == trial && showing?.load != nil
    state.serving = trial
    owesFailure = false
    showing = Showing(facts: facts, load: start.load)
    let served = Served(.stored(trial), load: start.load, isTrial: true)
    return (goesOn ? [] : [.armTimer]) + [.serve(served)]
  }

  /// Whether the app's own copy may be shown: not if it was examined and found wanting.
  func isBuiltInServable(_ start: UIStart) -> Bool {
    switch start.findings[.builtIn] {
    case .sound, .unstored: true
    case .damaged, .untrusted, .incompatible: false
    case nil: builtIn != nil
    }
  }

  private func found(_ subject: Subject, _ start: UIStart) throws(Unexamined) -> Finding {
    guard let finding = start.findings[subject] else { throw Unexamined(subject: subject) }
    return finding
  }
}
