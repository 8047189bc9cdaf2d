import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Pairing` {
  @Test func `P-01 P-04 P-05 P-06 makes a group of two devices`() async throws {
    let home = try Household(seed: 1)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let aliceEvents = Collector<Event>()
    let bobEvents = Collector<Event>()
    let listening = [
      alice.onEvent { if $0.isOfGroup { aliceEvents.add($0) } },
      bob.onEvent { if $0.isOfGroup { bobEvents.add($0) } },
    ]
    defer { for one in listening { one.cancel() } }

    #expect(await alice.status == .notJoined)
    try await home.pair(bob, with: alice)

    let (aliceMe, bobMe) = (await alice.me, await bob.me)
    #expect(aliceMe.name == "alice")
    #expect(await alice.members == [bobMe])
    #expect(await bob.members == [aliceMe])
    #expect(await alice.status == .member)
    #expect(await bob.status == .member)
    let heard = await aliceEvents.first(3)
    guard case .joinRequest(let request) = heard[0] else {
      Issue.record("the first event is \(heard[0])")
      return
    }
    #expect(request.id == bobMe.id)
    #expect(request.name == "bob")
    #expect(heard[1...] == [.statusChanged(.member, .created), .membersChanged([bobMe])])
    #expect(
      await bobEvents.first(3) == [
        .statusChanged(.pendingJoin, nil), .statusChanged(.member, .joined),
        .membersChanged([aliceMe]),
      ])
  }

  @Test func `P-04 lets a third device in, and everybody hears of it`() async throws {
    let home = try Household(seed: 2)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    try await home.pair(bob, with: alice)
    let bobEvents = bob.eventStream
    try await home.pair(carol, with: alice)
    let expected = Set([await alice.me, await carol.me])
    for await event in bobEvents {
      if case .membersChanged(let members) = event, Set(members) == expected { break }
    }
    #expect(Set(await carol.members) == [await alice.me, await bob.me])
  }

  @Test func `P-01 a new window replaces the old one`() async throws {
    let home = try Household(seed: 3)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let old = try await alice.startPairing()
    _ = try await alice.startPairing()
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    try await bob.join(old.text)
    #expect(await issues.first(1) == [.unauthorized])
  }

  @Test(arguments: ["cancel", "accept"])
  func `P-02 P-04 a window that closed admits nobody`(how: String) async throws {
    let home = try Household(seed: 4)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    let events = alice.eventStream
    let token = try await alice.startPairing()
    try await bob.join(token.text)
    try await carol.join(token.text)
    var requests: [String: JoinRequest] = [:]
    for await event in events {
      if case .joinRequest(let request) = event { requests[request.name] = request }
      if requests.count == 2 { break }
    }
    let bobRequest = try #require(requests["bob"])
    let carolRequest = try #require(requests["carol"])
    if how == "cancel" {
      try await alice.cancelPairing()
      await #expect(throws: TrueSealError.pairingClosed) { try await alice.accept(bobRequest) }
      #expect(await alice.status == .notJoined)
    } else {
      try await alice.accept(bobRequest)
    }
    await #expect(throws: TrueSealError.pairingClosed) { try await alice.accept(carolRequest) }
    #expect(await alice.members.contains { $0.name == "carol" } == false)
  }

  @Test func `P-02 a restart closes the window`() async throws {
    let home = try Household(seed: 5)
    let first = try await home.device("alice")
    let token = try await first.startPairing()
    await first.close()
    let alice = try await home.device("alice")
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let bob = try await home.device("bob")
    try await bob.join(token.text)
    #expect(await issues.first(1) == [.unauthorized])
  }

  @Test func `P-05 a request survives a restart and is not sent anew`() async throws {
    let home = try Household(seed: 6)
    let alice = try await home.device("alice")
    let events = alice.eventStream
    let token = try await alice.startPairing()
    let before = try await home.device("bob")
    try await before.join(token.text)
    while try await before.info().queuedEntryCount > 0 { await Task.yield() }
    await before.close()

    let bob = try await home.device("bob")
    #expect(await bob.status == .pendingJoin)
    let arrivals = bob.eventStream
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      #expect(request.id == (await bob.me).id)
      try await alice.accept(request)
      break
    }
    for await event in arrivals {
      if case .statusChanged(.member, .joined) = event { break }
    }
    // One Pair and one Group Manifest: two devices have nobody to pass the admission on to.
    #expect(await home.relay.pushCount == 2)
  }

  @Test func `P-05 joins with a token that is somebody else's only`() async throws {
    let home = try Household(seed: 7)
    let alice = try await home.device("alice")
    let token = try await alice.startPairing()
    await #expect(throws: TrueSealError.invalidPairingToken) { try await alice.join(token.text) }
    await #expect(throws: TrueSealError.invalidPairingToken) { try await alice.join("tsp1_no") }
    #expect(await alice.status == .notJoined)
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await #expect(throws: TrueSealError.alreadyInGroup) { try await bob.join(token.text) }
  }

  @Test func `P-01 P-02 asking to join closes the window, and none opens while asking`()
    async throws
  {
    let home = try Household(seed: 13)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    let bobToken = try await bob.startPairing()
    try await bob.join(try await alice.startPairing().text)
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      _ = try await bob.startPairing()
    }
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    try await carol.join(bobToken.text)
    #expect(await issues.first(1) == [.unauthorized])
  }

  @Test func `P-05 a second token replaces the first, and its secret is in no file`() async throws {
    let home = try Household(seed: 14)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let first = try await alice.startPairing()
    try await bob.join(first.text)
    #expect(try home.contents(of: "bob").contains { $0.contains(first.secret) })
    let second = try await alice.startPairing()
    try await bob.join(second.text)
    #expect(try await bob.info().queuedEntryCount == 1)
    while await bob.pushing.truncation != nil {
      home.clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(try !home.contents(of: "bob").contains { $0.contains(first.secret) })
    #expect(try home.contents(of: "bob").contains { $0.contains(second.secret) })
  }

  @Test func `P-05 cancelJoin takes the request back`() async throws {
    let home = try Household(seed: 8)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await bob.join(try await alice.startPairing().text)
    #expect(try await bob.info().queuedEntryCount == 1)
    try await bob.cancelJoin()
    #expect(await bob.status == .notJoined)
    #expect(try await bob.info().queuedEntryCount == 0)
    await bob.close()
    let again = try await home.device("bob")
    #expect(await again.status == .notJoined)
  }

  @Test func `P-03 shows a device once, however often it asks`() async throws {
    let home = try Household(seed: 10)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    let names = Collector<String>()
    let listening = alice.onEvent { event in
      if case .joinRequest(let request) = event { names.add(request.name) }
    }
    defer { listening.cancel() }
    let key = await home.relay.key(of: alice)
    await home.relay.goOffline()
    let token = try await alice.startPairing()
    try await bob.join(token.text)
    try await bob.join(token.text)
    await home.relay.goOnline()
    // Time stands still from here on, so alice must be back as well.
    while await alice.connection != .connected {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    while try await bob.info().queuedEntryCount > 0 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    try await bob.join(token.text)
    while try await bob.info().queuedEntryCount > 0 { await Task.yield() }
    try await carol.join(token.text)
    #expect(await names.first(2) == ["bob", "carol"])
    await home.relay.until { $0.inbox(of: key).isEmpty }
    #expect(names.elements == ["bob", "carol"])
  }

  @Test func `P-03 a device that is, or was, in the group is not let in again`() async throws {
    let home = try Household(seed: 12)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let token = try await alice.startPairing()
    // A stranger whose receiving key is a member's, and one with a wrong proof, are refused as well.
    let stranger = DeviceKeys(from: ScriptedEntropy(seed: 2).entropy)
    let crossed = DevicePublicKeys(
      signingKey: stranger.publicKeys.signingKey,
      agreementKey: await bob.keys.publicKeys.agreementKey)
    let unproven = PairingToken(keys: await alice.keys.publicKeys, secret: token.signingKey)
    for (asking, proof) in [(crossed, token), (stranger.publicKeys, unproven)] {
      let body = PairBody(joiner: asking, label: try Label("carol"), token: proof)
      await home.relay.place(
        try pairEnvelope(body, from: stranger), for: token.agreementKey)
    }
    #expect(await issues.first(2) == [.unauthorized, .unauthorized])
    // A member asks once more, with a proof that is right: its own client would refuse to.
    let keys = await bob.keys
    let body = PairBody(joiner: keys.publicKeys, label: try Label("bob"), token: token)
    await home.relay.place(try pairEnvelope(body, from: keys), for: token.agreementKey)
    #expect(await issues.first(3).last == .unauthorized)
    #expect(await alice.window?.requests.isEmpty == true)

    func pairEnvelope(_ body: PairBody, from author: DeviceKeys) throws -> [UInt8] {
      try Outbound(
        recipient: token.agreementKey, sequence: 1, timestamp: 1_700_000_000_000,
        view: [UInt8](repeating: 0, count: 32), tag: .pair, body: body.encoded(),
        compression: false
      ).sealed(by: author, entropy: ScriptedEntropy(seed: 1).entropy, deflater: Deflater())
    }
  }

  @Test func `P-06 a device that asked nobody believes no list`() async throws {
    let home = try Household(seed: 9)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let events = alice.eventStream
    try await bob.join(try await alice.startPairing().text)
    var request: JoinRequest?
    for await event in events {
      if case .joinRequest(let asked) = event {
        request = asked
        break
      }
    }
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    try await bob.cancelJoin()
    try await alice.accept(try #require(request))
    #expect(await issues.first(1) == [.unauthorized])
    #expect(await bob.status == .notJoined)
    #expect(await bob.members == [])
  }
}

extension Event {
  var isOfGroup: Bool {
    if case .connectionChanged = self { false } else { true }
  }
}
