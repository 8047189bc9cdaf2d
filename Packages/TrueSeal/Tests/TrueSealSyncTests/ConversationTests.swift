import Testing
import TrueSealConversation
import TrueSealStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `A conversation` {
  @Test func `SK-02 SR-05 SK-17 begins with the first text, which waits for the session`()
    async throws
  {
    let pair = try await Talkers(seed: 441)
    let id = try await pair.a.send(Array("one".utf8))
    try await pair.a.send(Array("two".utf8))
    try await pair.home.pass(untilCount: 2, of: pair.heardByB)
    #expect(pair.heardByB.elements.map(\.body) == [Array("one".utf8), Array("two".utf8)])
    #expect(pair.heardByB.elements[0].id == id)
    try await pair.b.send([3])
    try await pair.home.pass(untilCount: 1, of: pair.heardByA)
    #expect(pair.heardByA.elements.map(\.body) == [[3]])
    try await pair.settle()
    let (one, other) = (try await pair.a.report(), try await pair.b.report())
    #expect(one.verification != nil && one.verification == other.verification)
    #expect(one.epoch == 1 && other.epoch == 1)
    #expect(one.hasSession && other.hasSession)
    #expect(
      pair.notices(of: pair.alice) == [
        .resetInProgress(isFirst: true), .resetDone(isFirst: true),
      ])
    #expect(
      pair.notices(of: pair.bob) == [
        .resetInProgress(isFirst: true), .resetDone(isFirst: true),
      ])
  }

  @Test func `SK-07 SK-40 both reset at once, and what was sent meanwhile comes once and in order`()
    async throws
  {
    let pair = try await Talkers(seed: 442)
    try await pair.begin()
    pair.alice.line.off()
    pair.bob.line.off()
    for number in 0..<3 { try await pair.a.send([0, UInt8(number)]) }
    try await pair.a.reset()
    try await pair.b.reset()
    for number in 0..<5 {
      try await pair.a.send([1, UInt8(number)])
      try await pair.b.send([2, UInt8(number)])
    }
    pair.alice.line.on()
    pair.bob.line.on()
    try await pair.home.pass(untilCount: 9, of: pair.heardByB)
    try await pair.home.pass(untilCount: 5, of: pair.heardByA)
    try await pair.settle()
    #expect(
      pair.heardByB.elements.dropFirst().map(\.body)
        == (0..<3).map { [0, $0] } + (0..<5).map { [1, $0] })
    #expect(pair.heardByA.elements.map(\.body) == (0..<5).map { [2, $0] })
    let (one, other) = (try await pair.a.report(), try await pair.b.report())
    #expect(one.verification != nil && one.verification == other.verification)
    #expect(one.epoch == 2 && other.epoch == 2)
    for phone in [pair.alice, pair.bob] {
      #expect(
        pair.notices(of: phone).suffix(2) == [
          .resetInProgress(isFirst: false), .resetDone(isFirst: false),
        ])
    }
  }

  @Test func `D-13 S-04 a text that was read outlives a restart until it is handled`() async throws
  {
    let pair = try await Talkers(seed: 443, isBobHandling: false)
    try await pair.a.send([1])
    try await pair.a.send([2])
    try await pair.settle()
    try await pair.home.pass { try await pair.b.report().unhandledCount == 2 }
    let inbox = await pair.home.relay.key(of: pair.bob.client)
    #expect(await pair.home.relay.inbox(of: inbox).isEmpty)
    await pair.bob.client.close()
    let again = try await pair.home.phone("bob")
    let heard = Collector<Message>()
    let alice = await pair.alice.client.me.id
    let strangers = Collector<Message>()
    let other = try await again.client.onConversationMessage(of: await again.client.me.id) {
      strangers.add($0)
    }
    await pair.home.pass(seconds: 5)
    #expect(strangers.elements == [])
    other.cancel()
    let handling = try await again.client.onConversationMessage(of: alice) { heard.add($0) }
    defer { handling.cancel() }
    #expect(await heard.first(2).map(\.body) == [[1], [2]])
    try await pair.home.pass { try await again.client.conversations()[0].unhandledCount == 0 }
  }

  @Test func `D-12 D-14 a handler that fails is tried five times, and the next text follows`()
    async throws
  {
    let pair = try await Talkers(seed: 444, isBobHandling: false)
    let calls = Collector<[UInt8]>()
    let handling = try await pair.bob.client.onConversationMessage { message in
      calls.add(message.body)
      if message.body == [1] { throw CancellationError() }
    }
    defer { handling.cancel() }
    let id = try await pair.a.send([1])
    try await pair.a.send([2])
    try await pair.home.pass(untilCount: 6, of: calls)
    #expect(calls.elements == [[UInt8]](repeating: [1], count: 5) + [[2]])
    #expect(
      pair.bob.issues.elements.contains {
        if case .handlerGaveUp(id, _) = $0 { true } else { false }
      })
  }

  @Test func `SK-41 a reset is taken back while nothing has left, and not later`() async throws {
    let pair = try await Talkers(seed: 445)
    try await pair.begin()
    let number = try await pair.a.report().verification
    pair.alice.line.off()
    try await pair.home.pass { await pair.alice.client.pushing.pipe == nil }
    try await pair.a.reset()
    #expect(try await pair.a.report().phase == .initiated)
    #expect(try await pair.a.cancelReset())
    #expect(try await pair.a.report().verification == number)
    #expect(try await pair.alice.client.outbox().isEmpty)
    #expect(try await !pair.a.cancelReset())
    try await pair.a.send([7])
    pair.alice.line.on()
    try await pair.home.pass(untilCount: 2, of: pair.heardByB)
    #expect(pair.heardByB.elements.last?.body == [7])
    #expect(try await pair.b.report().epoch == 1)
    #expect(pair.notices(of: pair.alice).last == .resetCancelled)
    pair.bob.line.off()
    try await pair.a.reset()
    try await pair.home.pass { try await pair.alice.client.outbox().isEmpty }
    #expect(try await !pair.a.cancelReset())
  }

  @Test func `D-08 S-10 what is for a removed member goes, with its sessions`() async throws {
    let pair = try await Talkers(seed: 447, others: ["carol"])
    try await pair.begin()
    pair.alice.line.set(push: false, receive: true)
    let body = ScriptedEntropy(seed: 3).bytes(count: 3_000)
    try await pair.a.send(body)
    try await pair.alice.client.remove(pair.a.member.id)
    #expect(try await pair.alice.client.outbox().allSatisfy { $0.purpose == .group })
    #expect(try await pair.alice.client.conversations() == [])
    await #expect(throws: TrueSealError.memberNotFound) { try await pair.a.send([1]) }
    pair.alice.line.on()
    try await pair.home.pass { await pair.bob.client.status == .notJoined }
    let rows = try await pair.bob.client.database.read { transaction throws(StoreError) in
      try ["record", "session", "prekey", "end", "waiting"].map { table throws(StoreError) in
        try transaction.row("SELECT count(*) FROM conversation_\(table)")?.integer(0)
      }
    }
    #expect(rows == [0, 0, 0, 0, 0])
  }

  @Test func `W-35 a text may have 61,184 bytes, and a stranger to the group is none to talk to`()
    async throws
  {
    #expect(Conversation.textByteCountMax == ConversationLimits.textByteCountMax)
    let pair = try await Talkers(seed: 448)
    let longest = ScriptedEntropy(seed: 4).bytes(count: 61_184)
    try await pair.a.send(longest)
    try await pair.home.pass(untilCount: 1, of: pair.heardByB)
    #expect(pair.heardByB.elements[0].body == longest)
    await #expect(throws: TrueSealError.payloadTooLarge(max: 61_184)) {
      try await pair.a.send(longest + [0])
    }
    let own = await pair.alice.client.me.id
    for id in [own, "", "bob"] {
      await #expect(throws: TrueSealError.memberNotFound) {
        try await pair.alice.client.conversation(with: id)
      }
    }
  }

  @Test func `D-20 outcome tells of a text that waits, and of one that has left`() async throws {
    let pair = try await Talkers(seed: 449)
    try await pair.begin()
    pair.bob.line.off()
    try await pair.a.reset()
    let id = try await pair.a.send([1])
    let outcome = Task { try await pair.alice.client.outcome(of: id) }
    await pair.home.pass(seconds: 30)
    #expect(try await pair.a.report().waitingCount == 1)
    pair.bob.line.on()
    try await pair.home.pass(untilCount: 2, of: pair.heardByB)
    #expect(try await outcome.value == .accepted)
  }

  @Test func `SK-23 SK-21 a text of a session that is gone is an issue and changes nothing`()
    async throws
  {
    let pair = try await Talkers(seed: 450)
    try await pair.begin()
    let key = await pair.home.relay.key(of: pair.bob.client)
    pair.bob.line.off()
    try await pair.a.send([5])
    await pair.home.relay.until { $0.inbox(of: key).count == 1 }
    let old = await pair.home.relay.inbox(of: key)[0]
    pair.bob.line.on()
    try await pair.home.pass(untilCount: 2, of: pair.heardByB)
    try await pair.a.reset()
    try await pair.settle()
    let before = try await pair.b.report()
    await pair.home.relay.place(old, for: key)
    try await pair.home.pass { pair.bob.issues.elements.last == .unreadable(.sessionGone) }
    #expect(try await pair.b.report() == before)
    #expect(pair.heardByB.elements.count == 2)
  }
}

