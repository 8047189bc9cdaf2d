import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("SK-39 clocks that are wrong")
struct ClockTests {
  @Test func `SK-39 SK-14 a clock that was set back makes the End due at once, and once`() throws {
    var machine = try Desk.initiated()
    let now = Desk.start - 400 * Desk.day
    let effects = machine.handle(.clockReached(at: now))
    #expect(effects == [.sendEnd(try Desk.running(machine))])
    #expect(machine.handle(.clockReached(at: now)).isEmpty)
    // From here on the pauses are counted on this clock, and so is the day of silence.
    #expect(machine.nextWake == now + 5 * Desk.minute)
    #expect(
      machine.handle(.clockReached(at: now + Desk.day)).contains(.notify(.resetStalled)))
  }

  @Test func `SK-39 SK-32 times that are yet to come bar nothing`() throws {
    let future = Desk.start + 1_000 * Desk.day
    var machine = try Desk.settled()
    for number in 2...11 as ClosedRange<UInt64> {
      _ = machine.handle(
        .endReceived(
          Desk.proposal(number, epoch: number), opening: Desk.tag(1_000 + number), at: future))
    }
    let now = machine.handle(
      .endReceived(Desk.proposal(12, epoch: 12), opening: Desk.tag(2_000), at: Desk.start))
    #expect(now.contains(.releaseWaiting))
    // Rejections and automatic starts likewise.
    machine = try Desk.settled()
    let stale = { (number: UInt64, now: UInt64) -> SessionReset.Event in
      .endReceived(Desk.proposal(number, epoch: 1), opening: Desk.built, at: now)
    }
    #expect(machine.handle(stale(50, future)).count == 2)
    #expect(machine.handle(stale(51, Desk.start)).count == 2)
    machine = try Desk.settled()
    _ = machine.handle(
      .started(Desk.draft(5), by: .automatic(Evidence(number: 1)), at: future))
    _ = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 5), attempt: Desk.id(5), at: future))
    #expect(
      machine.handle(
        .started(Desk.draft(6), by: .automatic(Evidence(number: 2)), at: Desk.start)
      )
      .count == 2)
  }

  @Test func `SK-39 SK-22 a clock that was set back ends the grace window`() throws {
    var policy = ResetPolicy()
    policy.graceWindow = Desk.hour
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start))
    #expect(machine.archived == [Desk.old])
    #expect(machine.handle(.clockReached(at: Desk.start - 1)) == [.eraseSession(Desk.old)])
  }

  @Test func `SK-39 times beyond 32 bits and up to the highest are taken`() throws {
    for now in [UInt64(1) << 41, UInt64(1) << 62, .max - 1, .max] {
      var machine = try Desk.fresh()
      _ = machine.handle(.started(Desk.draft(1), by: .user, at: now))
      machine = try SessionReset(bytes: machine.bytes, parties: machine.parties)
      #expect(try Desk.running(machine).startedAt == now)
      #expect(try #require(machine.nextWake) >= now)
      _ = machine.handle(.clockReached(at: .max))
      _ = machine.handle(.clockReached(at: 0))
      #expect(machine.running != nil)
    }
  }

  @Test func `SK-39 no time decides which attempt wins`() throws {
    for (first, second) in [(0, 1_000), (1_000, 0)] as [(UInt64, UInt64)] {
      var machine = try Desk.settled()
      _ = machine.handle(.started(Desk.draft(2), by: .user, at: Desk.start + first))
      _ = machine.handle(
        .endReceived(
          Desk.proposal(2, epoch: 2), opening: Desk.built, at: Desk.start + second))
      #expect(machine.running?.origin == .own)
    }
  }
}
