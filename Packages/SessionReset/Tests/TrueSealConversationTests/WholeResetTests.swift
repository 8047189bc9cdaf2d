import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealSessionReset

@Suite("A reset over two stores")
struct WholeResetTests {
  @Test func `SR-05 SR-41 SR-42 takes three messages, and leaves one session and nothing else`()
    throws
  {
    let duo = try Duo.settled()
    let old = try duo.a.status(of: duo.b).active
    try duo.start(duo.a)
    try duo.deliverAll()
    #expect(duo.sentByA.map { $0.bytes[0] } == [1, 3])
    #expect(duo.sentByB.map { $0.bytes[0] } == [2])
    #expect(
      duo.a.notices == [
        .resetInProgress(isFirst: false, proof: nil), .resetDone(isFirst: false),
      ])
    #expect(
      duo.b.notices == [
        .resetInProgress(isFirst: false, proof: .session), .resetDone(isFirst: false),
      ])
    #expect(try duo.isSettled())
    #expect(try duo.a.status(of: duo.b).epoch == 2)
    #expect(try duo.a.status(of: duo.b).active != old)
  }

  @Test func `SK-02 SK-17 SK-40 the first texts wait for a session, and arrive in order`() throws {
    let duo = try Duo()
    let references = try (0..<3).map { try duo.send("text \($0)", from: duo.a) }
    #expect(duo.a.outcomes.map(\.isWaiting) == [true, true, true])
    try duo.deliverAll()
    #expect(duo.b.texts == ["text 0", "text 1", "text 2"])
    #expect(duo.sentByA.compactMap(\.reference) == references)
    try duo.send("and you", from: duo.b)
    try duo.deliverAll()
    #expect(duo.a.texts == ["and you"])
    #expect(try duo.isSettled())
  }
}
