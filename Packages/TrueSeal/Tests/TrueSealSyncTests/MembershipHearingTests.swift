import Testing
import TrueSealManifest
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Last words` {
  @Test func `D-11 what a device said before it left is heard, and nothing it says after`()
    async throws
  {
    let home = try Household(seed: 221)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let (old, name) = (await bob.client.keys, await bob.client.me)
    // Nobody handles anything yet, so it waits on the relay.
    let said = try await bob.client.send([1])
    await home.settle(phones.map(\.client))
    try await bob.client.leave()
    try await home.pass { await bob.client.status == .notJoined }
    try await home.agree([alice, phones[2]])
    let received = Collector<Message>()
    let handling = try await alice.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    #expect(await received.first(1).map(\.id) == [said])
    #expect(received.elements.map(\.sender) == [name])
    try await home.relay.lay(sync: 1 << 50, by: old, for: alice.client)
    #expect(await alice.issues.first(1) == [.unauthorized])
    #expect(received.elements.count == 1)
  }

  @Test func `D-11 when it left must come from the device itself`() async throws {
    let home = try Household(seed: 222)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let (old, carolKeys) = (await bob.client.keys, await carol.client.keys)
    let inbox = await home.relay.key(of: alice.client)
    alice.line.off()
    try await bob.client.leave()
    try await home.pass { await bob.client.status == .notJoined }
    try await home.agree([carol])
    let leave = try #require(await carol.client.ledger?.current)
    // Carol tells of it first; what Bob said himself is still behind it in the inbox.
    let own = await home.relay.inbox(of: inbox)
    #expect(own.count == 1)
    await alice.client.close()
    let relay = LoopbackRelay()
    let other = try await TrueSeal.open(
      parts: relay.parts(
        directory: home.scratch.path + "/alice", clock: home.clock.clock,
        entropy: ScriptedEntropy(seed: 5).entropy), deviceName: "alice")
    let issues = Collector<DeliveryIssue>()
    let listening = other.onDeliveryIssue { issues.add($0) }
    let received = Collector<UInt64>()
    let again = try await other.onMessage { received.add($0.sentAt - 1_700_000_000_000) }
    defer {
      listening.cancel()
      again.cancel()
    }
    try await relay.lay(
      .groupManifest, try GroupManifestMessage.encode([leave.encoded]), number: 1 << 51,
      by: carolKeys, for: other)
    try await relay.lay(sync: 5, by: old, for: other)
    #expect(await issues.first(1) == [.unauthorized])
    await relay.place(own[0], for: inbox)
    try await relay.lay(sync: 6, by: old, for: other)
    #expect(await received.first(1) == [6])
    await other.close()
  }

  @Test func `D-17 at most 100 messages of one author wait, for at most 7 days`() async throws {
    let race = try await Race(seed: 223)
    let mum = race.mum
    let keys = await race.tablet.client.keys
    race.tablet.line.off()
    let handling = try await mum.client.onMessage { _ in }
    defer { handling.cancel() }
    for number in 0..<101 {
      try await race.home.relay.lay(sync: (1 << 50) + UInt64(number), by: keys, for: mum.client)
    }
    mum.line.on()
    try await race.home.pass(untilCount: 1, of: mum.issues)
    let inbox = await race.home.relay.key(of: mum.client)
    try await race.home.pass { await race.home.relay.inbox(of: inbox).count == 100 }
    await race.home.pass(seconds: 40)
    #expect(mum.issues.elements == [.unauthorized])
    #expect(await race.home.relay.inbox(of: inbox).count == 100)
    race.home.clock.advance(by: .seconds(7 * 86_400))
    try await race.home.pass(untilCount: 101, of: mum.issues)
    #expect(Set(mum.issues.elements) == [.unauthorized])
    try await race.home.pass { await race.home.relay.inbox(of: inbox).isEmpty }
  }
}

extension LoopbackRelay {
  /// Lays a message in a device's inbox as if `author` had sent it under that number.
  fileprivate func lay(
    _ tag: MessageTag, _ body: [UInt8], number: UInt64, by author: DeviceKeys,
    for client: TrueSeal
  ) async throws {
    let recipient = await client.keys.publicKeys.agreementKey
    let envelope = try Outbound(
      recipient: recipient, sequence: number, timestamp: number % 1_000 + 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: tag, body: body, compression: true
    ).sealed(by: author, entropy: ScriptedEntropy(seed: number).entropy, deflater: Deflater())
    place(envelope, for: recipient)
  }

  fileprivate func lay(
    sync number: UInt64, by author: DeviceKeys, for client: TrueSeal
  ) async throws {
    try await lay(.sync, [1], number: number, by: author, for: client)
  }
}
