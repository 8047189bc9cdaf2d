import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("What a reset is")
struct SourceRulesTests {
  @Test func `SR-05 SR-10 all that B needs travels in A's End`() throws {
    let pair = try Pair()
    try pair.start(pair.a)
    guard case .end(let end) = pair.toB[0] else { throw Desk.Missing() }
    let prekey = try #require(pair.a.shelf.contents.prekeys.keys.first)
    #expect(end.prekey == prekey && end.epoch == 1 && end.basis == nil && end.proof == nil)
    // B has neither a record nor anything else, and builds the session of this End alone.
    #expect(pair.b.shelf.contents.record == nil)
    try pair.deliverAll()
    #expect(try pair.b.status.active != nil)
  }

  @Test func `SR-06 SR-07 SR-08 SR-09 the state says who began, and is none at first`() throws {
    let pair = try Pair()
    #expect(try pair.a.status.phase == .none && pair.b.status.phase == .none)
    try pair.start(pair.a)
    #expect(try pair.a.status.phase == .initiated && pair.b.status.phase == .none)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.a.status.phase == .initiated && pair.b.status.phase == .received)
    try pair.deliverAll()
    #expect(try pair.a.status.phase == .none && pair.b.status.phase == .none)
  }

  @Test func `SR-22 SR-24 SR-27 SR-34 both sides weigh a message by the session that read it`()
    throws
  {
    let pair = try Pair.settled()
    try pair.send("old", from: pair.a)
    try pair.start(pair.a)
    let old = pair.toB.removeFirst()
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let built = try pair.b.status.active
    // A text on the old session, read in state received, neither completes nor changes the slot.
    try pair.receive(old, at: pair.b)
    #expect(pair.b.texts == ["old"])
    #expect(try pair.b.status.phase == .received && pair.b.status.active == built)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(try pair.a.status.phase == .none && pair.a.status.active == built)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.b.status.phase == .none && pair.b.status.active == built)
  }

  @Test func `SR-23 Ends and rejections complete nothing`() throws {
    for machine in [try Desk.initiated(), try Desk.received()] {
      for event in [
        SessionReset.Event.endReceived(
          Desk.proposal(2, epoch: 2), opening: Desk.built, at: Desk.start),
        .endReceived(Desk.proposal(1, epoch: 1), opening: Desk.built, at: Desk.start),
        .rejected(Desk.id(2), epoch: 2, Desk.draft(9), at: Desk.start),
      ] {
        var copy = machine
        _ = copy.handle(event)
        #expect(copy.state != .none && copy.epoch == 1)
      }
    }
  }

  @Test func `SR-28 SK-02 B-43 a reset completes where one side or both have no session`() throws {
    // Both without: the first contact. Then A loses everything, and B does.
    let pair = try Pair.settled()
    for loser in [pair.a, pair.b] {
      loser.shelf.contents = .init()
      try pair.start(loser)
      try pair.deliverAll()
      try pair.wait(2 * Desk.minute)
      try pair.deliverAll()
      let (a, b) = (try pair.a.status, try pair.b.status)
      #expect(a.phase == .none && b.phase == .none)
      #expect(a.active == b.active && a.epoch == b.epoch && a.active != nil)
    }
  }

  @Test func `SR-38 what is read is delivered in every state and on every session`() throws {
    let pair = try Pair.settled()
    try pair.send("in none", from: pair.b)
    try pair.send("on an archived session", from: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.start(pair.a)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.send("opens the session", from: pair.b)
    pair.toA.removeFirst()
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.a.texts == ["in none", "on an archived session", "opens the session"])
    #expect(try pair.a.status.phase == .none)
    pair.toB = []
    try pair.send("completes", from: pair.a)
    try pair.deliverAll()
    #expect(pair.b.texts == ["completes"])
    #expect(try pair.b.status.phase == .none)
  }

  @Test func `SR-42 B-03 one session is left, and goes on both ways after an old message`() throws {
    let pair = try Pair.settled()
    try pair.send("late", from: pair.b)
    try pair.start(pair.a)
    let late = pair.toA.removeFirst()
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.receive(late, at: pair.a)
    try pair.deliverAll()
    for device in [pair.a, pair.b] {
      #expect(device.shelf.contents.sessions.count == 1)
      #expect(try device.status.archivedCount == 0)
    }
    try pair.send("to B", from: pair.a)
    try pair.send("to A", from: pair.b)
    try pair.deliverAll()
    #expect(pair.a.texts == ["late", "to A"] && pair.b.texts == ["to B"])
  }

  @Test func `B-21 B-25 three opening messages in a row are read, and the ratchet turns`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    for number in 0..<3 { try pair.send("\(number)", from: pair.b) }
    #expect(pair.toA.allSatisfy { if case .opening = $0 { true } else { false } })
    #expect(pair.toA.count == 4)
    try pair.deliverAll()
    #expect(pair.a.texts == ["0", "1", "2"])
    for round in 0..<3 {
      try pair.send("to B \(round)", from: pair.a)
      try pair.deliverAll()
      try pair.send("to A \(round)", from: pair.b)
      try pair.deliverAll()
    }
    for device in [pair.a, pair.b] {
      let session = try #require(device.shelf.contents.sessions.values.first)
      #expect(session.turnCount >= 3)
    }
  }

  @Test func `B-27 after one ordinary answer no message opens the session any more`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.deliverAll()
    pair.forget()
    try pair.send("ordinary", from: pair.b)
    guard case .ordinary = pair.sentByB[0] else { throw Desk.Missing() }
  }
}
