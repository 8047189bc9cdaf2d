extension Activation {
  /// The trial's own page says that it works (U-39, U-40, UR-31).
  mutating func becomeReady(_ load: LoadToken) -> [Effect] {
    guard let showing, !showing.isConfirmed, showing.load == load,
      state.serving == showing.facts.seq
    else { return [] }
    let effects = commit()
    return [.save(state)] + effects + announceAgain()
  }

  /// The trial on screen becomes current, and only then is anything cleaned away (U-41, U-43).
  mutating func commit() -> [Effect] {
    guard let showing, state.trial == showing.facts.seq else { return [] }
    self.showing = nil
    state.previous = state.current
    state.current = showing.facts.seq
    state.dropTrial()
    state.floor = max(state.floor, showing.facts.floor)
    let keeping = Set(state.named + (builtIn.map { [$0.seq] } ?? [])).sorted()
    return [
      .disarmTimer, .log(.committed(showing.facts.seq)), .collectGarbage(keeping: keeping),
    ]
  }

  /// The trial on screen was not ready in time; current is shown at once, without a start (U-42, UR-35).
  mutating func timeOut(_ load: LoadToken) -> [Effect] {
    guard let showing, !showing.isConfirmed, showing.load != nil,
      state.trial == showing.facts.seq
    else { return [] }
    self.showing = nil
    let failure = countFailure(of: showing.facts.seq, .timeout)
    let ending = state.trial == nil ? announceAgain() : []
    return [.save(state), .disarmTimer] + failure + serveCurrent(load) + ending
  }

  /// The one place where failures are counted (U-34 to U-37).
  mutating func countFailure(of trial: UInt64, _ source: Note.FailureSource) -> [Effect] {
    state.trialFails += 1
    state.serving = nil
    owesFailure = false
    let count = state.trialFails
    guard count >= UpdaterLimits.trialFailsMax else {
      return [.log(.failed(trial, source, count: count))]
    }
    state.addBad(trial)
    state.dropTrial()
    return [.log(.failed(trial, source, count: count)), .log(.markedBad(trial))]
  }

  /// Lets the trial go without a failure; whoever shows it stops with the load that follows.
  mutating func dropTrial(_ reason: Note.DropReason) -> [Effect] {
    guard let trial = state.trial else { return [] }
    state.dropTrial()
    showing = nil
    return [.log(.droppedTrial(trial, reason))]
  }

  /// Another bundle takes the screen: no load of the trial may become ready, and no time is counted.
  mutating func leaveScreen() -> [Effect] {
    guard showing?.load != nil else { return [] }
    showing?.load = nil
    return [.disarmTimer]
  }

  /// Shows current, without any of the steps of a start.
  func serveCurrent(_ load: LoadToken, usingBuiltIn isAllowed: Bool = true) -> [Effect] {
    if let current = state.current { return [.serve(Served(.stored(current), load: load))] }
    guard builtIn != nil, isAllowed else { return [.serveNothing] }
    return [.serve(Served(.builtIn, load: load))]
  }

  // MARK: Writes that fail

  /// The file still says what it said: show what needs no change, and try later what must not be lost.
  mutating func fallBack(from event: Event) -> [Effect] {
    switch event {
    case .uiStarted(let start):
      return serveWithoutSaving(start)

    case .ready:
      showing?.isConfirmed = true
      return [.disarmTimer, .retrySave]

    case .timedOut(let load):
      showing = nil
      owesFailure = true
      return [.disarmTimer, .retrySave] + serveCurrent(load)

    case .saveRetried:
      return [.retrySave]

    case .pointed, .downloaded:
      return [.stop(.io)]

    case .uiStartedWithoutLock, .entryLoaded, .applyRequested, .saveFailed:
      return []
    }
  }

  /// A start that could not be written: a trial must never be on screen unrecorded (UR-26).
  private mutating func serveWithoutSaving(_ start: UIStart) -> [Effect] {
    let stop = leaveScreen()
    if let current = state.current {
      switch start.findings[.kept(current)] {
      case .sound, .unstored, nil: return stop + serveCurrent(start.load)
      case .damaged, .untrusted, .incompatible: break
      }
    }
    guard builtIn != nil, isBuiltInServable(start) else { return stop + [.serveNothing] }
    return stop + [.serve(Served(.builtIn, load: start.load))]
  }

  /// Writes what could not be written before: a commit, or a failure.
  mutating func settle() -> [Effect] {
    if showing?.isConfirmed == true {
      let effects = commit()
      return [.save(state)] + effects + announceAgain()
    }
    guard owesFailure, let trial = state.trial else { return [] }
    let failure = countFailure(of: trial, .timeout)
    let ending = state.trial == nil ? announceAgain() : []
    return [.save(state)] + failure + ending
  }
}
