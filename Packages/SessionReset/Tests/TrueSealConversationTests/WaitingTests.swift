import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore

@Suite("Texts and owners that wait")
struct WaitingTests {
  @Test
  func `SK-17 SK-40 texts wait over restarts, and go out once, in order, with their references`()
    throws
  {
    let duo = try Duo.settled(seed: 101)
    try duo.start(duo.a)
    let references = try (0..<40).map { number in
      if number.isMultiple(of: 7) { try duo.a.restart() }
      return try duo.send("text \(number)", from: duo.a)
    }
    #expect(try duo.a.status(of: duo.b).waitingCount == 40)
    try duo.deliverAll()
    #expect(duo.b.texts == (0..<40).map { "text \($0)" })
    #expect(duo.sentByA.compactMap(\.reference) == references)
    #expect(try duo.isSettled())
  }

  @Test func `SK-39 a text whose expiry comes while it waits is dropped and named`() throws {
    let duo = try Duo.settled(seed: 102)
    try duo.start(duo.a)
    let end = duo.toB.removeFirst()
    let soon = try duo.send("soon", from: duo.a, expiry: duo.now + 30_000)
    let later = try duo.send("later", from: duo.a, expiry: duo.now + 90_000)
    try duo.send("never", from: duo.a)
    #expect(try duo.a.nextWake() == duo.now + 30_000)
    duo.now += 29_999
    try duo.look(duo.a)
    #expect(try duo.a.status(of: duo.b).waitingCount == 3)
    duo.now += 1
    try duo.look(duo.a)
    #expect(duo.a.outcomes.flatMap(\.expired) == [soon])
    #expect(try duo.a.status(of: duo.b).waitingCount == 2)
    // Nobody looked at the clock before the session was there.
    duo.now += 60_000
    try duo.receive(end, at: duo.b)
    try duo.deliverAll()
    #expect(duo.b.texts == ["never"])
    #expect(duo.a.outcomes.flatMap(\.expired) == [soon, later])
    #expect(try duo.isSettled())
  }

  @Test func `SK-31 a text of the greatest length fits, with what opens its session beside it`()
    throws
  {
    let duo = try Duo.settled(seed: 103)
    try duo.start(duo.a)
    try duo.receive(duo.toB.removeFirst(), at: duo.b)
    let text = String(repeating: "x", count: ConversationLimits.textByteCountMax)
    try duo.send(text, from: duo.b)
    let body = try #require(duo.toA.last)
    #expect(body[0] == 2)
    #expect(body.count == text.utf8.count + 114)
    #expect(body.count <= ConversationLimits.bodyByteCountMax)
    try duo.deliverAll()
    #expect(duo.a.texts == [text])
  }

  @Test func `SK-41 a reset can be taken back while its End is unsent, and texts go out again`()
    throws
  {
    let duo = try Duo.settled(seed: 104)
    let before = try duo.a.status(of: duo.b)
    let (b, now) = (duo.b.identity, duo.now)
    try duo.a.run {
      [
        try $0.start(with: b, at: now, in: $1, enqueue: $2),
        try $0.send([120], reference: 9, to: b, at: now, in: $1, enqueue: $2),
      ]
    }
    try duo.a.restart()
    try duo.a.run {
      [try $0.cancel(with: b, at: now, in: $1, withdraw: Ledger.withdraw, enqueue: $2)]
    }
    #expect(duo.a.notices.last == .resetCancelled)
    #expect(try duo.a.status(of: duo.b).active == before.active)
    #expect(try duo.a.count("conversation_end") == 0)
    try duo.collect()
    #expect(duo.sentByA.map { $0.bytes[0] } == [3])
    #expect(duo.sentByA.map(\.reference) == [9])
    try duo.deliverAll()
    #expect(duo.b.texts == ["x"] && duo.b.notices.isEmpty)
  }

  @Test func `SK-41 once the End has left, it cannot be taken back, and nothing changes`() throws {
    let duo = try Duo.settled(seed: 105)
    let (b, now) = (duo.b.identity, duo.now)
    let cancel: Device.Work = {
      [try $0.cancel(with: b, at: now, in: $1, withdraw: Ledger.withdraw, enqueue: $2)]
    }
    #expect(throws: SessionResetError.self) { try duo.a.run(cancel) }
    try duo.start(duo.a)
    let before = try duo.a.tables()
    #expect(throws: SessionResetError.self) { try duo.a.run(cancel) }
    #expect(try duo.a.tables() == before)
    try duo.deliverAll()
    #expect(try duo.isSettled())
  }
}

@Suite("What a device can be asked")
struct QueryTests {
  @Test func `SK-42 both see the same groups of digits, others with every reset and every peer`()
    throws
  {
    let duo = try Duo(seed: 111)
    #expect(try duo.a.verification(with: duo.b) == nil)
    var seen: Set<String> = []
    for number in 1...3 {
      try duo.start(duo.a)
      #expect(try duo.a.verification(with: duo.b) == nil)
      try duo.deliverAll()
      let ofA = try #require(try duo.a.verification(with: duo.b))
      #expect(try duo.b.verification(with: duo.a) == ofA)
      #expect(ofA.groups.count == 6 && ofA.groups.allSatisfy { $0.count == 5 })
      #expect(ofA.description.count == 35)
      seen.insert(ofA.description)
      #expect(seen.count == number)
    }
  }

  @Test func `SK-38 each peer has a conversation of its own, and can be forgotten alone`() throws {
    let duo = try Duo.settled(seed: 112)
    let third = try Device(seed: 113)
    let (a, b, c, now) = (duo.a.identity, duo.b.identity, third.identity, duo.now)
    try duo.a.run { [try $0.start(with: c, at: now, in: $1, enqueue: $2)] }
    let end = try #require(try duo.a.takeOutbox().first)
    try third.run { [try $0.receive(end.bytes, from: a, at: now, in: $1, enqueue: $2)] }
    for sent in try third.takeOutbox() {
      try duo.a.run { [try $0.receive(sent.bytes, from: c, at: now, in: $1, enqueue: $2)] }
    }
    _ = try duo.a.takeOutbox()
    let conversations = duo.a.conversations
    let peers = try duo.a.database.read { try conversations.peers(in: $0) }
    #expect(Set(peers) == [b, c] && peers.count == 2)
    #expect(
      try duo.a.verification(with: third).map(\.digest)
        != duo.a.verification(with: duo.b).map(\.digest))
    try duo.a.database.write { try conversations.remove(c, in: $0) }
    #expect(try duo.a.database.read { try conversations.peers(in: $0) } == [b])
    #expect(try duo.isSettled())
    try duo.send("still there", from: duo.a)
    try duo.deliverAll()
    #expect(duo.b.texts == ["still there"])
    try duo.a.wipe()
    #expect(try duo.a.tables().values.allSatisfy { $0.isEmpty })
    #expect(try duo.a.status(of: duo.b).active == nil)
  }
}
