import Testing

@testable import TrueSealUpdater

@Suite struct `A trial` {
  @Test func `U-31 U-32 begins with what was pending and is recorded as shown`() {
    var phone = Phone(current: 42, pending: 43)
    let effects = phone.startUI()
    #expect(
      effects == [.armTimer, .serve(Served(.stored(43), load: phone.load, isTrial: true))])
    #expect(phone.state.trial == 43)
    #expect(phone.state.pending == nil)
    #expect(phone.state.trialFails == 0)
    #expect(phone.state.serving == 43)
    #expect(phone.saved == [phone.state])
  }

  @Test func `U-39 U-41 U-43 commits by ready from its own load and cleans afterwards`() {
    var phone = Phone(
      current: 42, previous: 41, pending: 43, bad: [39], floor: 40,
      builtIn: BuiltIn(seq: 40, floor: 40))
    phone.findings[.candidate(43)] = .sound(BundleFacts(seq: 43, floor: 41))
    _ = phone.startUI()
    let effects = phone.send(.ready(phone.load))
    #expect(
      effects == [
        .disarmTimer, .log(.committed(43)), .collectGarbage(keeping: [40, 42, 43]),
      ])
    let expected = Phone(current: 43, previous: 42, bad: [39], floor: 41).state
    #expect(phone.state == expected)
  }

  @Test func `U-41 never lowers the floor`() {
    var phone = Phone(current: 42, pending: 43, floor: 42)
    phone.findings[.candidate(43)] = .sound(BundleFacts(seq: 43, floor: 7))
    _ = phone.startUI()
    _ = phone.send(.ready(phone.load))
    #expect(phone.state.floor == 42)
    #expect(phone.state.current == 43)
  }

  @Test func `U-42 UR-35 U-37 stays after its first timeout while current is shown`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    let load = phone.nextLoad()
    let effects = phone.send(.timedOut(load))
    #expect(
      effects == [
        .disarmTimer, .log(.failed(43, .timeout, count: 1)),
        .serve(Served(.stored(42), load: load)),
      ])
    #expect(phone.state == Phone(current: 42, trial: 43, trialFails: 1).state)
  }

  @Test func `U-36 U-35 is bad after its second failure`() {
    var phone = Phone(current: 42, trial: 43, trialFails: 1)
    _ = phone.startUI()
    #expect(phone.state.serving == 43)
    let effects = phone.send(.timedOut(phone.nextLoad()))
    #expect(effects.servedSeq == 42)
    #expect(phone.state == Phone(current: 42, bad: [43]).state)
  }

  @Test func `U-30 has failed when its process died unconfirmed`() {
    var phone = Phone(current: 42, pending: 43)
    _ = phone.startUI()
    phone.restart()
    let effects = phone.startUI()
    #expect(effects.notes == [.failed(43, .processDied, count: 1)])
    #expect(effects.servedSeq == 43)
    #expect(phone.state == Phone(current: 42, trial: 43, trialFails: 1, serving: 43).state)
  }
}
