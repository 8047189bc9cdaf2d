import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("SK-36 devices that lost what they knew")
struct RestoreTests {
  private func expectTogether(_ pair: Pair) throws {
    let (a, b) = (try pair.a.status, try pair.b.status)
    #expect(a.phase == .none && b.phase == .none)
    #expect(a.active != nil && a.active == b.active && a.epoch == b.epoch)
  }

  /// Both talk and time passes, as it does anyway.
  private func talk(_ pair: Pair, rounds: Int = 8) throws {
    for round in 0..<rounds {
      try pair.send("a\(round)", from: pair.a)
      try pair.send("b\(round)", from: pair.b)
      try pair.deliverAll()
      try pair.wait(61 * Desk.minute)
      try pair.deliverAll()
    }
  }

  @Test func `SK-36 a stale End is answered with the epoch it must exceed`() throws {
    var machine = try Desk.settled()
    let stale = SessionReset.Event.endReceived(
      Desk.proposal(7, epoch: 1), opening: Desk.built, at: Desk.start)
    #expect(
      machine.handle(stale) == [
        .sendRejection(Desk.id(1_007), epoch: 1), .drop(.staleEnd),
      ])
    // At most once a minute, whoever asks.
    for number in 8...20 as ClosedRange<UInt64> {
      #expect(
        machine.handle(
          .endReceived(
            Desk.proposal(number, epoch: 1), opening: Desk.built,
            at: Desk.start + Desk.minute - 1)) == [.drop(.staleEnd)])
    }
    #expect(
      machine.handle(
        .endReceived(
          Desk.proposal(21, epoch: 1), opening: Desk.built, at: Desk.start + Desk.minute)
      )
      .count == 2)
  }

  @Test func `SK-36 SK-06 a rejection counts for the running attempt alone, and above its epoch`()
    throws
  {
    let machine = try Desk.initiated()
    let later = Desk.start + 1
    for (id, epoch) in [(Desk.id(1), 9), (Desk.id(2), 1)] as [(AttemptID, UInt64)] {
      #expect(
        machine.answer(to: .rejected(id, epoch: epoch, Desk.draft(3), at: later))
          == [.drop(.staleRejection)])
    }
    #expect(
      machine.answer(
        to: .rejected(Desk.id(2), epoch: 3 + (1 << 20), Desk.draft(3), at: later))
        == [.drop(.epochOutOfRange)])
    var copy = machine
    let effects = copy.handle(.rejected(Desk.id(2), epoch: 8, Desk.draft(3), at: later))
    let attempt = try Desk.running(copy)
    #expect(effects == [.sendEnd(attempt)])
    #expect(attempt.epoch == 9 && attempt.id == Desk.id(3) && attempt.basis == Desk.old)
    // The same rejection again is one of an attempt that no longer runs.
    #expect(
      copy.handle(.rejected(Desk.id(2), epoch: 8, Desk.draft(4), at: later))
        == [.drop(.staleRejection)])
    for other in [try Desk.settled(), try Desk.received()] {
      #expect(
        other.answer(to: .rejected(Desk.id(1_002), epoch: 8, Desk.draft(3), at: later))
          == [.drop(.staleRejection)])
    }
  }

  @Test func `SK-36 a device without any memory starts again above the other's epoch`() throws {
    let pair = try Pair.settled()
    for _ in 0..<3 {
      try pair.start(pair.b)
      try pair.deliverAll()
    }
    pair.a.shelf.contents = .init()
    try pair.send("after the loss", from: pair.a)
    try pair.deliverAll()
    try expectTogether(pair)
    #expect(try pair.a.status.epoch == 5)
    #expect(pair.b.texts == ["after the loss"])
  }

  @Test func `SK-06 SK-36 a peer that starts again with the same epoch hears the running one`()
    throws
  {
    let pair = try Pair.settled()
    let backup = pair.a.shelf.contents
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    pair.toA = []
    pair.a.shelf.contents = backup
    try pair.start(pair.a)
    #expect(try pair.a.status.attemptEpoch == pair.b.status.attemptEpoch)
    try pair.deliverAll()
    try expectTogether(pair)
    #expect(try pair.a.status.epoch == 3)
  }

  @Test func `SK-36 a lower End of the peer whose reset runs is answered with that epoch`() throws {
    var machine = try Desk.settled()
    _ = machine.handle(
      .endReceived(Desk.proposal(5, epoch: 5), opening: Desk.built, at: Desk.start))
    #expect(
      machine.handle(
        .endReceived(Desk.proposal(2, epoch: 2), opening: Desk.tag(300), at: Desk.start + 1))
        == [.sendRejection(Desk.id(1_002), epoch: 5), .drop(.outrankedEnd)])
  }

  @Test func `SK-09 B-47 a known End is a copy within a minute and unknown later`() throws {
    var machine = try Desk.received()
    let done = Desk.start + 5_000
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: done))
    machine = try SessionReset(bytes: machine.bytes, parties: machine.parties)
    let end = Desk.proposal(2, epoch: 2)
    let event = { (now: UInt64) -> SessionReset.Event in
      .endReceived(end, opening: Desk.tag(300), at: now)
    }
    #expect(machine.handle(event(done + Desk.minute - 1)) == [.drop(.staleEnd)])
    #expect(
      machine.handle(event(done + Desk.minute)) == [
        .sendRejection(Desk.id(1_002), epoch: 2), .drop(.staleEnd),
      ])
    #expect(machine.state == .none && machine.epoch == 2 && machine.active == Desk.built)
  }

  @Test func `SK-09 a device put back to the middle of a finished reset comes out of it`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let backup = pair.a.shelf.contents
    try pair.deliverAll()
    pair.a.shelf.contents = backup
    try pair.wait(2 * Desk.minute)
    try pair.deliverAll()
    try expectTogether(pair)
    #expect(try pair.a.status.epoch == 3)
  }

  @Test(arguments: 0..<7, [false, true])
  func `SK-36 B-17 B-59 either side is put back from every step to every earlier one`(
    step: Int, isA: Bool
  ) throws {
    // After each step of a reset a backup is taken; the device is put back to each of them.
    for past in 0...step {
      let pair = try Pair.settled(seed: UInt64(past))
      let device = isA ? pair.a : pair.b
      var backups = [device.shelf.contents]
      let steps: [() throws -> Void] = [
        { try pair.send("before", from: pair.b) },
        { try pair.start(pair.a) },
        { try pair.receive(pair.toB.removeFirst(), at: pair.b) },
        { try pair.receive(pair.toA.removeFirst(), at: pair.a) },
        { try pair.receive(pair.toA.removeFirst(), at: pair.a) },
        { try pair.receive(pair.toB.removeFirst(), at: pair.b) },
        { try pair.send("after", from: pair.a) },
      ]
      for step in steps[..<step] {
        try step()
        backups.append(device.shelf.contents)
      }
      device.shelf.contents = backups[past]
      device.shelf.contents.outbox = []
      try talk(pair)
      try expectTogether(pair)
      let texts = (pair.a.texts.count, pair.b.texts.count)
      try pair.send("works", from: pair.a)
      try pair.send("works", from: pair.b)
      try pair.deliverAll()
      #expect(pair.a.texts.count == texts.0 + 1 && pair.b.texts.count == texts.1 + 1)
    }
  }

  @Test func `SK-32 a ratchet put back behind the other is noticed by three failures`() throws {
    let pair = try Pair.settled()
    let backup = pair.a.shelf.contents
    // Two turns of the ratchet that A forgets.
    for round in 0..<2 {
      try pair.send("a\(round)", from: pair.a)
      try pair.deliverAll()
      try pair.send("b\(round)", from: pair.b)
      try pair.deliverAll()
    }
    pair.a.shelf.contents = backup
    for number in 0..<3 { try pair.send("lost \(number)", from: pair.b) }
    try pair.deliverAll()
    #expect(pair.a.drops.suffix(3).allSatisfy { $0 == .refused(.badMessage) })
    #expect(pair.a.notices.contains(.desync))
    try expectTogether(pair)
    #expect(try pair.a.status.epoch == 2)
  }

  @Test func `SK-32 B-36 B-08 keys put back are noticed by three failures`() throws {
    let pair = try Pair.settled()
    let backup = pair.a.shelf.contents
    try pair.start(pair.a)
    pair.a.shelf.contents = backup
    // B takes up an attempt that A knows nothing of any more.
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.send("one", from: pair.b)
    for message in pair.toA { try pair.receive(message, at: pair.a) }
    pair.toA = []
    #expect(pair.a.drops == [.refused(.stalePreKey), .refused(.stalePreKey)])
    #expect(try pair.a.status.phase == .none)
    try pair.wait(2 * Desk.minute)
    try pair.send("two", from: pair.b)
    try pair.deliverAll()
    try expectTogether(pair)
    #expect(try pair.a.status.epoch == 3)
  }

  @Test func `SK-32 both having received, each on keys the other has lost, are brought together`()
    throws
  {
    let pair = try Pair.settled()
    let backup = pair.a.shelf.contents
    try pair.start(pair.a)
    try pair.start(pair.b)
    pair.a.shelf.contents = backup
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.a.status.phase == .received && pair.b.status.phase == .received)
    try talk(pair, rounds: 4)
    try expectTogether(pair)
  }
}
