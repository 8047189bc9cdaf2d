import Testing

@testable import TrueSealUpdater

@Suite struct `A start of the UI` {
  @Test func `U-02 U-32 shows current when nothing waits, and writes nothing`() {
    var phone = Phone(current: 42, previous: 41)
    let effects = phone.startUI()
    #expect(effects == [.serve(Served(.stored(42), load: phone.load))])
    #expect(phone.saved.isEmpty)
  }

  @Test func `U-28 is the only thing that moves the machine on`() {
    // Made by a process that shows nothing, which then dies.
    var phone = Phone(current: 42, trial: 43, trialFails: 1, serving: 43)
    let before = phone.machine
    for event: Activation.Event in [
      .ready(LoadToken(1)), .timedOut(LoadToken(2)), .entryLoaded(LoadToken(3)), .saveRetried,
      .applyRequested, .uiStartedWithoutLock(LoadToken(4)),
    ] {
      _ = phone.send(event)
    }
    #expect(phone.machine == before)
    #expect(phone.saved.isEmpty)
  }

  @Test func `U-28 asks for findings without changing anything`() {
    let phone = Phone(current: 42, pending: 43)
    var machine = phone.machine
    let start = UIStart(load: LoadToken(1))
    #expect(machine.handle(.uiStarted(start)) == [.inspect(.kept(42))])
    #expect(machine == phone.machine)
    let more = start.adding(phone.finding(.kept(42)), on: .kept(42))
    #expect(machine.handle(.uiStarted(more)) == [.inspect(.candidate(43))])
    #expect(machine == phone.machine)
  }

  @Test func `U-31 promotes what a process downloaded before it was killed, with no failure`() {
    var phone = Phone(current: 42)
    _ = phone.startUI()
    _ = phone.send(.downloaded(BundleFacts(seq: 43, floor: 0)))
    phone.restart()
    #expect(phone.startUI().servedSeq == 43)
    #expect(phone.state.trialFails == 0)
  }

  @Test func `U-33 promotes what is pending in the start in which a trial turns bad`() {
    var phone = Phone(current: 42, pending: 44, trial: 43, trialFails: 1, serving: 43)
    let effects = phone.startUI()
    #expect(effects.notes == [.failed(43, .processDied, count: 2), .markedBad(43)])
    #expect(effects.servedSeq == 44)
    #expect(phone.state == Phone(current: 42, trial: 44, serving: 44, bad: [43]).state)
    #expect(phone.saved.count == 1)
  }

