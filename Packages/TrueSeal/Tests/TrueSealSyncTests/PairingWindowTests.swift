import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The pairing window` {
  @Test func `P-02 P-04 accepting a device another member has let in meanwhile closes it`()
    async throws
  {
    let home = try Household(seed: 121)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    try await home.pair(bob, with: alice)
    let (events, arrivals) = (alice.eventStream, carol.eventStream)
    try await carol.join(try await alice.startPairing().text)
    var request: JoinRequest?
    for await case .joinRequest(let asked) in events {
      request = asked
      break
    }
    let late = try #require(request)
    try await carol.cancelJoin()
    let bobEvents = bob.eventStream
    try await carol.join(try await bob.startPairing().text)
    for await case .joinRequest(let asked) in bobEvents {
      try await bob.accept(asked)
      break
    }
    for await event in arrivals {
      if case .statusChanged(.member, .joined) = event { break }
    }
    for await case .membersChanged(let members) in events where members.count == 2 { break }
    let held = await alice.ledger?.heldCount
    try await alice.accept(late)
    #expect(await alice.window == nil)
    await #expect(throws: TrueSealError.pairingClosed) { try await alice.accept(late) }
    // There was nothing left to say.
    #expect(await alice.ledger?.heldCount == held)
  }

  @Test
  func `P-03 W-40 W-50 a request with this device's keys, one key twice or another's is none`()
    async throws
  {
    let home = try Household(seed: 122)
    let alice = try await home.device("alice")
    let token = try await alice.startPairing()
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let own = await alice.keys.publicKeys
    let stranger = DeviceKeys(from: ScriptedEntropy(seed: 8).entropy)
    let other = DeviceKeys(from: ScriptedEntropy(seed: 6).entropy).publicKeys
    let signingKey = stranger.publicKeys.signingKey
    // Alice is in no group yet, so no list speaks against her keys.
    let asking = [own.agreementKey, own.signingKey, signingKey].map {
      DevicePublicKeys(signingKey: signingKey, agreementKey: $0)
    }
    // Not every signing key could be a receiving key; the seeds are such that these could.
    #expect(asking.map(\.isValid) == [true, true, true])
    for joiner in asking + [other] {
      await home.relay.place(
        try request(of: joiner, by: stranger, with: token), for: token.agreementKey)
    }
    let older: [UInt8] = [0, 0] + token.agreementKey + [UInt8](repeating: 9, count: 304)
    await home.relay.place(older, for: token.agreementKey)
    while issues.elements.last != .unreadable(.senderOutdated) { await Task.yield() }
    #expect(
      issues.elements == [DeliveryIssue](repeating: .unauthorized, count: 3) + [
        .unreadable(.malformed), .unreadable(.senderOutdated),
      ])
    #expect(await alice.window?.requests.isEmpty == true)
    // The stranger's own request, proven with the same token, is a good one.
    await home.relay.place(
      try request(of: stranger.publicKeys, by: stranger, with: token), for: token.agreementKey)
    await home.relay.until { $0.inbox(of: token.agreementKey).isEmpty }
    #expect(await alice.window?.requests.map(\.keys) == [stranger.publicKeys])
  }

  @Test func `P-02 D-20 a request that finds 32 others is reported, and not shown`() async throws {
    let home = try Household(seed: 123)
    let alice = try await home.device("alice")
    let token = try await alice.startPairing()
    let (issues, shown) = (Collector<DeliveryIssue>(), Collector<String>())
    let listening = [
      alice.onDeliveryIssue { issues.add($0) },
      alice.onEvent { if case .joinRequest(let request) = $0 { shown.add(request.id) } },
    ]
    defer { for one in listening { one.cancel() } }
    let strangers = (1...33).map { DeviceKeys(from: ScriptedEntropy(seed: 200 + $0).entropy) }
    for stranger in strangers {
      await home.relay.place(
        try request(of: stranger.publicKeys, by: stranger, with: token), for: token.agreementKey)
    }
    await home.relay.until { $0.inbox(of: token.agreementKey).isEmpty }
    // What follows is told behind it.
    await home.relay.place([1, 2, 3], for: token.agreementKey)
    while issues.elements.last != .unreadable(.malformed) { await Task.yield() }
    #expect(issues.elements == [.unauthorized, .unreadable(.malformed)])
    #expect(await shown.first(32) == strangers.prefix(32).map(\.publicKeys.memberID))
    #expect(await alice.window?.requests.count == 32)
  }

  private func request(
    of joiner: DevicePublicKeys, by author: DeviceKeys, with token: PairingToken
  ) throws -> [UInt8] {
    let body = PairBody(joiner: joiner, label: try Label("stranger"), token: token)
    return try Outbound(
      recipient: token.agreementKey, sequence: 1, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .pair, body: body.encoded(),
      compression: false
    ).sealed(by: author, entropy: ScriptedEntropy(seed: 7).entropy, deflater: Deflater())
  }
}
