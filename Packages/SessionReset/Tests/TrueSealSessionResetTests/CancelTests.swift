import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("SK-41 taking a reset back")
struct CancelTests {
  @Test func `SK-41 an unsent End is taken back, and the old session is active again`() throws {
    let pair = try Pair.settled()
    let before = try pair.a.status
    try pair.a.run { try $0.start(at: pair.now, in: $1) }
    try pair.a.run { try $0.send(Array("waited".utf8), at: pair.now, in: $1) }
    #expect(try pair.a.status.mayCancel)
    try pair.a.run { try $0.cancel(at: pair.now, in: $1) }
    let status = try pair.a.status
    #expect(status.phase == .none && status.active == before.active && status.epoch == 1)
    #expect(status.archivedCount == 0 && status.waitingCount == 0)
    #expect(
      pair.a.notices.suffix(2) == [
        .resetInProgress(isFirst: false, proof: nil), .resetCancelled,
      ])
    #expect(pair.a.shelf.contents.ends.isEmpty)
    pair.collect()
    #expect(pair.toB.count == 1)
    try pair.deliverAll()
    #expect(pair.b.texts == ["waited"])
    #expect(pair.b.notices.count == 2)
  }

  @Test func `SK-41 an End that left, or was repeated, is not taken back`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let before = try pair.a.status
    #expect(throws: SessionResetError(code: .tooLate)) {
      try pair.a.run { try $0.cancel(at: pair.now, in: $1) }
    }
    #expect(try pair.a.status == before)
    let other = try Pair.settled()
    try other.a.run { try $0.start(at: other.now, in: $1) }
    try other.a.run { try $0.clockReached(at: other.now + Desk.minute, in: $1) }
    #expect(try !other.a.status.mayCancel)
    #expect(throws: SessionResetError(code: .tooLate)) {
      try other.a.run { try $0.cancel(at: other.now, in: $1) }
    }
  }

  @Test func `SK-41 SK-13 an attempt in the place of another is not taken back, nor the peer's`()
    throws
  {
    for machine in [try Desk.settled(), try Desk.received()] {
      #expect(!machine.mayCancel)
      #expect(machine.answer(to: .cancelled(at: Desk.start)) == [.drop(.nothingToDo)])
    }
    var machine = try Desk.initiated()
    #expect(machine.mayCancel)
    _ = machine.handle(.started(Desk.draft(3), by: .user, at: Desk.start))
    #expect(!machine.mayCancel)
    machine = try Desk.received()
    _ = machine.handle(.started(Desk.draft(3), by: .user, at: Desk.start))
    #expect(!machine.mayCancel)
    #expect(machine.answer(to: .cancelled(at: Desk.start)) == [.drop(.nothingToDo)])
  }

  @Test func `SK-41 a first contact is taken back to nothing, and its text waits for the next`()
    throws
  {
    let pair = try Pair()
    try pair.a.run { try $0.send(Array("hello".utf8), at: pair.now, in: $1) }
    try pair.a.run { try $0.cancel(at: pair.now, in: $1) }
    #expect(try pair.a.status.phase == .none && pair.a.status.active == nil)
    try pair.send("again", from: pair.a)
    try pair.deliverAll()
    #expect(pair.b.texts == ["hello", "again"])
    #expect(try pair.a.status.epoch == 1)
  }

  @Test func `SK-12 SK-41 the keys of what was taken back can still be read`() throws {
    var machine = try Desk.initiated()
    #expect(
      machine.handle(.cancelled(at: Desk.start)) == [
        .eraseEnd, .releaseWaiting, .notify(.resetCancelled),
      ])
    #expect(machine.active == Desk.old && machine.archived.isEmpty)
    #expect(machine.prekeyUse(PrekeyID(number: 2), for: Desk.id(2)) == .former)
    let effects = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 2), attempt: Desk.id(2), at: Desk.start))
    #expect(
      effects == [
        .keepSession(Desk.tag(300)), .erasePrekey(PrekeyID(number: 2)), .deliver,
      ])
    #expect(machine.state == .none && machine.active == Desk.old)
    #expect(machine.archived == [Desk.tag(300)])
    // Used once, they are nobody's.
    #expect(machine.prekeyUse(PrekeyID(number: 2), for: Desk.id(2)) == .unknown)
  }
}