  @Test func `U-30 U-37 leaves what is pending alone while the trial has a chance`() {
    var phone = Phone(current: 42, pending: 44, trial: 43, serving: 43)
    #expect(phone.startUI().servedSeq == 43)
    #expect(
      phone.state == Phone(current: 42, pending: 44, trial: 43, trialFails: 1, serving: 43).state)
  }

  @Test func `UR-05 in the same process goes on with the same showing`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    let saved = phone.saved
    for _ in 0..<10 {
      let effects = phone.startUI()
      #expect(
        effects == [.serve(Served(.stored(43), load: phone.load, isTrial: true))],
        "no timer is armed anew")
    }
    #expect(phone.state.trialFails == 0)
    #expect(phone.saved == saved)
    _ = phone.send(.ready(phone.load))
    #expect(phone.state.current == 43)
  }

  @Test func `U-30 UR-05 counts one failure for a death, however often it starts again`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    phone.restart()
    _ = phone.startUI()
    _ = phone.startUI()
    _ = phone.startUI()
    #expect(phone.state.trialFails == 1)
  }

  @Test func `U-30 counts nothing when current is on screen`() {
    var phone = Phone(current: 42, trial: 43, trialFails: 1)
    for _ in 0..<10 { phone.restart() }
    #expect(phone.state.trialFails == 1)
    var other = Phone(current: 42)
    for _ in 0..<10 {
      _ = other.startUI()
      other.restart()
    }
    #expect(other.state == Phone(current: 42).state)
  }

  @Test func `UR-36 U-36 shows a bad release twice and never again`() {
    var phone = Phone(current: 42, pending: 43)
    var showings = 0
    for _ in 0..<6 {
      if phone.startUI().servedSeq == 43 { showings += 1 }
      phone.restart()
    }
    #expect(showings == 2)
    #expect(phone.state == Phone(current: 42, bad: [43]).state)
    #expect(phone.send(.pointed(Phone.pointer(43))) == [.stop(.bad)])
  }

  @Test func `UR-04 drops what is pending when it may not be tried, without blame`() {
    let cases: [(phone: Phone, reason: Note.DropReason)] = [
      (Phone(current: 43, pending: 43), .unwanted), (Phone(current: 44, pending: 43), .unwanted),
      (Phone(current: 42, pending: 43, bad: [43]), .unwanted),
      (Phone(current: 42, pending: 43, floor: 44), .unwanted),
    ]
    for (phone, reason) in cases {
      var phone = phone
      let effects = phone.startUI()
      #expect(effects.notes == [.droppedPending(43, reason)])
      #expect(effects.servedSeq == phone.state.current)
      #expect(phone.state.trial == nil)
      #expect(phone.state.pending == nil)
    }
    for (finding, reason): (Finding, Note.DropReason) in [
      (.damaged, .damaged), (.untrusted, .untrusted), (.incompatible, .incompatible),
    ] {
      var phone = Phone(current: 42, pending: 43)
      phone.findings[.candidate(43)] = finding
      #expect(phone.startUI().notes == [.droppedPending(43, reason)])
      #expect(phone.state == Phone(current: 42).state)
    }
  }

  @Test func `UR-37 drops a damaged trial without blame, and promotes what is pending`() {
    var phone = Phone(current: 42, pending: 44, trial: 43, trialFails: 1)
    phone.findings[.candidate(43)] = .damaged
    let effects = phone.startUI()
    #expect(effects.notes == [.droppedTrial(43, .damaged)])
    #expect(effects.servedSeq == 44)
    #expect(phone.state == Phone(current: 42, trial: 44, serving: 44).state)
  }

  @Test(arguments: [(Finding.incompatible, Note.DropReason.incompatible), (.untrusted, .untrusted)])
  func `UR-29 UR-30 does not blame a trial that the new app cannot run`(
    finding: Finding, reason: Note.DropReason
  ) {
    var phone = Phone(current: 42, trial: 43, trialFails: 1, serving: 43)
    phone.findings[.candidate(43)] = finding
    #expect(phone.startUI().notes == [.droppedTrial(43, reason)])
    #expect(phone.state == Phone(current: 42).state)
  }

  @Test func `UR-36 UR-37 gives a trial that was damaged two new chances once it is whole`() {
    var phone = Phone(current: 42, trial: 43, trialFails: 1)
    phone.findings[.candidate(43)] = .damaged
    _ = phone.startUI()
    phone.findings[.candidate(43)] = nil
    #expect(phone.send(.pointed(Phone.pointer(43))) == [.fetch(43)])
    _ = phone.send(.downloaded(BundleFacts(seq: 43, floor: 0)))
    #expect(phone.startUI().servedSeq == 43)
    #expect(phone.state.trialFails == 0)
  }

  @Test func `UR-40 UR-27 drops a trial below the floor without blame`() {
    var phone = Phone(current: 42, trial: 43, trialFails: 1, floor: 44)
    #expect(phone.startUI().notes == [.droppedTrial(43, .unwanted)])
    #expect(phone.state == Phone(current: 42, floor: 44).state)
  }

  @Test func `UR-51 U-50 on a new phone installs the built-in bundle and writes once`() {
    var phone = Phone(builtIn: BuiltIn(seq: 40, floor: 38), isStored: false)
    phone.findings[.builtIn] = .sound(BundleFacts(seq: 40, floor: 38))
    #expect(phone.startUI().servedSeq == 40)
    #expect(phone.saved == [Phone(current: 40, floor: 38).state])
  }

  @Test func `UR-12 on a new phone writes its name even with nothing to install`() {
    var phone = Phone(isStored: false)
    #expect(phone.startUI() == [.serveNothing])
    #expect(phone.saved == [phone.state])
    #expect(phone.startUI() == [.serveNothing])
    #expect(phone.saved.count == 1)
  }

  @Test func `UR-48 without the lock shows current and changes nothing`() {
    var phone = Phone(current: 42, pending: 43)
    let load = phone.nextLoad()
    #expect(phone.send(.uiStartedWithoutLock(load)) == [.serve(Served(.stored(42), load: load))])
    #expect(phone.send(.ready(load)).isEmpty)
    #expect(phone.state == Phone(current: 42, pending: 43).state)
    var empty = Phone(builtIn: BuiltIn(seq: 40, floor: 0))
    #expect(empty.send(.uiStartedWithoutLock(load)) == [.serve(Served(.builtIn, load: load))])
    #expect(empty.saved.isEmpty)
  }
}
