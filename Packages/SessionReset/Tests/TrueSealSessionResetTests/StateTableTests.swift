import Testing
import TrueSealSessionReset

@Suite("Every event in every state")
struct StateTableTests {
  // MARK: Start by the owner

  @Test func `SR-10 SR-11 SR-12 SR-14 a start in none archives and sends an End`() throws {
    var machine = try Desk.settled()
    let effects = machine.handle(.started(Desk.draft(2), by: .user, at: Desk.start))
    let attempt = try Desk.running(machine)
    #expect(
      effects == [.sendEnd(attempt), .notify(.resetInProgress(isFirst: false, proof: nil))])
    #expect(machine.state == .initiated(attempt))
    #expect(attempt.id == Desk.id(2) && attempt.epoch == 2 && attempt.origin == .own)
    #expect(attempt.basis == Desk.old)
    #expect(machine.active == nil)
    #expect(machine.archived == [Desk.old])
    #expect(machine.epoch == 1)
  }

  @Test func `SK-12 a start in initiated is a newer attempt, without a notice`() throws {
    var machine = try Desk.initiated()
    let effects = machine.handle(.started(Desk.draft(3), by: .user, at: Desk.start + 1))
    let attempt = try Desk.running(machine)
    #expect(effects == [.sendEnd(attempt)])
    #expect(attempt.id == Desk.id(3) && attempt.epoch == 3 && attempt.basis == Desk.old)
    #expect(machine.archived == [Desk.old])
    #expect(machine.prekeyUse(PrekeyID(number: 2), for: Desk.id(2)) == .former)
    #expect(machine.prekeyUse(PrekeyID(number: 3), for: Desk.id(3)) == .current)
  }

  @Test func `SK-13 a start in received archives the half-open session and outranks it`() throws {
    var machine = try Desk.received()
    let effects = machine.handle(.started(Desk.draft(3), by: .user, at: Desk.start + 1))
    let attempt = try Desk.running(machine)
    #expect(effects == [.sendEnd(attempt)])
    #expect(attempt.epoch == 3 && attempt.origin == .own && attempt.basis == Desk.built)
    #expect(machine.archived == [Desk.built, Desk.old])
  }

  // MARK: An End

  @Test func `SK-06 SK-09 an End of a completed epoch changes no state`() throws {
    for machine in [try Desk.settled(), try Desk.initiated(), try Desk.received()] {
      var copy = machine
      let event = SessionReset.Event.endReceived(
        Desk.proposal(9, epoch: 1), opening: Desk.tag(300), at: Desk.start + 1)
      let effects = copy.handle(event)
      #expect(effects.last == .drop(machine.epoch < 1 ? .outrankedEnd : .staleEnd))
      #expect(copy.state == machine.state)
      #expect(copy.active == machine.active && copy.archived == machine.archived)
      #expect(!effects.contains { if case .notify = $0 { true } else { false } })
    }
  }

  @Test func `SR-15 SR-16 SR-17 SR-18 SR-19 SR-20 SR-21 SK-18 an End in none is taken up`() throws {
    var machine = try Desk.settled()
    let effects = machine.handle(
      .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.built, at: Desk.start))
    let attempt = try Desk.running(machine)
    #expect(
      effects == [
        .buildSession(Desk.built, attempt),
        .sendEmpty(.acknowledgement(Desk.id(1_002)), on: Desk.built),
        .releaseWaiting,
        .notify(.resetInProgress(isFirst: false, proof: .session)),
      ])
    #expect(machine.state == .received(attempt))
    #expect(attempt.origin == .peer && attempt.epoch == 2 && attempt.proof == .session)
    #expect(machine.active == Desk.built)
    #expect(machine.archived == [Desk.old])
    #expect(machine.held == nil)
  }

  @Test func `SK-08 the same End in received is answered on the session already built`() throws {
    var machine = try Desk.received()
    let before = machine
    let effects = machine.handle(
      .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.tag(300), at: Desk.start + 1))
    #expect(effects == [.sendEmpty(.acknowledgement(Desk.id(1_002)), on: Desk.built)])
    #expect(machine == before)
  }

  @Test func `SK-07 a lower End in initiated is ignored, and ours goes out again`() throws {
    var machine = try Desk.initiated(isLower: true)
    let end = Desk.proposal(2, epoch: 2)
    let early = machine.handle(
      .endReceived(end, opening: Desk.built, at: Desk.start + Desk.minute - 1))
    #expect(early == [.drop(.outrankedEnd)])
    let late = machine.handle(
      .endReceived(end, opening: Desk.built, at: Desk.start + Desk.minute))
    #expect(late == [.sendEnd(try Desk.running(machine)), .drop(.outrankedEnd)])
    #expect(try Desk.running(machine).id == Desk.id(2))
    let again = machine.handle(
      .endReceived(end, opening: Desk.built, at: Desk.start + 2 * Desk.minute - 1))
    #expect(again == [.drop(.outrankedEnd)])
  }

  @Test func `SK-10 a lower End in received changes nothing`() throws {
    var machine = try Desk.settled()
    _ = machine.handle(
      .endReceived(Desk.proposal(3, epoch: 3), opening: Desk.built, at: Desk.start))
    let before = machine
    let effects = machine.handle(
      .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.tag(300), at: Desk.start + 1))
    #expect(effects.last == .drop(.outrankedEnd))
    #expect(machine.state == before.state && machine.active == before.active)
  }

  @Test func `SK-07 a higher End in initiated takes the place of our attempt`() throws {
    var machine = try Desk.initiated(isLower: false)
    let effects = machine.handle(
      .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.built, at: Desk.start + 1))
    let attempt = try Desk.running(machine)
    #expect(
      effects == [
        .eraseEnd, .buildSession(Desk.built, attempt),
        .sendEmpty(.acknowledgement(Desk.id(1_002)), on: Desk.built), .releaseWaiting,
      ])
    #expect(machine.state == .received(attempt))
    #expect(machine.archived == [Desk.old])
    #expect(machine.prekeyUse(PrekeyID(number: 2), for: Desk.id(2)) == .former)
  }

  @Test func `SK-11 a higher End in received drops the half-open session and no older one`()
    throws
  {
    var machine = try Desk.received()
    let effects = machine.handle(
      .endReceived(Desk.proposal(3, epoch: 3), opening: Desk.tag(300), at: Desk.start + 1))
    let attempt = try Desk.running(machine)
    #expect(
      effects == [
        .eraseSession(Desk.built), .buildSession(Desk.tag(300), attempt),
        .sendEmpty(.acknowledgement(Desk.id(1_003)), on: Desk.tag(300)), .releaseWaiting,
      ])
    #expect(machine.archived == [Desk.old])
    #expect(machine.route(Desk.built) == .deleted)
  }

  // MARK: A message that opens a session

  @Test func `SK-03 an opening message is dropped in none and received`() throws {
    for machine in [try Desk.settled(), try Desk.received()] {
      let effects = machine.answer(
        to: .sessionOpened(
          Desk.tag(300), with: PrekeyID(number: 2), attempt: Desk.id(2), at: Desk.start + 1))
      #expect(effects == [.drop(.refused(.stalePreKey))])
    }
  }

  @Test func `SR-25 SR-30 SR-31 SR-32 SR-33 the awaited session in initiated is adopted`() throws {
    var machine = try Desk.initiated()
    let effects = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 2), attempt: Desk.id(2), at: Desk.start + 1))
    #expect(
      effects == [
        .keepSession(Desk.tag(300)), .eraseSession(Desk.old),
        .erasePrekey(PrekeyID(number: 2)), .eraseEnd, .deliver,
        .sendEmpty(.confirmation(Desk.id(2)), on: Desk.tag(300)), .releaseWaiting,
        .notify(.resetDone(isFirst: false)),
      ])
    #expect(machine.state == .none)
    #expect(machine.epoch == 2)
    #expect(machine.active == Desk.tag(300))
    #expect(machine.archived.isEmpty)
    #expect(machine.route(Desk.old) == .deleted)
  }

  // MARK: A message on a known session

  @Test func `SR-26 a message on the active session in none is delivered`() throws {
    var machine = try Desk.settled()
    let before = machine
    let effects = machine.handle(
      .messageReceived(on: Desk.old, form: .ordinary, at: Desk.start))
    #expect(effects == [.keepSession(Desk.old), .deliver])
    #expect(machine == before)
  }

  @Test func `SR-34 SR-35 SR-36 SR-40 one on the built session in received completes`() throws {
    var machine = try Desk.received()
    let effects = machine.handle(
      .messageReceived(on: Desk.built, form: .ordinary, at: Desk.start + 1))
    #expect(
      effects == [
        .keepSession(Desk.built), .eraseSession(Desk.old), .deliver,
        .notify(.resetDone(isFirst: false)),
      ])
    #expect(machine.state == .none && machine.epoch == 2 && machine.active == Desk.built)
    #expect(machine.archived.isEmpty)
  }

  @Test func `SR-13 SR-29 SR-37 SR-38 one on an old session is delivered and changes no state`()
    throws
  {
    for machine in [try Desk.initiated(), try Desk.received()] {
      var copy = machine
      let effects = copy.handle(
        .messageReceived(on: Desk.old, form: .ordinary, at: Desk.start + 1))
      #expect(effects == [.keepSession(Desk.old), .deliver])
      #expect(copy == machine)
    }
    var policy = ResetPolicy()
    policy.graceWindow = Desk.hour
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start + 1))
    let before = machine
    let effects = machine.handle(
      .messageReceived(on: Desk.old, form: .ordinary, at: Desk.start + 2))
    #expect(effects == [.keepSession(Desk.old), .deliver])
    #expect(machine == before)
  }

  // MARK: Time

  @Test func `SK-14 time repeats the End in initiated and nothing in the other states`() throws {
    let later = SessionReset.Event.clockReached(at: Desk.start + 30 * Desk.minute)
    #expect(try Desk.settled().answer(to: later).isEmpty)
    #expect(try Desk.received().answer(to: later).isEmpty)
    var machine = try Desk.initiated()
    #expect(machine.handle(later) == [.sendEnd(try Desk.running(machine))])
  }
}
