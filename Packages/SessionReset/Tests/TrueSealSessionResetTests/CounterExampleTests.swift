import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("Runs that once went wrong")
struct CounterExampleTests {
  private func expectTogether(_ pair: Pair, epoch: UInt64) throws {
    let (a, b) = (try pair.a.status, try pair.b.status)
    #expect(a.phase == .none && b.phase == .none)
    #expect(a.epoch == epoch && b.epoch == epoch)
    #expect(a.active != nil && a.active == b.active)
    #expect(a.archivedCount == 0 && b.archivedCount == 0)
  }

  @Test func `SM-1 SK-01 the archived session does not hide the answer`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    #expect(try pair.a.status.active == nil)
    #expect(try pair.a.status.archivedCount == 1)
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
  }

  @Test func `SM-2 SK-03 SK-04 SR-37 a text on the old session completes nothing`() throws {
    let pair = try Pair.settled()
    try pair.send("on its way", from: pair.b)
    try pair.start(pair.a)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    #expect(pair.a.texts == ["on its way"])
    let status = try pair.a.status
    #expect(status.phase == .initiated && status.active == nil && status.epoch == 1)
    #expect(!pair.a.notices.dropFirst(3).contains(.resetDone(isFirst: false)))
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
  }

  @Test func `SM-3 SK-08 an End that arrives twice makes one session and no second archive`() throws
  {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let end = pair.toB[0]
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let once = try pair.b.status
    let notices = pair.b.notices.count
    try pair.receive(end, at: pair.b)
    #expect(try pair.b.status == once)
    #expect(once.archivedCount == 1)
    #expect(pair.b.notices.count == notices)
    #expect(pair.toA.count == 2)
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
    #expect(try pair.a.status.active == once.active)
  }

  @Test func `SM-4 SK-07 B-26 two resets at once come to that of the lower key`() throws {
    let pair = try Pair.settled()
    let notices = [pair.a.notices.count, pair.b.notices.count]
    try pair.start(pair.a)
    try pair.start(pair.b)
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
    #expect(pair.a.notices.count - notices[0] == 2)
    #expect(pair.b.notices.count - notices[1] == 2)
    #expect(try pair.a.status.proof == nil)
    #expect(try pair.b.status.proof == .session)
  }

  @Test func `SM-5 SK-10 the overtaken End of a lost glare starts nothing`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.start(pair.b)
    let overtaken = pair.toA.removeFirst()
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
    let notices = pair.a.notices
    try pair.receive(overtaken, at: pair.a)
    #expect(pair.a.notices == notices)
    #expect(pair.a.drops.last == .staleEnd)
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
  }

  @Test func `SM-6 SK-21 SK-22 an overtaken text is lost and counted without a grace window`()
    throws
  {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.send("overtaken", from: pair.b)
    let text = pair.toA.removeFirst()
    try pair.deliverAll()
    try expectTogether(pair, epoch: 2)
    try pair.receive(text, at: pair.a)
    #expect(pair.a.texts.isEmpty)
    #expect(pair.a.drops.last == .refused(.sessionDeleted))
    #expect(pair.toB.isEmpty)
  }

  @Test func `SM-6 SK-22 with a grace window it is read, and later no more`() throws {
    var policy = ResetPolicy()
    policy.graceWindow = Desk.hour
    let pair = try Pair.settled(policy: policy)
    try pair.start(pair.a)
    try pair.send("first", from: pair.b)
    try pair.send("second", from: pair.b)
    let texts = pair.toA
    pair.toA = []
    try pair.deliverAll()
    #expect(try pair.a.status.archivedCount == 1)
    try pair.receive(texts[0], at: pair.a)
    #expect(pair.a.texts == ["first"])
    #expect(try pair.a.engine.nextWake(in: pair.a.shelf) == pair.now + Desk.hour)
    try pair.wait(Desk.hour)
    #expect(try pair.a.status.archivedCount == 0)
    #expect(pair.a.shelf.contents.sessions.count == 1)
    try pair.receive(texts[1], at: pair.a)
    #expect(pair.a.texts == ["first"])
    #expect(pair.a.drops.last == .refused(.sessionDeleted))
  }

  @Test func `SK-22 with order kept nothing is lost even without a grace window`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    for number in 0..<5 { try pair.send("text \(number)", from: pair.b) }
    try pair.deliverAll()
    #expect(pair.a.texts == (0..<5).map { "text \($0)" })
    #expect(pair.a.drops.isEmpty)
  }
}
