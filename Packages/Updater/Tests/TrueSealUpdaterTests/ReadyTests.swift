import Testing

@testable import TrueSealUpdater

@Suite struct `Ready` {
  private func trying(fails: UInt64 = 0) -> Phone {
    var phone = Phone(current: 42, trial: 43, trialFails: fails)
    _ = phone.startUI()
    return phone
  }

  @Test func `U-40 from a page of current commits nothing`() {
    var phone = Phone(current: 42)
    _ = phone.startUI()
    let before = phone.machine
    #expect(phone.send(.ready(phone.load)).isEmpty)
    #expect(phone.machine == before)
  }

  /// The outgoing page's call arrives after the trial was put on screen.
  @Test func `UR-31 from the page being replaced commits nothing, and the time goes on`() {
    var phone = Phone(current: 42)
    _ = phone.startUI()
    let outgoing = phone.load
    _ = phone.send(.downloaded(BundleFacts(seq: 43, floor: 0)))
    #expect(phone.send(.applyRequested) == [.restartUI])
    #expect(phone.startUI().servedSeq == 43)
    #expect(phone.send(.ready(outgoing)).isEmpty)
    #expect(phone.state.trial == 43)
    _ = phone.send(.timedOut(phone.nextLoad()))
    #expect(phone.state.trialFails == 1)
  }

  @Test func `UR-31 counts from the latest load of the trial's page only`() {
    var phone = trying()
    let first = phone.load
    let second = phone.nextLoad()
    #expect(phone.send(.entryLoaded(second)).isEmpty)
    #expect(phone.send(.ready(first)).isEmpty)
    #expect(phone.state.current == 42)
    #expect(!phone.send(.ready(second)).isEmpty)
    #expect(phone.state.current == 43)
  }

  @Test func `UR-31 counts once`() {
    var phone = trying()
    #expect(!phone.send(.ready(phone.load)).isEmpty)
    let saved = phone.saved
    #expect(phone.send(.ready(phone.load)).isEmpty)
    #expect(phone.saved == saved)
  }

  @Test func `UR-31 U-42 after the timeout is too late, and a timeout after ready no failure`() {
    var late = trying()
    let load = late.load
    _ = late.send(.timedOut(late.nextLoad()))
    #expect(late.send(.ready(load)).isEmpty)
    #expect(late.state.trialFails == 1)
    var early = trying()
    _ = early.send(.ready(early.load))
    #expect(early.send(.timedOut(early.nextLoad())).isEmpty)
    #expect(early.state.current == 43)
  }

  @Test func `U-40 UR-35 from the page of current that a timeout shows commits nothing`() {
    var phone = trying()
    let load = phone.nextLoad()
    _ = phone.send(.timedOut(load))
    #expect(phone.send(.ready(load)).isEmpty)
    #expect(phone.state == Phone(current: 42, trial: 43, trialFails: 1).state)
    // A load of current's page is none of the trial's.
    let next = phone.nextLoad()
    _ = phone.send(.entryLoaded(next))
    #expect(phone.send(.ready(next)).isEmpty)
    #expect(phone.send(.timedOut(phone.nextLoad())).isEmpty)
    #expect(phone.state.trialFails == 1)
  }

  @Test func `U-37 UR-32 the second chance has all its time again`() {
    var phone = trying()
    _ = phone.send(.timedOut(phone.nextLoad()))
    let effects = phone.startUI()
    #expect(
      effects == [.armTimer, .serve(Served(.stored(43), load: phone.load, isTrial: true))])
    #expect(!phone.send(.ready(phone.load)).isEmpty)
    #expect(phone.state == Phone(current: 43, previous: 42).state)
  }

  /// Opened and closed at once by the user, then ready.
  @Test func `U-37 U-41 on the second start makes a good release current`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    phone.restart()
    _ = phone.startUI()
    #expect(phone.state.trialFails == 1)
    _ = phone.send(.ready(phone.load))
    #expect(phone.state == Phone(current: 43, previous: 42).state)
  }

  @Test func `UR-35 U-42 without current the built-in bundle follows a timeout`() {
    var phone = Phone(trial: 43, builtIn: BuiltIn(seq: 40, floor: 0))
    phone.findings[.builtIn] = .unstored
    _ = phone.startUI()
    let load = phone.nextLoad()
    let effects = phone.send(.timedOut(load))
    #expect(effects.served == Served(.builtIn, load: load))
  }

  @Test func `U-36 U-48 the very first update may fail, and the built-in bundle is back`() {
    var phone = Phone(builtIn: BuiltIn(seq: 40, floor: 0), isStored: false)
    _ = phone.startUI()
    _ = phone.send(.downloaded(BundleFacts(seq: 43, floor: 0)))
    for _ in 0..<2 {
      phone.restart()
      #expect(phone.startUI().servedSeq == 43)
    }
    phone.restart()
    #expect(phone.startUI().servedSeq == 40)
    #expect(phone.state == Phone(current: 40, bad: [43]).state)
  }

  @Test func `U-44 cleaning after a commit keeps all that the state names`() {
    var phone = Phone(
      current: 42, previous: 41, pending: 44, trial: 43, builtIn: BuiltIn(seq: 40, floor: 0))
    _ = phone.startUI()
    #expect(phone.send(.ready(phone.load)).contains(.collectGarbage(keeping: [40, 42, 43, 44])))
  }
}

@Suite struct `A write that fails` {
  private func trying(fails: UInt64 = 0) -> Phone {
    var phone = Phone(current: 42, trial: 43, trialFails: fails)
    _ = phone.startUI()
    phone.canSave = false
    return phone
  }

