import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("What is lost is sent again")
struct LossTests {
  @Test func `SK-14 the same End goes out after 1, 5, 30 minutes, 2 hours, then every 12 hours`()
    throws
  {
    var machine = try Desk.initiated()
    let id = try Desk.running(machine).id
    var now = Desk.start
    let hour = Desk.hour
    for pause in [
      Desk.minute, 5 * Desk.minute, 30 * Desk.minute, 2 * hour, 12 * hour, 12 * hour, 12 * hour,
    ] {
      let due = now + pause
      let stall = Desk.start + 24 * hour
      #expect(machine.nextWake == (now < stall ? min(due, stall) : due))
      #expect(!machine.answer(to: .clockReached(at: due - 1)).contains(where: Self.isEnd))
      let effects = machine.handle(.clockReached(at: due))
      guard case .sendEnd(let attempt) = effects.first else { throw Desk.Missing() }
      #expect(attempt.id == id && attempt.epoch == 2)
      now = due
    }
    // After forty days as well.
    now += 40 * Desk.day
    #expect(machine.handle(.clockReached(at: now)).contains(where: Self.isEnd))
    #expect(machine.nextWake == now + 12 * hour)
  }

  private static func isEnd(_ effect: SessionReset.Effect) -> Bool {
    if case .sendEnd = effect { true } else { false }
  }

  @Test func `SK-14 after a day the owner is told once`() throws {
    var machine = try Desk.initiated()
    #expect(
      !machine.handle(.clockReached(at: Desk.start + Desk.day - 1))
        .contains(.notify(.resetStalled)))
    #expect(
      machine.handle(.clockReached(at: Desk.start + Desk.day)).contains(.notify(.resetStalled)))
    for day in 2...9 as ClosedRange<UInt64> {
      #expect(
        !machine.handle(.clockReached(at: Desk.start + day * Desk.day))
          .contains(.notify(.resetStalled)))
    }
  }

  @Test func `SK-14 SK-05 a message of the peer repeats the End, at most once a minute`() throws {
    var machine = try Desk.initiated()
    let event = { (now: UInt64) -> SessionReset.Event in
      .messageReceived(on: Desk.old, form: .ordinary, at: now)
    }
    let plain: [SessionReset.Effect] = [.keepSession(Desk.old), .deliver]
    #expect(machine.handle(event(Desk.start + Desk.minute - 1)) == plain)
    let repeated = machine.handle(event(Desk.start + Desk.minute))
    #expect(repeated == plain + [.sendEnd(try Desk.running(machine))])
    #expect(machine.handle(event(Desk.start + 2 * Desk.minute - 1)) == plain)
    // Such a repetition does not count as one of the schedule.
    #expect(machine.nextWake == Desk.start + 2 * Desk.minute)
  }

  @Test func `SK-14 a lost End is made good by the next one`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let first = pair.toB.removeFirst()
    try pair.wait(Desk.minute)
    #expect(pair.toB == [first])
    try pair.deliverAll()
    #expect(try pair.a.status.epoch == 2 && pair.a.status.active == pair.b.status.active)
  }

  @Test func `SK-15 a lost acknowledgement is made good by a text of B`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    pair.toA = []
    try pair.send("acknowledges as well", from: pair.b)
    try pair.deliverAll()
    #expect(pair.a.texts == ["acknowledges as well"])
    #expect(try pair.a.status.phase == .none && pair.b.status.phase == .none)
  }

  @Test func `SK-15 SK-08 a lost acknowledgement is made good by A's next End`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let built = try pair.b.status.active
    pair.toA = []
    try pair.wait(Desk.minute)
    try pair.deliverAll()
    #expect(try pair.a.status.active == built && pair.b.status.active == built)
    #expect(try pair.a.status.phase == .none && pair.b.status.phase == .none)
  }

  @Test func `SK-16 a lost confirmation is sent again, at most once a minute, by A alone`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    pair.toB = []
    #expect(try pair.b.status.phase == .received)
    try pair.send("one", from: pair.b)
    try pair.deliverAll()
    #expect(try pair.b.status.phase == .received)
    try pair.wait(Desk.minute)
    try pair.send("two", from: pair.b)
    try pair.send("three", from: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.toB.count == 1)
    try pair.deliverAll()
    #expect(try pair.b.status.phase == .none)
    #expect(pair.a.texts == ["one", "two", "three"])
  }

  @Test func `SK-16 whoever said something within the minute does not confirm again`() throws {
    var machine = try Desk.settled()
    let event = SessionReset.Event.messageReceived(
      on: Desk.old, form: .opening, at: Desk.start)
    _ = machine.handle(.messageSent(at: Desk.start - Desk.minute + 1))
    #expect(machine.answer(to: event) == [.keepSession(Desk.old), .deliver])
    _ = machine.handle(.messageSent(at: Desk.start - Desk.minute))
    #expect(
      machine.handle(event) == [
        .keepSession(Desk.old), .deliver,
        .sendEmpty(.confirmation(Desk.id(1)), on: Desk.old),
      ])
  }

  @Test func `SK-16 SR-40 B never confirms`() throws {
    var machine = try Desk.received()
    let later = Desk.start + Desk.hour
    _ = machine.handle(.messageReceived(on: Desk.built, form: .opening, at: later))
    let effects = machine.handle(
      .messageReceived(on: Desk.built, form: .opening, at: later + Desk.hour))
    #expect(effects == [.keepSession(Desk.built), .deliver])
  }

  @Test func `B-62 an End for keys that are gone by now is answered after a new start`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let first = pair.toB.removeFirst()
    for _ in 0..<5 { try pair.start(pair.a) }
    pair.toB = []
    // B takes up an attempt whose keys A has dropped.
    try pair.receive(first, at: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.a.drops.last == .refused(.stalePreKey))
    try pair.wait(Desk.minute)
    try pair.deliverAll()
    #expect(try pair.a.status.phase == .none && pair.b.status.phase == .none)
    #expect(try pair.a.status.active == pair.b.status.active && pair.a.status.epoch == 7)
  }
}
