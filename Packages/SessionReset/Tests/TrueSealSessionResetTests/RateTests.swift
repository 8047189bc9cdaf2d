import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("SK-32 how often something may happen")
struct RateTests {
  private func refusal(_ number: UInt128, at now: UInt64) -> SessionReset.Event {
    .messageRefused(.sessionUnknown, on: nil, evidence: Evidence(number: number), at: now)
  }

  private func isStart(_ effect: SessionReset.Effect) -> Bool {
    if case .startReset = effect { true } else { false }
  }

  @Test func `B-14 SK-32 a hundred messages that fail in a minute start one reset at most`() throws
  {
    var machine = try Desk.settled()
    var starts = 0
    for number in 1...100 as ClosedRange<UInt64> {
      let now = Desk.start + number * 500
      for effect in machine.handle(refusal(UInt128(number), at: now)) where isStart(effect) {
        starts += 1
        let trigger = SessionReset.Trigger.automatic(Evidence(number: UInt128(number)))
        _ = machine.handle(.started(Desk.draft(number + 10), by: trigger, at: now))
        // It completes at once, so that only the hour can bar the next one.
        _ = machine.handle(
          .sessionOpened(
            Desk.tag(300), with: PrekeyID(number: number + 10),
            attempt: Desk.id(UInt128(number + 10)), at: now))
      }
    }
    #expect(starts == 1)
  }

  @Test func `SK-32 after an hour the next failure may start another`() throws {
    var machine = try Desk.settled()
    #expect(machine.handle(refusal(1, at: Desk.start)).contains(where: isStart))
    _ = machine.handle(
      .started(Desk.draft(5), by: .automatic(Evidence(number: 1)), at: Desk.start))
    _ = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 5), attempt: Desk.id(5), at: Desk.start))
    #expect(!machine.handle(refusal(2, at: Desk.start + Desk.hour - 1)).contains(where: isStart))
    #expect(!machine.handle(refusal(2, at: Desk.start + Desk.hour)).contains(where: isStart))
    #expect(machine.handle(refusal(3, at: Desk.start + Desk.hour)).contains(where: isStart))
  }

  @Test func `SK-32 the brake survives a restart`() throws {
    var machine = try Desk.settled()
    _ = machine.handle(
      .started(Desk.draft(5), by: .automatic(Evidence(number: 1)), at: Desk.start))
    _ = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 5), attempt: Desk.id(5), at: Desk.start))
    let again = try SessionReset(bytes: machine.bytes, parties: machine.parties)
    #expect(
      again.answer(
        to: .started(
          Desk.draft(6), by: .automatic(Evidence(number: 2)), at: Desk.start + Desk.hour - 1))
        == [.drop(.startRefused)])
    #expect(!again.answer(to: refusal(2, at: Desk.start + 1)).contains(where: isStart))
  }

  @Test func `B-35 SK-32 a message that failed before is no new evidence`() throws {
    var machine = try Desk.settled()
    #expect(machine.handle(refusal(1, at: Desk.start)).contains(where: isStart))
    for hour in 1...5 as ClosedRange<UInt64> {
      #expect(
        machine.handle(refusal(1, at: Desk.start + hour * Desk.hour))
          == [.drop(.refused(.sessionUnknown))])
    }
  }

  @Test func `B-15 SK-32 a thousand queued messages that fail tell the owner once`() throws {
    var policy = ResetPolicy()
    policy.automaticResets = false
    var machine = try Desk.settled(policy: policy)
    var notices = 0
    for number in 0..<1_000 as Range<UInt128> {
      for effect in machine.handle(refusal(number, at: Desk.start + UInt64(number) * 20_000)) {
        if case .notify = effect { notices += 1 }
      }
    }
    #expect(notices == 1)
    // Once something works, the next time is told of, but not within the hour.
    let soon = Desk.start + Desk.hour - 1
    machine = try Desk.settled(policy: policy)
    #expect(machine.handle(refusal(1, at: Desk.start)).contains(.notify(.desync)))
    _ = machine.handle(.messageReceived(on: Desk.old, form: .ordinary, at: Desk.start))
    #expect(!machine.answer(to: refusal(2, at: soon)).contains(.notify(.desync)))
    #expect(machine.answer(to: refusal(2, at: soon + 1)).contains(.notify(.desync)))
  }

  @Test func `SK-32 ten Ends an hour are taken up, the next are counted`() throws {
    var machine = try Desk.settled()
    var taken = 0
    for number in 2...60 as ClosedRange<UInt64> {
      let effects = machine.handle(
        .endReceived(
          Desk.proposal(number, epoch: number), opening: Desk.tag(1_000 + number),
          at: Desk.start + number))
      if effects == [.drop(.tooManyEnds)] { continue }
      taken += 1
    }
    #expect(taken == 10)
    #expect(machine.running?.epoch == 11)
    let late = machine.handle(
      .endReceived(
        Desk.proposal(99, epoch: 99), opening: Desk.tag(2_000), at: Desk.start + 2 + Desk.hour))
    #expect(late.contains(.releaseWaiting))
    let more = machine.handle(
      .endReceived(
        Desk.proposal(100, epoch: 100), opening: Desk.tag(2_001),
        at: Desk.start + 2 + Desk.hour))
    #expect(more == [.drop(.tooManyEnds)])
  }

  @Test func `SK-32 B-05 an attempt in the place of another shows no second pair of notices`()
    throws
  {
    let pair = try Pair.settled()
    let counts = [pair.a.notices.count, pair.b.notices.count]
    // A glare, a newer attempt of A, one of B, and copies of all Ends.
    try pair.start(pair.a)
    try pair.start(pair.b)
    try pair.start(pair.a)
    try pair.receive(pair.toB[1], at: pair.b)
    pair.toB += pair.toB
    pair.toA += pair.toA
    try pair.deliverAll()
    try pair.wait(5 * Desk.minute)
    try pair.deliverAll()
    for (device, count) in [(pair.a, counts[0]), (pair.b, counts[1])] {
      let notices = device.notices.dropFirst(count)
      #expect(notices.count == 2)
      guard case .resetInProgress = notices.first else { throw Desk.Missing() }
      #expect(notices.last == .resetDone(isFirst: false))
      #expect(try device.status.phase == .none)
    }
  }

  @Test func `SK-32 a reset starts by itself over a session that is unknown, and mends it`() throws
  {
    let pair = try Pair.settled()
    let backup = pair.a.shelf.contents
    try pair.start(pair.a)
    try pair.deliverAll()
    pair.a.shelf.contents = backup
    try pair.wait(2 * Desk.minute)
    try pair.send("unreadable", from: pair.b)
    try pair.deliverAll()
    #expect(pair.a.notices.contains(.desync))
    #expect(try pair.a.status.active == pair.b.status.active)
    #expect(try pair.a.status.epoch == 3 && pair.b.status.epoch == 3)
  }
}
