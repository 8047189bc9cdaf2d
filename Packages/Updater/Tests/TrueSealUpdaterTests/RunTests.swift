import Testing

@testable import TrueSealUpdater

@Suite struct `A run` {
  private func facts(_ seq: UInt64, isUrgent: Bool = false) -> BundleFacts {
    BundleFacts(seq: seq, floor: 0, isUrgent: isUrgent)
  }

  @Test func `U-09 fetches a release above all that is held`() {
    var phone = Phone(current: 42)
    #expect(phone.send(.pointed(Phone.pointer(43))) == [.fetch(43)])
    #expect(phone.saved.isEmpty)
  }

  @Test(
    arguments: [
      (41, .upToDate), (42, .upToDate), (43, .trialRunning), (44, .trialRunning),
      (45, .bad), (46, .trialRunning), (47, .alreadyPending),
    ] as [(UInt64, StopReason)])
  func `U-06 U-07 U-08 UR-02 UR-59 stops with a reason at`(seq: UInt64, reason: StopReason) {
    // With 47 pending only 47 itself does not withdraw it.
    let pending: UInt64? = seq == 47 ? 47 : nil
    var phone = Phone(current: 42, pending: pending, trial: 46, bad: [45])
    #expect(phone.send(.pointed(Phone.pointer(seq))) == [.stop(reason)])
    #expect(phone.saved.isEmpty)
  }

  @Test func `U-05 U-47 UR-01 withdraws what is pending, in writing, and goes on in the same run`()
  {
    var phone = Phone(current: 42, pending: 45)
    let effects = phone.machine.handle(.pointed(Phone.pointer(44)))
    let after = Phone(current: 42).state
    #expect(effects == [.save(after), .log(.droppedPending(45, .pulled)), .fetch(44)])
    _ = phone.send(.downloaded(facts(44)))
    #expect(phone.state.pending == 44)
  }

  @Test(arguments: [UInt64(1), 41, 42]) func `U-05 U-47 a pull to current or less only withdraws`(
    seq: UInt64
  ) {
    var phone = Phone(current: 42, pending: 45)
    #expect(phone.send(.pointed(Phone.pointer(seq))).deeds == [.stop(.upToDate)])
    #expect(phone.state == Phone(current: 42).state)
    #expect(phone.startUI().servedSeq == 42)
  }

  @Test func `UR-01 takes a newer release in place of what is pending`() {
    var phone = Phone(current: 42, pending: 44)
    #expect(phone.send(.pointed(Phone.pointer(45))) == [.fetch(45)])
    #expect(phone.state.pending == 44)
    _ = phone.send(.downloaded(facts(45)))
    #expect(phone.state.pending == 45)
    #expect(phone.state.current == 42)
  }

  @Test func `UR-03 U-48 leaves a trial alone when the channel is pulled below it`() {
    var phone = Phone(current: 42, pending: 44, trial: 43, trialFails: 1, serving: 43)
    _ = phone.send(.pointed(Phone.pointer(42)))
    #expect(phone.state == Phone(current: 42, trial: 43, trialFails: 1, serving: 43).state)
    _ = phone.startUI()
    #expect(phone.state.bad == [43])
    // Once it is bad, whatever is above current may come.
    #expect(phone.send(.pointed(Phone.pointer(44))) == [.fetch(44)])
  }

  @Test func `UR-06 a stale pointer costs a pending release and the next one brings it back`() {
    var phone = Phone(current: 41, pending: 43)
    #expect(phone.send(.pointed(Phone.pointer(42))).deeds == [.fetch(42)])
    #expect(phone.state.pending == nil)
    #expect(phone.send(.pointed(Phone.pointer(43))) == [.fetch(43)])
    _ = phone.send(.downloaded(facts(43)))
    #expect(phone.state.pending == 43)
  }

  @Test func `U-09 UR-10 stops outside the rollout and takes nothing back`() throws {
    // Release 43 takes in this installation from 9 percent on.
    var phone = Phone(current: 42)
    #expect(phone.send(.pointed(try Pointer(seq: 43, rollout: 8))) == [.stop(.notInRollout)])
    #expect(phone.send(.pointed(try Pointer(seq: 43, rollout: 9))) == [.fetch(43)])
    _ = phone.send(.downloaded(facts(43)))
    #expect(phone.send(.pointed(try Pointer(seq: 43, rollout: 0))) == [.stop(.alreadyPending)])
    #expect(phone.state.pending == 43)
    #expect(phone.startUI().servedSeq == 43)
    #expect(phone.send(.pointed(try Pointer(seq: 43, rollout: 0))) == [.stop(.trialRunning)])
    #expect(phone.state.trial == 43)
  }

  @Test func `U-21 UR-15 makes pending what is still wanted at its end`() {
    var phone = Phone(current: 42)
    #expect(phone.send(.downloaded(facts(43))).isEmpty)
    #expect(phone.saved == [Phone(current: 42, pending: 43).state])
  }

