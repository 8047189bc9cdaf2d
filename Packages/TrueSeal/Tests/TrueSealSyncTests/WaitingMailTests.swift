import Testing
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// Messages that stay on the relay until this device can do something with them.
@Suite(.timeLimit(.minutes(1))) struct `Mail that waits` {
  @Test func `D-13 for a handler holds up no list behind it`() async throws {
    let home = try Household(seed: 651)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let inbox = await home.relay.key(of: bob.client)
    let sent = try await alice.client.send([1])
    await home.relay.until { $0.inbox(of: inbox).count == 1 }
    try await alice.client.remove(await phones[2].client.me.id)
    try await home.pass { await bob.names == ["alice", "bob"] }
    await home.relay.until { $0.inbox(of: inbox).count == 1 }
    let received = Collector<Message>()
    let handling = try await bob.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    #expect(await received.first(1).map(\.id) == [sent])
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    #expect(bob.issues.elements == [])
  }

  /// Bob has heard of Erin's admission before she has, and says something at once.
  @Test func `D-17 for this device's own admission is handled after it, once, over a restart`()
    async throws
  {
    let home = try Household(seed: 652)
    let (alice, bob) = (try await home.phone("alice"), try await home.phone("bob"))
    try await home.pair(bob.client, with: alice.client)
    try await home.agree([alice, bob])
    let erin = try await home.phone("erin")
    let inbox = await home.relay.key(of: erin.client)
    try await erin.client.join(try await alice.client.startPairing().text)
    try await home.pass { alice.lastRequest != nil }
    try await home.relay.lay(sync: 1 << 50, from: await bob.client.keys, for: erin.client)
    let received = Collector<Message>()
    let first = try await erin.client.onMessage { received.add($0) }
    try await home.pass { await erin.client.receiving.isAwaiting }
    await home.pass(seconds: 60)
    first.cancel()
    await erin.client.close()
    let again = try await home.phone("erin")
    let second = try await again.client.onMessage { received.add($0) }
    defer { second.cancel() }
    try await home.pass { await again.client.receiving.isAwaiting }
    await home.pass(seconds: 60)
    #expect(await again.client.status == .pendingJoin)
    #expect(received.elements == [])
    #expect(await home.relay.inbox(of: inbox).count == 1)
    try await alice.client.accept(try #require(alice.lastRequest))
    try await home.pass(untilCount: 1, of: received)
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    #expect(received.elements.map(\.sender) == [await bob.client.me])
    #expect(erin.issues.elements + again.issues.elements == [])
  }

  @Test func `D-17 for who is overtaken stays until it is listed again`() async throws {
    let race = try await Race(seed: 653)
    let received = Collector<Message>()
    let handling = try await race.tablet.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    let inbox = await race.home.relay.key(of: race.tablet.client)
    try await race.run()
    try await race.home.relay.lay(
      sync: 1 << 50, from: await race.mum.client.keys, for: race.tablet.client)
    try await race.home.pass { await race.tablet.client.receiving.isAwaiting }
    await race.home.pass(seconds: 60)
    #expect(received.elements == [])
    #expect(await race.home.relay.inbox(of: inbox).count >= 1)
    try await race.end()
    try await race.home.agree([race.tablet])
    try await race.home.pass(untilCount: 1, of: received)
    #expect(received.elements.map(\.sender) == [await race.mum.client.me])
  }
}

extension LoopbackRelay {
  /// Lays a message of an app in a device's inbox as if `author` had sent it under that number.
  fileprivate func lay(
    sync number: UInt64, from author: DeviceKeys, for client: TrueSeal
  ) async throws {
    let recipient = await client.keys.publicKeys.agreementKey
    let envelope = try Outbound(
      recipient: recipient, sequence: number, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .sync, body: [1], compression: true
    ).sealed(by: author, entropy: ScriptedEntropy(seed: number).entropy, deflater: Deflater())
    place(envelope, for: recipient)
  }
}
