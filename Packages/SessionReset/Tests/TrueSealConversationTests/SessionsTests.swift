import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore

@Suite("Which sessions and keys are touched")
struct SessionsTests {
  /// A settled pair with archived sessions, each of which has one message of A's left unread.
  private func archived(_ count: Int, grace: UInt64 = 1 << 40) throws -> (Duo, held: [[UInt8]]) {
    var policy = ResetPolicy()
    policy.graceWindow = grace
    let duo = try Duo.settled(policy: policy, seed: 91)
    var held: [[UInt8]] = []
    for number in 0..<count {
      try duo.send("held \(number)", from: duo.a)
      held.append(duo.toB.removeLast())
      duo.now += 600_000
      try duo.start(duo.a)
      try duo.deliverAll()
    }
    return (duo, held)
  }

  @Test
  func `SK-20 SK-21 forty sessions are kept to be read, on disk too, and the next one is gone`()
    throws
  {
    let (duo, held) = try archived(42)
    #expect(try duo.b.count("conversation_session") == 41)
    #expect(try duo.b.status(of: duo.a).archivedCount == 40)
    try duo.b.restart()
    for number in [0, 1] {
      #expect(try duo.receive(held[number], at: duo.b).drops == [.refused(.sessionDeleted)])
    }
    for number in [2, 41] {
      #expect(try duo.receive(held[number], at: duo.b).texts == [Array("held \(number)".utf8)])
    }
  }

  @Test func `SK-22 SM-6 a grace window ends on the hour, in the store as well`() throws {
    let (duo, held) = try archived(2, grace: 3_600_000)
    #expect(try duo.b.count("conversation_session") == 3)
    let wake = try #require(try duo.b.nextWake())
    // The first of the two was replaced ten minutes before the second.
    #expect(wake == duo.now - 600_000 + 3_600_000)
    #expect(try duo.receive(held[0], at: duo.b).texts == [Array("held 0".utf8)])
    duo.now = wake
    try duo.look(duo.b)
    #expect(try duo.b.count("conversation_session") == 2)
    duo.now = try #require(try duo.b.nextWake())
    try duo.look(duo.b)
    #expect(try duo.b.count("conversation_session") == 1)
    #expect(try duo.b.nextWake() == nil)
    #expect(try duo.receive(held[1], at: duo.b).drops == [.refused(.sessionDeleted)])
  }

  /// Rows that are not needed are spoilt, and nobody notices.
  @Test func `SK-23 a message loads the session it names, and no other`() throws {
    let (duo, held) = try archived(3)
    let active = try #require(try duo.b.status(of: duo.a).active)
    let number = Value.integer(Int64(bitPattern: active.number))
    try duo.b.database.write {
      _ = try $0.run("UPDATE conversation_session SET state = x'00' WHERE tag <> ?", number)
    }
    try duo.send("on the active one", from: duo.a)
    try duo.deliverAll()
    #expect(duo.b.texts == ["on the active one"])
    let error = #expect(throws: StoreError.self) { try duo.receive(held[0], at: duo.b) }
    #expect(error?.code == .damaged)
  }

  @Test func `SK-23 SK-24 SR-39 what cannot be read leaves the other sessions' rows alone`() throws
  {
    let (duo, held) = try archived(2)
    var body = held[1]
    body[body.count - 1] ^= 1
    let before = try duo.b.tables(["conversation_session", "conversation_prekey"])
    #expect(try duo.receive(body, at: duo.b).drops == [.refused(.badMessage)])
    #expect(try duo.b.tables(["conversation_session", "conversation_prekey"]) == before)
    #expect(try duo.receive(held[1], at: duo.b).texts == [Array("held 1".utf8)])
    #expect(try duo.receive(held[1], at: duo.b).drops == [.refused(.duplicate)])
    let after = try duo.b.tables(["conversation_session"])["conversation_session"] ?? []
    let changed = after.filter { !(before["conversation_session"] ?? []).contains($0) }
    #expect(changed.count == 1)
  }

  @Test func `SK-27 a copy of an opening message opens nothing, whatever became of its session`()
    throws
  {
    let duo = try Duo.settled(seed: 92)
    try duo.start(duo.a)
    try duo.receive(duo.toB.removeFirst(), at: duo.b)
    let opening = duo.toA[0]
    try duo.deliverAll()
    let before = try duo.a.tables(["conversation_session"])
    #expect(try duo.receive(opening, at: duo.a).drops == [.refused(.duplicate)])
    #expect(try duo.a.tables(["conversation_session"]) == before)
    try duo.start(duo.b)
    try duo.deliverAll()
    #expect(try duo.receive(opening, at: duo.a).drops == [.refused(.sessionDeleted)])
    #expect(try duo.isSettled())
  }

  /// C holds A's End for B and builds a session from it, as a relay could.
  @Test func `SK-25 keys made for one peer are of no use to another`() throws {
    let duo = try Duo.settled(seed: 93)
    let thief = try Device(seed: 94)
    try duo.start(duo.a)
    let now = duo.now
    let fields = try #require(try duo.a.tables(["conversation_end"])["conversation_end"]?.first)
    let bundle = Array(try fields.blob(2)[24..<194])
    // The thief signs nothing of A's; it takes the bundle for good and writes an opening by hand.
    let opening = try Stolen(bundle: bundle, attempt: Array(fields.blob(2)[8..<24])).body(by: 94)
    let before = try duo.a.tables(["conversation_session", "conversation_prekey"])
    for peer in [thief.identity, duo.b.identity] {
      let outcome = try duo.a.run {
        [try $0.receive(opening, from: peer, at: now, in: $1, enqueue: $2)]
      }
      let isB = peer == duo.b.identity
      #expect(outcome[0].drops == [.refused(isB ? .badMessage : .stalePreKey)])
    }
    #expect(try duo.a.tables(["conversation_session", "conversation_prekey"]) == before)
    try duo.deliverAll()
    #expect(try duo.isSettled())
  }

  @Test func `SK-26 SK-28 keys stay over a bad message and a restart, and go once they are used`()
    throws
  {
    let duo = try Duo.settled(seed: 95)
    try duo.start(duo.a)
    try duo.receive(duo.toB.removeFirst(), at: duo.b)
    var bad = duo.toA[0]
    bad[bad.count - 1] ^= 1
    let keys = try duo.a.tables(["conversation_prekey", "conversation_end"])
    #expect(try duo.receive(bad, at: duo.a).drops == [.refused(.badMessage)])
    try duo.a.restart()
    #expect(try duo.a.tables(["conversation_prekey", "conversation_end"]) == keys)
    try duo.deliverAll()
    #expect(try duo.a.count("conversation_prekey") == 0)
    #expect(try duo.isSettled())
  }
}