  @Test func `UR-15 lets go of what the state has overtaken meanwhile`() {
    let overtaken = [
      Phone(current: 43), Phone(current: 44), Phone(current: 42, trial: 43),
      Phone(current: 42, trial: 44), Phone(current: 42, pending: 43),
      Phone(current: 42, pending: 44),
      Phone(current: 42, bad: [43]), Phone(current: 42, floor: 44),
    ]
    for before in overtaken {
      var phone = before
      #expect(phone.send(.downloaded(facts(43))) == [.stop(.superseded)])
      #expect(phone.state == before.state)
      #expect(phone.saved.isEmpty)
    }
  }

  @Test func `U-22 UR-24 announces an urgent release once, when it is durably pending`() {
    var phone = Phone(current: 42)
    #expect(phone.send(.downloaded(facts(43))).isEmpty)
    let effects = phone.machine.handle(.downloaded(facts(44, isUrgent: true)))
    #expect(effects == [.save(Phone(current: 42, pending: 44).state), .announce(44)])
    // Pulled and back again: not a second time in this process.
    _ = phone.send(.pointed(Phone.pointer(43)))
    #expect(phone.send(.downloaded(facts(44, isUrgent: true))).isEmpty)
    #expect(phone.state.pending == 44)
  }

  @Test func `UR-24 U-23 never announces what is not urgent, or not pending`() {
    var phone = Phone(current: 42)
    phone.canSave = false
    #expect(phone.send(.downloaded(facts(43, isUrgent: true))) == [.stop(.io)])
    #expect(phone.state.pending == nil)
    phone.canSave = true
    #expect(phone.send(.downloaded(facts(43, isUrgent: true))) == [.announce(43)])
    var old = Phone(current: 44)
    #expect(old.send(.downloaded(facts(43, isUrgent: true))) == [.stop(.superseded)])
  }

  @Test func `UR-24 announces an urgent release once more when the trial in its way ends`() {
    func phone() -> Phone {
      var phone = Phone(current: 42, trial: 43, trialFails: 1)
      _ = phone.startUI()
      #expect(phone.send(.downloaded(facts(44, isUrgent: true))) == [.announce(44)])
      return phone
    }
    var committed = phone()
    #expect(committed.send(.ready(committed.load)).contains(.announce(44)))
    var failed = phone()
    #expect(failed.send(.timedOut(failed.nextLoad())).contains(.announce(44)))
    #expect(failed.state.bad == [43])
    // One failure does not end a trial.
    var retained = Phone(current: 42, pending: 43)
    _ = retained.startUI()
    _ = retained.send(.downloaded(facts(44, isUrgent: true)))
    #expect(!retained.send(.timedOut(retained.nextLoad())).contains(.announce(44)))
  }

  @Test func `UR-24 knows in a new process that what waits is urgent`() {
    var phone = Phone(current: 42, pending: 44, trial: 43)
    phone.findings[.candidate(44)] = .sound(facts(44, isUrgent: true))
    _ = phone.startUI()
    #expect(phone.send(.ready(phone.load)).contains(.announce(44)))
  }

  @Test func `U-22 UR-25 lets the page apply what is pending, urgent or not`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    var waiting = Phone(current: 42)
    _ = waiting.startUI()
    _ = waiting.send(.downloaded(facts(43)))
    #expect(waiting.send(.applyRequested) == [.restartUI])
    #expect(waiting.startUI().servedSeq == 43)
    #expect(waiting.state.trial == 43)
  }

  @Test func `UR-25 refuses to apply without a pending release or with a trial`() {
    var phone = Phone(current: 42)
    #expect(phone.send(.applyRequested) == [.refuse(.noPending)])
    var trying = Phone(current: 42, pending: 44, trial: 43)
    _ = trying.startUI()
    let before = trying.machine
    #expect(trying.send(.applyRequested) == [.refuse(.trialRunning)])
    #expect(trying.machine == before)
  }

  @Test func `U-46 goes back by going forward`() {
    // 43 is bad in the field but committed here; its content of before comes again as 44.
    var phone = Phone(current: 43, previous: 42)
    #expect(phone.send(.pointed(Phone.pointer(42))) == [.stop(.upToDate)])
    #expect(phone.send(.pointed(Phone.pointer(44))) == [.fetch(44)])
    _ = phone.send(.downloaded(facts(44)))
    #expect(phone.startUI().servedSeq == 44)
    _ = phone.send(.ready(phone.load))
    #expect(phone.state.current == 44)
  }

  @Test func `UR-13 UR-41 no event of a run makes a release bad`() {
    var phone = Phone(current: 42, pending: 45)
    for event: Activation.Event in [
      .pointed(Phone.pointer(44)), .downloaded(facts(43)), .downloaded(facts(46)),
      .pointed(Phone.pointer(1)),
    ] {
      _ = phone.send(event)
      #expect(phone.state.bad.isEmpty)
    }
  }

  @Test func `U-48 a phone with a bad release takes its repair in the same session`() {
    var phone = Phone(current: 42, trial: 43, trialFails: 1)
    _ = phone.startUI()
    #expect(phone.send(.timedOut(phone.nextLoad())).servedSeq == 42)
    #expect(phone.send(.pointed(Phone.pointer(44))) == [.fetch(44)])
  }
}