  @Test func `UR-26 keeps a trial off the screen`() {
    var phone = Phone(current: 42, pending: 43)
    phone.canSave = false
    let before = phone.machine
    #expect(phone.startUI() == [.serve(Served(.stored(42), load: phone.load))])
    #expect(phone.machine == before)
    #expect(phone.send(.ready(phone.load)).isEmpty)
    phone.canSave = true
    #expect(phone.startUI().servedSeq == 43)
    #expect(phone.state.trialFails == 0)
  }

  @Test func `UR-44 leaves a new phone with the built-in bundle on screen`() {
    var phone = Phone(builtIn: BuiltIn(seq: 40, floor: 0), isStored: false)
    phone.canSave = false
    #expect(phone.startUI() == [.serve(Served(.builtIn, load: phone.load))])
    #expect(phone.state.current == nil)
    var without = Phone(isStored: false)
    without.canSave = false
    #expect(without.startUI() == [.serveNothing])
  }

  @Test func `UR-26 UR-38 does not put a damaged current on screen either`() {
    var phone = Phone(current: 42, builtIn: BuiltIn(seq: 40, floor: 0))
    phone.findings[.kept(42)] = .damaged
    phone.canSave = false
    #expect(phone.startUI() == [.serve(Served(.builtIn, load: phone.load))])
    var without = Phone(current: 42)
    without.findings[.kept(42)] = .untrusted
    without.canSave = false
    #expect(without.startUI() == [.serveNothing])
    #expect(without.state.current == 42)
  }

  @Test func `UR-44 of a commit is tried again and cleans nothing before`() {
    var phone = trying()
    let before = phone.state
    #expect(phone.send(.ready(phone.load)) == [.disarmTimer, .retrySave])
    #expect(phone.state == before)
    for _ in 0..<50 {
      #expect(phone.send(.saveRetried) == [.retrySave])
      #expect(phone.send(.timedOut(LoadToken(900))).isEmpty)
    }
    #expect(phone.state == before)
    phone.canSave = true
    let effects = phone.send(.saveRetried)
    #expect(effects.contains(.collectGarbage(keeping: [42, 43])))
    #expect(phone.state == Phone(current: 43, previous: 42).state)
    #expect(phone.send(.saveRetried).isEmpty)
  }

  @Test func `UR-44 of a commit is made good by the next start in the process`() {
    var phone = trying()
    _ = phone.send(.ready(phone.load))
    phone.canSave = true
    let effects = phone.startUI()
    #expect(effects.servedSeq == 43)
    #expect(effects.served?.isTrial == false)
    #expect(phone.state == Phone(current: 43, previous: 42).state)
    #expect(phone.saved.count == 2)
  }

  @Test func `UR-44 of a commit costs a failure only if the process dies before it is durable`() {
    var phone = trying()
    _ = phone.send(.ready(phone.load))
    phone.restart()
    phone.canSave = true
    #expect(phone.startUI().notes == [.failed(43, .processDied, count: 1)])
  }

  @Test func `UR-44 U-34 of a failure is made good once, by whichever comes first`() {
    var retried = trying()
    #expect(
      retried.send(.timedOut(LoadToken(7)))
        == [.disarmTimer, .retrySave, .serve(Served(.stored(42), load: LoadToken(7)))])
    #expect(retried.state.trialFails == 0)
    #expect(retried.send(.saveRetried) == [.retrySave])
    retried.canSave = true
    #expect(retried.send(.saveRetried) == [.log(.failed(43, .timeout, count: 1))])
    #expect(retried.send(.saveRetried).isEmpty)
    #expect(retried.state == Phone(current: 42, trial: 43, trialFails: 1).state)

    var started = trying()
    _ = started.send(.timedOut(LoadToken(7)))
    started.canSave = true
    #expect(started.startUI().servedSeq == 43)
    #expect(started.state.trialFails == 1)
    #expect(started.send(.saveRetried).isEmpty)
    #expect(started.state.trialFails == 1)

    var died = trying()
    _ = died.send(.timedOut(LoadToken(7)))
    died.restart()
    died.canSave = true
    _ = died.startUI()
    #expect(died.state.trialFails == 1)
  }

  @Test func `UR-44 ends a run and leaves the state as it was`() {
    var phone = Phone(current: 42, pending: 45)
    phone.canSave = false
    let before = phone.machine
    #expect(phone.send(.pointed(Phone.pointer(44))) == [.stop(.io)])
    #expect(phone.send(.downloaded(BundleFacts(seq: 46, floor: 0))) == [.stop(.io)])
    #expect(phone.machine == before)
  }

  @Test func `UR-31 UR-26 of a later start leaves the page of current without a say`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    phone.findings[.candidate(43)] = .damaged
    phone.canSave = false
    #expect(phone.startUI().servedSeq == 42)
    let load = phone.nextLoad()
    _ = phone.send(.entryLoaded(load))
    phone.canSave = true
    #expect(phone.send(.ready(load)).isEmpty)
    #expect(phone.send(.timedOut(phone.nextLoad())).isEmpty)
    #expect(phone.state == Phone(current: 42, trial: 43, serving: 43).state)
  }

  @Test func `UR-05 UR-26 of a later start in the process does not lose the trial's chance`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    // The app was updated within the process's life in a test only: it makes the start write.
    phone.findings[.kept(42)] = .damaged
    phone.canSave = false
    #expect(phone.startUI().deeds == [.disarmTimer, .serveNothing])
    #expect(phone.send(.timedOut(LoadToken(90))).isEmpty)
    phone.canSave = true
    let effects = phone.startUI()
    #expect(effects.deeds.first == .armTimer)
    #expect(effects.servedSeq == 43)
    #expect(phone.state.trialFails == 0)
  }
}
