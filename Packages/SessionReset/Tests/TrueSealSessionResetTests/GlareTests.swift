import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("Two attempts at once, one after another, out of order")
struct GlareTests {
  @Test func `SK-07 the winner's lost End is repeated and wins`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.start(pair.b)
    pair.toB = []
    try pair.deliverAll()
    #expect(try pair.a.status.phase == .initiated)
    #expect(try pair.b.status.phase == .initiated)
    try pair.wait(Desk.minute)
    try pair.deliverAll()
    #expect(try pair.a.status.active == pair.b.status.active)
    #expect(try pair.b.status.proof == .session)
  }

  @Test func `SK-07 with equal epochs the lower key wins on both sides, else the higher epoch`()
    throws
  {
    for (isLower, epoch, wins) in [
      (true, 2, true), (false, 2, false), (true, 3, false), (false, 3, false), (true, 1, true),
    ] as [(Bool, UInt64, Bool)] {
      var machine = try Desk.initiated(isLower: isLower)
      _ = machine.handle(
        .endReceived(Desk.proposal(2, epoch: epoch), opening: Desk.built, at: Desk.start))
      #expect((machine.running?.origin == .own) == wins)
    }
  }

  @Test func `SK-06 each attempt has a higher epoch than all before it`() throws {
    var machine = try Desk.fresh()
    for number in 1...4 as ClosedRange<UInt64> {
      _ = machine.handle(.started(Desk.draft(number), by: .user, at: Desk.start))
      #expect(machine.running?.epoch == number)
    }
    _ = machine.handle(
      .endReceived(Desk.proposal(1, epoch: 9), opening: Desk.built, at: Desk.start))
    #expect(machine.epoch == 0)
    _ = machine.handle(.started(Desk.draft(5), by: .user, at: Desk.start))
    #expect(machine.running?.epoch == 10)
  }

  @Test func `SK-06 an epoch more than 2^20 ahead is refused, at the bound it is not`() throws {
    let bound = UInt64(1) + (1 << 20)
    let machine = try Desk.settled()
    let far = machine.answer(
      to: .endReceived(Desk.proposal(2, epoch: bound + 1), opening: Desk.built, at: Desk.start))
    #expect(far == [.drop(.epochOutOfRange)])
    let near = machine.answer(
      to: .endReceived(Desk.proposal(2, epoch: bound), opening: Desk.built, at: Desk.start))
    #expect(near.count == 4)
    let all = machine.answer(
      to: .endReceived(Desk.proposal(2, epoch: .max), opening: Desk.built, at: Desk.start))
    #expect(all == [.drop(.epochOutOfRange)])
  }

  @Test func `B-09 two Ends in a row, the second newer, come to the second`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.start(pair.a)
    try pair.deliverAll()
    #expect(try pair.a.status.epoch == 3)
    #expect(try pair.a.status.active == pair.b.status.active)
    #expect(pair.b.notices.suffix(2).first == .resetInProgress(isFirst: false, proof: .session))
  }

  @Test func `SK-12 SK-25 what was made with former keys is read and adopts nothing`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.send("on the former session", from: pair.b)
    try pair.start(pair.a)
    let prekeys = pair.a.shelf.contents.prekeys.count
    #expect(prekeys == 2)
    // The acknowledgement uses the former keys up, the text goes to the session it opened.
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.a.shelf.contents.prekeys.count == 1)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.a.texts == ["on the former session"])
    let status = try pair.a.status
    #expect(status.phase == .initiated && status.attemptEpoch == 3)
    #expect(status.archivedCount == 2 && status.active == nil)
    try pair.deliverAll()
    #expect(try pair.a.status.epoch == 3)
    #expect(try pair.a.status.active == pair.b.status.active)
    #expect(pair.a.shelf.contents.prekeys.isEmpty)
  }

  @Test func `SK-12 SK-25 a completion erases all keys, those of former attempts as well`() throws {
    let pair = try Pair.settled()
    for _ in 0..<3 { try pair.start(pair.a) }
    #expect(pair.a.shelf.contents.prekeys.count == 3)
    pair.toB.removeFirst(2)
    try pair.deliverAll()
    #expect(try pair.a.status.epoch == 4)
    #expect(pair.a.shelf.contents.prekeys.isEmpty)
    // A glare that is lost leaves its keys until the winner's reset is done.
    try pair.start(pair.a)
    try pair.start(pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.b.status.phase == .received)
    #expect(pair.b.shelf.contents.prekeys.count == 1)
    try pair.deliverAll()
    #expect(pair.b.shelf.contents.prekeys.isEmpty)
  }

  @Test func `SK-12 SK-25 only the last three former keys are kept`() throws {
    var machine = try Desk.initiated()
    var erased: [PrekeyID] = []
    for number in 3...8 as ClosedRange<UInt64> {
      for effect in machine.handle(.started(Desk.draft(number), by: .user, at: Desk.start)) {
        if case .erasePrekey(let prekey) = effect { erased.append(prekey) }
      }
    }
    #expect(erased.map(\.number) == [2, 3, 4])
    for number in 2...7 as ClosedRange<UInt64> {
      let use = machine.prekeyUse(PrekeyID(number: number), for: Desk.id(UInt128(number)))
      #expect(use == (number < 5 ? .unknown : .former))
    }
    // The right keys for another attempt are nobody's.
    #expect(machine.prekeyUse(PrekeyID(number: 8), for: Desk.id(7)) == .unknown)
  }

  @Test func `B-04 B-11 SK-12 SK-32 the owner may start in every state, automatic starts may not`()
    throws
  {
    let evidence = Evidence(number: 1)
    for machine in [try Desk.settled(), try Desk.initiated(), try Desk.received()] {
      let started = machine.answer(to: .started(Desk.draft(7), by: .user, at: Desk.start))
      #expect(started.contains { if case .sendEnd = $0 { true } else { false } })
      let alone = machine.answer(
        to: .started(Desk.draft(7), by: .automatic(evidence), at: Desk.start))
      #expect((alone == [.drop(.startRefused)]) == (machine.state != .none))
    }
  }

  @Test func `SK-13 a start in received wins on both sides`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.start(pair.b)
    try pair.deliverAll()
    let (a, b) = (try pair.a.status, try pair.b.status)
    #expect(a.epoch == 3 && b.epoch == 3 && a.active == b.active)
    #expect(a.archivedCount == 0 && b.archivedCount == 0)
    #expect(b.proof == nil && a.proof == .session)
  }

  @Test func `SK-13 a session A uses already is read after B has started its own reset`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.send("on the new session", from: pair.a)
    try pair.start(pair.b)
    try pair.deliverAll()
    #expect(pair.b.texts == ["on the new session"])
    #expect(try pair.a.status.active == pair.b.status.active)
    #expect(try pair.a.status.epoch == 3)
  }

  @Test func `SK-11 SK-12 a text B sent on the half-open session survives A's second start`() throws
  {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.send("half-open", from: pair.b)
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.b.status.archivedCount == 1)
    #expect(pair.b.shelf.contents.sessions.count == 2)
    try pair.deliverAll()
    #expect(pair.a.texts == ["half-open"])
    #expect(try pair.a.status.active == pair.b.status.active)
  }

  @Test func `SK-25 B-61 no two attempts share a name or keys`() throws {
    let machine = try Desk.initiated()
    for draft in [
      Desk.draft(2), Draft(id: Desk.id(2), prekey: PrekeyID(number: 9)),
      Draft(id: Desk.id(9), prekey: PrekeyID(number: 2)),
    ] {
      #expect(
        machine.answer(to: .started(draft, by: .user, at: Desk.start)) == [.drop(.startRefused)])
    }
  }
}
