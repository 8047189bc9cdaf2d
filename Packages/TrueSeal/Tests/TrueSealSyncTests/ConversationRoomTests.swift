import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(5))) struct `A conversation's room` {
  @Test func `D-13 a thousand texts wait in the store, the rest on the relay, all in order`()
    async throws
  {
    let pair = try await Talkers(seed: 461, isBobHandling: false)
    let key = await pair.home.relay.key(of: pair.bob.client)
    // Most of those that wait are laid there, since agreeing on so many keys takes long.
    let author = await pair.alice.client.keys.publicKeys.signingKey
    try await pair.bob.client.database.write { transaction throws(StoreError) in
      for number in 1...990 {
        try LetterRecords().append(
          [UInt8(number >> 8), UInt8(number & 255)], from: author, sequence: UInt64(number),
          sentAt: 0, in: transaction)
      }
    }
    let texts: [[UInt8]] = (1...1_005).map { number in
      [UInt8(number >> 8), UInt8(number & 255)]
    }
    for text in texts[990...] { try await pair.a.send(text) }
    try await pair.home.pass { try await pair.b.report().unhandledCount == 1_000 }
    try await pair.home.pass { await pair.home.relay.inbox(of: key).count == 5 }
    // A reset that comes behind them waits with them.
    try await pair.a.reset()
    try await pair.home.pass { await pair.home.relay.inbox(of: key).count == 6 }
    #expect(try await pair.b.report().phase == .none)
    let heard = Collector<[UInt8]>()
    let handling = try await pair.bob.client.onConversationMessage { heard.add($0.body) }
    defer { handling.cancel() }
    try await pair.home.pass(untilCount: 1_005, of: heard)
    #expect(heard.elements == texts)
    try await pair.settle()
    #expect(try await pair.a.report().verification == pair.b.report().verification)
    #expect(try await pair.a.report().epoch == 2)
  }

  @Test func `SK-31 SK-36 a reset that no session proves is asked about, and waits for the answer`()
    async throws
  {
    let home = try Household(seed: 462)
    let alice = try await home.phone("alice")
    let line = Line()
    var parts = line.through(
      home.relay.parts(
        directory: home.scratch.path + "/bob", clock: home.clock.clock,
        entropy: ScriptedEntropy(seed: 462).entropy))
    parts.resetPolicy.asksBeforeIdentityOnly = true
    let client = try await TrueSeal.open(parts: parts, deviceName: "bob")
    let bob = Phone(client, called: "bob", on: line)
    try await home.pair(bob.client, with: alice.client)
    try await home.agree([alice, bob])
    let asked = try await alice.client.conversation(with: await bob.client.me.id)
    try await home.pass { try await asked.report().hasSession }
    try await home.agree([alice, bob])
    // Alice's sessions are lost, so that nothing but her long-term key speaks for her next reset.
    let key = await bob.client.keys.publicKeys.signingKey
    try await alice.client.database.write { transaction throws(StoreError) in
      try Conversations.forget(key, in: transaction)
    }
    try await asked.send([1])
    let id = await alice.client.me.id
    try await home.pass {
      bob.events.elements.contains {
        if case .conversation(let notice) = $0 { notice.kind == .approvalNeeded } else { false }
      }
    }
    let report = try #require(try await bob.client.conversations().first)
    #expect(report.awaitsApproval && report.epoch == 1 && report.phase == .none)
    // Looking at it does not answer it.
    let conversation = try await bob.client.conversation(with: id)
    #expect(try await conversation.report().awaitsApproval)
    #expect(try await conversation.answerReset(approving: true))
    #expect(try await !conversation.answerReset(approving: true))
    try await home.pass {
      let (one, other) = (try await asked.report(), try await conversation.report())
      return one.verification != nil && one.verification == other.verification
    }
    #expect(try await conversation.report().isProvenBySession == false)
  }
}
