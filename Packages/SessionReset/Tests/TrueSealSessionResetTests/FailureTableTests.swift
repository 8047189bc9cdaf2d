import Testing
import TrueSealSessionReset

@Suite("SR-39 SK-24 what cannot be read, in every state")
struct FailureTableTests {
  private static let later = Desk.start + Desk.minute
  private static let states = ["none", "initiated", "received"]

  private func machine(_ state: String) throws -> SessionReset {
    switch state {
    case "none": try Desk.settled()
    case "initiated": try Desk.initiated()
    default: try Desk.received()
    }
  }

  private func refusal(
    _ refusal: Refusal, _ evidence: UInt128 = 1, on tag: SessionTag? = nil
  ) -> SessionReset.Event {
    .messageRefused(
      refusal, on: tag, evidence: Evidence(number: evidence), at: Self.later)
  }

  private func expectNothingButBrakes(_ new: SessionReset, _ old: SessionReset) {
    #expect(new.epoch == old.epoch && new.active == old.active)
    #expect(new.archived == old.archived && new.held == old.held)
    #expect(new.running?.id == old.running?.id)
  }

  @Test(arguments: states)
  func `B-24 a duplicate is counted and nothing else`(state: String) throws {
    var machine = try machine(state)
    let before = machine
    #expect(
      machine.handle(refusal(.duplicate, on: machine.active)) == [.drop(.refused(.duplicate))])
    #expect(machine == before)
  }

  @Test(arguments: states)
  func `B-52 a bad message is counted and deletes nothing`(state: String) throws {
    var machine = try machine(state)
    let before = machine
    let tag = machine.active ?? Desk.old
    let effects = machine.handle(refusal(.badMessage, on: tag))
    expectNothingButBrakes(machine, before)
    #expect(effects.first == .drop(.refused(.badMessage)))
    #expect(effects.count == (state == "initiated" ? 2 : 1))
  }

  @Test func `SK-32 an unknown session in none is out of step, and a reset is due`() throws {
    var machine = try Desk.settled()
    let before = machine
    let evidence = Evidence(number: 1)
    #expect(
      machine.handle(refusal(.sessionUnknown)) == [
        .drop(.refused(.sessionUnknown)), .notify(.desync), .startReset(evidence),
      ])
    expectNothingButBrakes(machine, before)
  }

  @Test func `SK-32 an unknown session starts no reset where that is switched off`() throws {
    var policy = ResetPolicy()
    policy.automaticResets = false
    let machine = try Desk.settled(policy: policy)
    #expect(
      machine.answer(to: refusal(.sessionUnknown)) == [
        .drop(.refused(.sessionUnknown)), .notify(.desync),
      ])
  }

  @Test func `SK-14 whatever cannot be read in initiated repeats the End`() throws {
    for (refusal, tag) in [
      (Refusal.sessionUnknown, nil), (.stalePreKey, nil), (.badMessage, Desk.old),
      (.tooManySkipped, Desk.old),
    ] {
      var machine = try Desk.initiated()
      let before = machine
      let effects = machine.handle(self.refusal(refusal, on: tag))
      #expect(effects == [.drop(.refused(refusal)), .sendEnd(try Desk.running(machine))])
      expectNothingButBrakes(machine, before)
    }
  }

  @Test func `SK-32 one failure in received starts nothing`() throws {
    for refusal in [Refusal.sessionUnknown, .stalePreKey, .tooManySkipped, .badMessage] {
      var machine = try Desk.received()
      let before = machine
      #expect(
        machine.handle(self.refusal(refusal, on: Desk.built)) == [.drop(.refused(refusal))])
      expectNothingButBrakes(machine, before)
    }
  }

  @Test(arguments: states)
  func `SK-21 B-37 a deleted session is counted and triggers nothing`(state: String) throws {
    var machine = try machine(state)
    let before = machine
    for number in 0..<100 as Range<UInt128> {
      #expect(
        machine.handle(refusal(.sessionDeleted, number)) == [
          .drop(.refused(.sessionDeleted))
        ])
    }
    #expect(machine == before)
  }

  @Test func `B-36 one opening message with unknown keys starts nothing in none`() throws {
    var machine = try Desk.settled()
    #expect(machine.handle(refusal(.stalePreKey)) == [.drop(.refused(.stalePreKey))])
    #expect(machine.state == .none)
  }

  @Test(arguments: states)
  func `SK-30 another identity and a broken End change nothing`(state: String) throws {
    var machine = try machine(state)
    let before = machine
    for refusal in [Refusal.identityMismatch, .malformed] {
      #expect(machine.handle(self.refusal(refusal)) == [.drop(.refused(refusal))])
    }
    #expect(machine == before)
  }

  @Test func `B-32 too many skipped messages on the active session are out of step`() throws {
    var machine = try Desk.settled()
    #expect(
      machine.handle(refusal(.tooManySkipped, on: Desk.old)) == [
        .drop(.refused(.tooManySkipped)), .notify(.desync), .startReset(Evidence(number: 1)),
      ])
  }

  @Test func `SK-32 three different bad messages in a row are out of step`() throws {
    var machine = try Desk.settled()
    #expect(machine.handle(refusal(.badMessage, 1, on: Desk.old)).count == 1)
    #expect(machine.handle(refusal(.badMessage, 2, on: Desk.old)).count == 1)
    // A copy of one of them proves nothing new.
    #expect(machine.handle(refusal(.badMessage, 2, on: Desk.old)).count == 1)
    #expect(
      machine.handle(refusal(.badMessage, 3, on: Desk.old)) == [
        .drop(.refused(.badMessage)), .notify(.desync), .startReset(Evidence(number: 3)),
      ])
  }

  @Test func `SK-32 a message that is read begins the count anew`() throws {
    var machine = try Desk.settled()
    for round in 0..<5 as Range<UInt128> {
      for number in 0..<2 as Range<UInt128> {
        let event = refusal(.badMessage, round * 2 + number, on: Desk.old)
        #expect(machine.handle(event) == [.drop(.refused(.badMessage))])
      }
      _ = machine.handle(.messageReceived(on: Desk.old, form: .ordinary, at: Self.later))
    }
    #expect(machine.state == .none)
  }

  @Test func `SK-32 an attempt begins the count anew, whoever's it is`() throws {
    for isOwn in [true, false] {
      var machine = try Desk.settled()
      for number in 1...2 as ClosedRange<UInt128> {
        _ = machine.handle(refusal(.badMessage, number, on: Desk.old))
      }
      if isOwn {
        _ = machine.handle(.started(Desk.draft(2), by: .user, at: Self.later))
        _ = machine.handle(.cancelled(at: Self.later))
      } else {
        _ = machine.handle(
          .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.built, at: Self.later))
      }
      #expect(machine.handle(refusal(.stalePreKey, 3)) == [.drop(.refused(.stalePreKey))])
    }
  }

  @Test func `SK-32 failures on archived sessions are not counted`() throws {
    var policy = ResetPolicy()
    policy.graceWindow = Desk.day
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start + 1))
    for number in 0..<9 as Range<UInt128> {
      let event = refusal(
        number % 2 == 0 ? .badMessage : .tooManySkipped, number, on: Desk.old)
      #expect(machine.handle(event).count == 1)
    }
  }

  @Test func `SK-32 three messages that know nothing of a received reset start another`() throws {
    var machine = try Desk.received()
    let evidence = Evidence(number: 3)
    #expect(machine.handle(refusal(.stalePreKey, 1)).count == 1)
    let early = machine.answer(
      to: .started(Desk.draft(5), by: .automatic(evidence), at: Self.later))
    #expect(early == [.drop(.startRefused)])
    #expect(machine.handle(refusal(.stalePreKey, 2)).count == 1)
    #expect(
      machine.handle(refusal(.stalePreKey, 3)) == [
        .drop(.refused(.stalePreKey)), .notify(.desync), .startReset(evidence),
      ])
    let effects = machine.handle(
      .started(Desk.draft(5), by: .automatic(evidence), at: Self.later))
    #expect(effects == [.sendEnd(try Desk.running(machine))])
    #expect(try Desk.running(machine).epoch == 3)
  }
}
