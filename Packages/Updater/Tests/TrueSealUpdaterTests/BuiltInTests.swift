import Testing

@testable import TrueSealUpdater

@Suite struct `The built-in bundle` {
  private let shipped = BuiltIn(seq: 50, floor: 45)

  private func phone(
    current: UInt64? = 44, pending: UInt64? = nil, trial: UInt64? = nil, trialFails: UInt64 = 0,
    serving: UInt64? = nil, bad: [UInt64] = [], floor: UInt64 = 0
  ) -> Phone {
    var phone = Phone(
      current: current, previous: current.map { $0 - 1 }, pending: pending, trial: trial,
      trialFails: trialFails, serving: serving, bad: bad, floor: floor, builtIn: shipped)
    phone.findings[.builtIn] = .sound(BundleFacts(seq: 50, floor: 45))
    return phone
  }

  @Test func `U-29 UR-27 wins over what is current, on trial and pending below it`() {
    var phone = phone(pending: 49, trial: 46, trialFails: 1, serving: 46)
    let effects = phone.startUI()
    #expect(
      effects.notes == [
        .installedBuiltIn(50), .droppedTrial(46, .supersededByBuiltIn),
        .droppedPending(49, .supersededByBuiltIn),
      ])
    #expect(effects.servedSeq == 50)
    let expected = Phone(current: 50, previous: 44, floor: 45).state
    #expect(phone.state == expected)
    #expect(phone.saved == [expected])
    // The second start shows the same.
    phone.restart()
    #expect(phone.startUI().servedSeq == 50)
    #expect(phone.state == expected)
  }

  @Test(arguments: [UInt64(50), 49]) func `U-29 UR-27 wins at equal numbers`(seq: UInt64) {
    var onTrial = phone(trial: seq, serving: seq)
    #expect(onTrial.startUI().servedSeq == 50)
    #expect(onTrial.state.trial == nil)
    #expect(onTrial.state.bad.isEmpty)
    var waiting = phone(pending: seq)
    let effects = waiting.startUI()
    #expect(effects.servedSeq == 50)
    #expect(effects.notes.contains(.droppedPending(seq, .supersededByBuiltIn)))
    #expect(waiting.state.pending == nil)
  }

  @Test func `U-29 leaves alone what is above it`() {
    var phone = phone(pending: 52, trial: 51, trialFails: 1)
    #expect(phone.startUI().servedSeq == 51)
    #expect(phone.state.current == 50)
    #expect(phone.state.pending == 52)
    #expect(phone.state.trialFails == 1)
  }

  @Test(arguments: [UInt64(50), 51]) func `U-29 UR-28 changes nothing at or below current`(
    current: UInt64
  ) {
    var phone = phone(current: current)
    let before = phone.state
    #expect(phone.startUI().servedSeq == current)
    #expect(phone.state == before)
  }

  @Test func `UR-27 is forgiven its bad record`() {
    var phone = phone(bad: [39, 50])
    #expect(phone.startUI().servedSeq == 50)
    #expect(phone.state.bad == [39])
  }

  @Test func `UR-27 UR-38 is forgiven its bad record in place of current, too`() {
    var phone = phone(current: 55, bad: [39, 50])
    phone.findings[.kept(55)] = .incompatible
    #expect(phone.startUI().servedSeq == 50)
    #expect(phone.state.bad == [39])
  }

  @Test func `U-27 UR-27 raises the floor and never lowers it`() {
    var low = phone()
    _ = low.startUI()
    #expect(low.state.floor == 45)
    var high = phone(floor: 47)
    _ = high.startUI()
    #expect(high.state.floor == 47)
  }

  @Test(arguments: [Finding.damaged, .untrusted, .incompatible, .unstored])
  func `UR-27 leaves all as it was if it cannot be used`(finding: Finding) {
    var phone = phone(trial: 46)
    phone.findings[.builtIn] = finding
    let effects = phone.startUI()
    #expect(effects.notes == [.builtInUnusable(finding)])
    #expect(effects.servedSeq == 46)
    #expect(phone.state.current == 44)
    #expect(phone.state.previous == 43)
  }

  @Test func `UR-27 U-43 is followed by no cleaning`() {
    var phone = phone()
    let effects = phone.startUI()
    #expect(!effects.contains { if case .collectGarbage = $0 { true } else { false } })
  }

  @Test func `UR-27 that fails its checks leaves a new phone with nothing to show`() {
    var phone = Phone(builtIn: shipped, isStored: false)
    for finding: Finding in [.damaged, .incompatible] {
      phone.findings[.builtIn] = finding
      #expect(phone.startUI().deeds == [.serveNothing])
    }
  }

  @Test func `UR-44 U-32 is shown where the app brought it when it cannot be stored`() {
    var phone = Phone(builtIn: shipped, isStored: false)
    phone.findings[.builtIn] = .unstored
    #expect(phone.startUI().deeds == [.serve(Served(.builtIn, load: phone.load))])
    #expect(phone.state.current == nil)
  }

  @Test func `UR-39 UR-52 is shown below the floor when nothing else is left`() {
    var phone = Phone(floor: 60, builtIn: shipped, isStored: false)
    phone.findings[.builtIn] = .sound(BundleFacts(seq: 50, floor: 45))
    let effects = phone.startUI()
    #expect(effects.servedSeq == 50)
    #expect(effects.notes == [.installedBuiltIn(50), .belowFloor(50)])
    #expect(phone.state.floor == 60)
  }

  // MARK: In place of current

  @Test func `UR-29 takes the place of a current that the host cannot run`() {
    var phone = phone(current: 55)
    phone.findings[.kept(55)] = .incompatible
    let effects = phone.startUI()
    #expect(effects.notes == [.replacedCurrent(55, .incompatible, by: 50)])
    #expect(effects.servedSeq == 50)
    #expect(phone.state == Phone(current: 50).state)
  }

  @Test func `UR-30 takes the place of a current that no trusted key signed, and lowers the floor`()
  {
    let top = UpdaterLimits.seqMax
    var phone = phone(current: top, floor: top)
    phone.findings[.kept(top)] = .untrusted
    let effects = phone.startUI()
    #expect(effects.notes == [.replacedCurrent(top, .untrusted, by: 50)])
    #expect(effects.servedSeq == 50)
    #expect(phone.state == Phone(current: 50, floor: 45).state)
    // The repair that a floor of 2^53 - 1 would have locked out.
    #expect(phone.send(.pointed(Phone.pointer(51))) == [.fetch(51)])
  }

  @Test func `UR-30 and a trial signed well survives the revocation of current's key`() {
    var phone = phone(current: 60, trial: 61, floor: 60)
    phone.findings[.kept(60)] = .untrusted
    #expect(phone.startUI().servedSeq == 61)
    #expect(phone.state.current == 50)
  }

  @Test func `UR-30 the floor of a revoked key does not hold against previous`() {
    var phone = Phone(current: 99, previous: 42, floor: 99)
    phone.findings[.kept(99)] = .untrusted
    phone.findings[.kept(42)] = .sound(BundleFacts(seq: 42, floor: 41))
    #expect(phone.startUI().servedSeq == 42)
    #expect(phone.state == Phone(current: 42, floor: 41).state)
  }

  @Test func `UR-38 takes the place of a damaged current unless previous is newer`() {
    var older = phone(current: 51)
    older.findings[.kept(51)] = .damaged
    older.findings[.kept(50)] = .damaged
    #expect(older.startUI().servedSeq == 50)
    var newer = phone(current: 55)
    newer.findings[.kept(55)] = .damaged
    #expect(newer.startUI().servedSeq == 54)
    #expect(newer.state.current == 54)
    #expect(newer.state.previous == nil)
    // So that the repair is downloaded: 55 is above current again.
    #expect(newer.send(.pointed(Phone.pointer(55))) == [.fetch(55)])
    for finding: Finding in [.damaged, .untrusted, .incompatible] {
      var unfit = phone(current: 55)
      unfit.findings[.kept(55)] = .damaged
      unfit.findings[.kept(54)] = finding
      #expect(unfit.startUI().servedSeq == 50)
    }
  }

  @Test func `UR-38 UR-39 previous is not shown below the floor`() {
    var phone = phone(current: 55, floor: 55)
    phone.findings[.kept(55)] = .damaged
    let effects = phone.startUI()
    #expect(effects.servedSeq == 50)
    #expect(effects.notes == [.replacedCurrent(55, .damaged, by: 50), .belowFloor(50)])
    #expect(phone.state.floor == 55)
  }

  @Test func `UR-38 is copied anew when it is current itself and damaged`() {
    var phone = phone(current: 50)
    phone.findings[.kept(50)] = .damaged
    #expect(phone.startUI().servedSeq == 50)
    #expect(phone.state == Phone(current: 50, previous: 49).state)
  }

  @Test func `UR-38 UR-29 without one, previous is shown, and without that nothing`() {
    for finding: Finding in [.damaged, .incompatible, .untrusted] {
      var phone = Phone(current: 43, previous: 42, floor: 40)
      phone.findings[.kept(43)] = finding
      #expect(phone.startUI().servedSeq == 42)
      #expect(phone.state.current == 42)
      #expect(phone.state.floor == (finding == .untrusted ? 0 : 40))
      var alone = Phone(current: 43, floor: 40)
      alone.findings[.kept(43)] = finding
      #expect(alone.startUI().deeds == [.serveNothing])
      #expect(alone.state.current == nil)
    }
  }
}
