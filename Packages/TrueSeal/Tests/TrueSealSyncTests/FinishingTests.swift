import Testing
import TrueSealSync
import TrueSealTesting

@Suite(.timeLimit(.minutes(1))) struct `Finishing` {
  @Test func `waits until the message in hand is recorded, and leaves the next one for later`()
    async throws
  {
    let home = try Household(seed: 71)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    try await alice.send([1])
    try await alice.send([2])
    let (begun, mayGoOn) = (Collector<[UInt8]>(), Collector<Bool>())
    _ = try await bob.onMessage { message in
      begun.add(message.body)
      _ = await mayGoOn.first(1)
    }
    _ = await begun.first(1)
    await bob.takeNoFurtherMessage()
    async let finished: Void = bob.finish()
    mayGoOn.add(true)
    await finished
    #expect(begun.elements == [[1]])

    let again = try await home.device("bob")
    let received = Collector<[UInt8]>()
    _ = try await again.onMessage { received.add($0.body) }
    #expect(await received.first(1) == [[2]])
    await again.finish()
    await #expect(throws: TrueSealError.closed) { try await again.send([3]) }
  }

  @Test func `does not try a message again whose handler throws meanwhile`() async throws {
    let home = try Household(seed: 72)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    try await alice.send([1])
    struct Refused: Error {}
    let tries = Collector<Bool>()
    _ = try await bob.onMessage { [weak bob] _ in
      tries.add(true)
      await bob?.takeNoFurtherMessage()
      throw Refused()
    }
    _ = await tries.first(1)
    await bob.finish()
    #expect(tries.elements.count == 1)

    let again = try await home.device("bob")
    let received = Collector<[UInt8]>()
    _ = try await again.onMessage { received.add($0.body) }
    #expect(await received.first(1) == [[1]])
    await again.close()
  }
}

@Suite struct `A Relay Address` {
  static let key = String(repeating: "0", count: 62) + "0a"

  @Test func `is the same relay whether its usual ports are written or not`() throws {
    let bare = "trueseal://\(Self.key)@relay.example"
    #expect(TrueSeal.isSameRelay(bare, bare + ":7700?push=7701"))
    #expect(!TrueSeal.isSameRelay(bare, bare + ":7701"))
    #expect(!TrueSeal.isSameRelay(bare, bare + "?push=7702"))
    #expect(!TrueSeal.isSameRelay(bare, "trueseal://\(Self.key)@relay.test"))
    #expect(!TrueSeal.isSameRelay(bare, "nonsense"))
    let capitals = "trueseal://\(Self.key.uppercased())@relay.example"
    #expect(try TrueSeal.canonicalRelayAddress(capitals) == bare)
    #expect(TrueSeal.isSameRelay(capitals, bare))
    #expect(throws: TrueSealError.invalidRelayAddress) {
      try TrueSeal.canonicalRelayAddress("nonsense")
    }
  }
}
