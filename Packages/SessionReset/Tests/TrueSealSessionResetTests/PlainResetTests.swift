import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("A reset in which nothing is lost")
struct PlainResetTests {
  @Test func `SR-41 takes an End and two empty messages, and one pair of notices on each side`()
    throws
  {
    let pair = try Pair.settled()
    let old = try pair.a.status.active
    let (noticesA, noticesB) = (pair.a.notices.count, pair.b.notices.count)
    try pair.start(pair.a)
    try pair.deliverAll()
    #expect(pair.sentByA.count == 2)
    #expect(pair.sentByB.count == 1)
    #expect(
      pair.a.notices.dropFirst(noticesA) == [
        .resetInProgress(isFirst: false, proof: nil), .resetDone(isFirst: false),
      ])
    #expect(
      pair.b.notices.dropFirst(noticesB) == [
        .resetInProgress(isFirst: false, proof: .session), .resetDone(isFirst: false),
      ])
    for device in [pair.a, pair.b] {
      let status = try device.status
      #expect(status.phase == .none)
      #expect(status.epoch == 2)
      #expect(status.active != old)
      #expect(status.archivedCount == 0)
      #expect(device.shelf.contents.sessions.count == 1)
      #expect(device.shelf.contents.prekeys.isEmpty)
      #expect(device.shelf.contents.ends.isEmpty)
    }
    #expect(try pair.a.status.active == pair.b.status.active)
  }

  @Test func `SK-02 a first text starts a session, and arrives once it is there`() throws {
    let pair = try Pair()
    try pair.send("hello", from: pair.a)
    #expect(pair.a.outcomes.first == .waits)
    try pair.deliverAll()
    #expect(pair.b.texts == ["hello"])
    #expect(
      pair.b.notices == [
        .resetInProgress(isFirst: true, proof: .identityOnly), .resetDone(isFirst: true),
      ])
    try pair.send("and you", from: pair.b)
    try pair.deliverAll()
    #expect(pair.a.texts == ["and you"])
  }
}