/// Two members of one group who talk, and what each of them hears.
struct Talkers {
  let home: Household
  let alice: Phone
  let bob: Phone
  /// Alice's side of the conversation, and Bob's.
  let a: Conversation
  let b: Conversation
  let heardByA = Collector<Message>()
  let heardByB = Collector<Message>()
  private let handling: [Subscription]

  init(seed: UInt64, others: [String] = [], isBobHandling: Bool = true) async throws {
    home = try Household(seed: seed)
    let phones = try await home.group("alice", "bob")
    (alice, bob) = (phones[0], phones[1])
    for name in others {
      try await home.pair(try await home.phone(name).client, with: alice.client)
    }
    let (forA, forB) = (heardByA, heardByB)
    var handling = [try await alice.client.onConversationMessage { forA.add($0) }]
    if isBobHandling {
      handling.append(try await bob.client.onConversationMessage { forB.add($0) })
    }
    self.handling = handling
    a = try await alice.client.conversation(with: await bob.client.me.id)
    b = try await bob.client.conversation(with: await alice.client.me.id)
  }

  /// Has the first session agreed on, with one text.
  func begin() async throws {
    try await a.send([0])
    try await home.pass(untilCount: 1, of: heardByB)
    try await settle()
  }

  /// Lets time pass until both share a session and have nothing left to say.
  func settle() async throws {
    try await home.pass {
      for (conversation, phone) in [(a, alice), (b, bob)] {
        let report = try await conversation.report()
        guard report.phase == .none, report.hasSession, report.waitingCount == 0,
          try await phone.client.outbox().isEmpty
        else { return false }
      }
      return true
    }
  }

  func notices(of phone: Phone) -> [ConversationNotice.Kind] {
    phone.events.elements.compactMap { event in
      guard case .conversation(let notice) = event else { return nil }
      return notice.kind
    }
  }
}
