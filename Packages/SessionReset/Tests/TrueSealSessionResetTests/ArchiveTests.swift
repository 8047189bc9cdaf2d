import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("Sessions that were replaced")
struct ArchiveTests {
  /// Archives sessions 1 to `count`, by resets that B begins, in a machine that keeps them.
  private func machine(archiving count: UInt64) throws -> SessionReset {
    var policy = ResetPolicy()
    policy.graceWindow = 1_000 * Desk.day
    var machine = try Desk.fresh(policy: policy)
    for number in 1...(count + 1) {
      let now = Desk.start + number * Desk.hour
      _ = machine.handle(
        .endReceived(Desk.proposal(number, epoch: number), opening: Desk.tag(number), at: now))
      _ = machine.handle(
        .messageReceived(on: Desk.tag(number), form: .ordinary, at: now))
    }
    return machine
  }

  @Test func `SK-20 B-20 with 40 newer sessions an old one is kept, with 41 it is not`() throws {
    let now = Desk.start + 90 * Desk.hour
    var machine = try machine(archiving: 40)
    #expect(machine.archived == (1...40).reversed().map { Desk.tag($0) })
    #expect(machine.route(Desk.tag(1)) == .archived)
    let effects = machine.handle(
      .endReceived(Desk.proposal(42, epoch: 42), opening: Desk.tag(42), at: now))
    #expect(effects.first == .eraseSession(Desk.tag(1)))
    #expect(machine.archived.count == 40)
    #expect(machine.archived.first == Desk.tag(41))
    #expect(machine.route(Desk.tag(1)) == .deleted)
    #expect(machine.active == Desk.tag(42))
  }

  @Test func `SK-20 B-19 the archive grows by exactly one, and not from an empty slot`() throws {
    var machine = try Desk.fresh()
    for number in 1...60 as ClosedRange<UInt64> {
      _ = machine.handle(.started(Desk.draft(number), by: .user, at: Desk.start))
    }
    #expect(machine.archived.isEmpty)
    machine = try Desk.settled()
    for number in 2...60 as ClosedRange<UInt64> {
      _ = machine.handle(.started(Desk.draft(number), by: .user, at: Desk.start))
      #expect(machine.archived == [Desk.old])
    }
    // Repeated Ends do not push it out either.
    machine = try Desk.settled()
    for number in 2...60 as ClosedRange<UInt64> {
      let event = SessionReset.Event.endReceived(
        Desk.proposal(number, epoch: number), opening: Desk.tag(1_000 + number),
        at: Desk.start + number * Desk.hour)
      _ = machine.handle(event)
      #expect(machine.archived == [Desk.old])
    }
  }

  @Test func `SK-21 a tombstone stays for the lifetime of a message`() throws {
    var machine = try Desk.received()
    let now = Desk.start + 1
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: now))
    #expect(machine.route(Desk.old) == .deleted)
    _ = machine.handle(.clockReached(at: now + 30 * Desk.day))
    #expect(machine.route(Desk.old) == .deleted)
    _ = machine.handle(.clockReached(at: now + 30 * Desk.day + 1))
    #expect(machine.route(Desk.old) == .unknown)
  }

  @Test func `SK-21 at most 256 deleted sessions are remembered, the newest ones`() throws {
    var machine = try Desk.settled()
    for number in 2...300 as ClosedRange<UInt64> {
      let event = SessionReset.Event.endReceived(
        Desk.proposal(number, epoch: number), opening: Desk.tag(1_000 + number),
        at: Desk.start + number * Desk.minute * 10)
      #expect(machine.handle(event).contains(.releaseWaiting))
    }
    // 298 half-open sessions were dropped, the last one is active.
    #expect(machine.route(Desk.tag(1_300)) == .active)
    #expect(machine.route(Desk.tag(1_299)) == .deleted)
    #expect(machine.route(Desk.tag(1_300 - 256)) == .deleted)
    #expect(machine.route(Desk.tag(1_300 - 257)) == .unknown)
  }

  @Test func `B-01 B-14 ten old messages after a finished reset start none`() throws {
    let pair = try Pair.settled()
    for number in 0..<10 { try pair.send("\(number)", from: pair.b) }
    let late = pair.toA
    pair.toA = []
    try pair.start(pair.a)
    try pair.deliverAll()
    let notices = pair.a.notices
    pair.forget()
    for message in late { try pair.receive(message, at: pair.a) }
    #expect(pair.a.notices == notices)
    #expect(pair.sentByA.isEmpty)
    #expect(pair.a.drops == Array(repeating: .refused(.sessionDeleted), count: 10))
    #expect(try pair.a.status.phase == .none)
  }

  @Test func `SK-22 SK-12 the grace window of one reset does not touch the session of the next`()
    throws
  {
    var policy = ResetPolicy()
    policy.graceWindow = Desk.hour
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start))
    _ = machine.handle(.started(Desk.draft(5), by: .user, at: Desk.start + 1))
    #expect(machine.archived == [Desk.built, Desk.old])
    let effects = machine.handle(.clockReached(at: Desk.start + Desk.hour))
    #expect(effects.contains(.eraseSession(Desk.old)))
    #expect(!effects.contains(.eraseSession(Desk.built)))
    #expect(machine.archived == [Desk.built])
  }

  @Test func `SK-22 a later reset does not lengthen the grace of what was replaced before`() throws
  {
    var policy = ResetPolicy()
    policy.graceWindow = Desk.hour
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start))
    let later = Desk.start + 30 * Desk.minute
    _ = machine.handle(
      .endReceived(Desk.proposal(3, epoch: 3), opening: Desk.tag(300), at: later))
    _ = machine.handle(.messageReceived(on: Desk.tag(300), form: .ordinary, at: later))
    #expect(machine.nextWake == Desk.start + Desk.hour)
    #expect(
      machine.handle(.clockReached(at: Desk.start + Desk.hour)) == [.eraseSession(Desk.old)])
    #expect(machine.nextWake == later + Desk.hour)
  }

  @Test func `SK-20 a session under the name of another one is refused`() throws {
    let machine = try Desk.received()
    for tag in [Desk.old, Desk.built] {
      #expect(
        machine.answer(
          to: .endReceived(Desk.proposal(3, epoch: 3), opening: tag, at: Desk.start))
          == [.drop(.tagInUse)])
    }
    let own = try Desk.initiated()
    #expect(
      own.answer(
        to: .sessionOpened(
          Desk.old, with: PrekeyID(number: 2), attempt: Desk.id(2), at: Desk.start))
        == [.drop(.tagInUse)])
  }
}
