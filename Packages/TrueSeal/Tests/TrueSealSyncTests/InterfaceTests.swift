import Testing
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The interface` {
  @Test func `A-01 opens before there is a connection, and closes for good`() async throws {
    let home = try Household(seed: 31)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    #expect(await alice.status == .notJoined)
    #expect(alice.maxPayloadBytes == 61_440)
    #expect(TrueSeal.maxGroupSize == 32)
    await alice.close()
    await alice.close()
    await #expect(throws: TrueSealError.closed) { _ = try await alice.startPairing() }
    await #expect(throws: TrueSealError.closed) { try await alice.cancelPairing() }
    await #expect(throws: TrueSealError.closed) { try await alice.join("x") }
    await #expect(throws: TrueSealError.closed) { try await alice.cancelJoin() }
    await #expect(throws: TrueSealError.closed) { try await alice.send([]) }
    await #expect(throws: TrueSealError.closed) { _ = try await alice.info() }
    await #expect(throws: TrueSealError.closed) { _ = try await alice.onMessage { _ in } }
  }

  @Test func `A-01 close does not wait for a handler that runs`() async throws {
    let home = try Household(seed: 32)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let entered = Collector<Bool>()
    let (release, releasing) = AsyncStream.makeStream(of: Void.self)
    let handling = try await bob.onMessage { _ in
      entered.add(true)
      for await _ in release { break }
    }
    defer { handling.cancel() }
    try await alice.send([1])
    _ = await entered.first(1)
    await bob.close()
    releasing.yield()
    await #expect(throws: TrueSealError.closed) { try await bob.send([2]) }
  }

  @Test func `A-02 A-03 says how the line is, from the first listener on`() async throws {
    let home = try Household(seed: 33)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    while await alice.connection != .disconnected(.unreachable) { await Task.yield() }
    let events = Collector<Event>()
    let listening = alice.onEvent { events.add($0) }
    defer { listening.cancel() }
    #expect(
      await events.first(2) == [
        .connectionChanged(.connecting), .connectionChanged(.disconnected(.unreachable)),
      ])
    await home.relay.goOnline()
    try await home.pass(untilCount: 4, of: events)
    #expect(
      events.elements[2...3] == [.connectionChanged(.connecting), .connectionChanged(.connected)])
  }

  @Test func `A-04 refuses addresses and labels that are none`() async throws {
    let scratch = try Scratch()
    await #expect(throws: TrueSealError.invalidRelayAddress) {
      _ = try await TrueSeal.open(relay: "trueseal://nobody", storage: scratch.path)
    }
    #expect(TrueSeal.isValidDeviceName("Carol's Büro 🪁"))
    #expect(!TrueSeal.isValidDeviceName(""))
    #expect(!TrueSeal.isValidDeviceName(" padded "))
    #expect(!TrueSeal.isValidDeviceName("two\nlines"))
    #expect(!TrueSeal.isValidDeviceName(String(repeating: "a", count: 65)))
  }

  @Test func `A-04 a second opener is turned away and touches nothing`() async throws {
    let home = try Household(seed: 34)
    // Without sessions the first opener has nothing to write while the second one tries.
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    let before = try home.scratch.contents()
    await #expect(throws: TrueSealError.storage(.inUse)) { _ = try await home.device("alice") }
    #expect(try home.scratch.contents() == before)
    await alice.close()
    let again = try await home.device("alice")
    #expect(await again.me.id == (await alice.me).id)
  }

  @Test func `A-05 every call may be made from inside every handler`() async throws {
    let home = try Household(seed: 35)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let called = Collector<String>()
    let listening = bob.onEvent { event in
      _ = await (bob.status, bob.me, bob.members, bob.connection)
      _ = try? await bob.info()
      _ = try? await bob.send([1])
      if case .statusChanged(.member, _) = event { called.add("event") }
    }
    defer { listening.cancel() }
    try await home.pair(bob, with: alice)
    let handling = try await bob.onMessage { _ in
      _ = await (bob.status, bob.me, bob.members, bob.connection)
      _ = try await bob.send([2])
      _ = try await bob.startPairing()
      try await bob.cancelPairing()
      try await bob.cancelJoin()
      _ = try? await bob.join("tsp1_")
      _ = try await bob.outbox()
      _ = try? await bob.onMessage { _ in }
      _ = try await bob.outcome(of: try await bob.send([4]))
      await bob.close()
      called.add("message")
    }
    defer { handling.cancel() }
    try await alice.send([3])
    #expect(Set(await called.first(2)) == ["event", "message"])
  }

  @Test func `A-05 finishing from inside a handler ends after it`() async throws {
    let home = try Household(seed: 39)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let done = Collector<Bool>()
    let handling = try await bob.onMessage { _ in
      await bob.finish()
      done.add(true)
    }
    defer { handling.cancel() }
    let key = await home.relay.key(of: bob)
    try await alice.send([1])
    _ = await done.first(1)
    await home.relay.until { $0.inbox(of: key).isEmpty }
    while (try? await bob.info()) != nil { await Task.yield() }
    // It closed by itself, and only after the message was recorded and acknowledged.
    await #expect(throws: TrueSealError.closed) { try await bob.send([2]) }
    #expect(await home.relay.inbox(of: key).isEmpty)
    #expect(done.elements == [true])
  }

  @Test(arguments: [(100_000, 61_440), (10, 10), (-1, 0)])
  func `D-01 A-01 takes the app's limit, within the protocol's`(asked: Int, given: Int) async throws
  {
    let scratch = try Scratch()
    let relay = LoopbackRelay()
    let client = try await TrueSeal.open(
      parts: relay.parts(directory: scratch.path + "/one", clock: ManualClock().clock),
      maxPayloadBytes: asked)
    #expect(client.maxPayloadBytes == given)
    await client.close()
  }

  @Test func `A-06 accept returns when the admission is on disk`() async throws {
    let home = try Household(seed: 36)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let events = alice.eventStream
    try await bob.join(try await alice.startPairing().text)
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      await home.relay.goOffline()
      try await alice.accept(request)
      break
    }
    await alice.close()
    let again = try await home.device("alice")
    #expect(await again.status == .member)
    #expect(await again.members.map(\.name) == ["bob"])
    #expect(try await again.info().queuedEntryCount == 1)
  }

  @Test func `A-03 lists of members that nobody has heard are coalesced`() async throws {
    let channel = EventChannelProbe(coalescing: true)
    for number in 1...10 { channel.post(number) }
    let heard = Collector<Int>()
    let listening = channel.listen { heard.add($0) }
    #expect(await heard.first(6) == [1, 3, 5, 7, 9, 10])
    // From here on each is heard, and after cancelling none.
    channel.post(12)
    channel.post(14)
    #expect(await heard.first(8).suffix(2) == [12, 14])
    listening.cancel()
    channel.post(16)
    let other = Collector<Int>()
    let next = channel.listen { other.add($0) }
    defer { next.cancel() }
    channel.post(18)
    #expect(await other.first(1) == [18])
    #expect(heard.elements.count == 8)
  }

  @Test func `A-03 a device with many changes tells the first listener the last list`() async throws
  {
    let home = try Household(seed: 37)
    let alice = try await home.device("alice")
    for name in ["bob", "carol", "dora"] {
      let joiner = try await home.device(name)
      let token = try await alice.startPairing()
      try await joiner.join(token.text)
      while await alice.window?.requests.isEmpty != false { await Task.yield() }
      try await alice.accept(try #require(await alice.window?.requests.first))
    }
    let lists = Collector<[GroupMember]>()
    let listening = alice.onEvent { if case .membersChanged(let list) = $0 { lists.add(list) } }
    defer { listening.cancel() }
    #expect(await lists.first(1) == [await alice.members])
    #expect(await alice.members.count == 3)
  }

  @Test func `D-20 issues wait for the first listener`() async throws {
    let home = try Household(seed: 38)
    let alice = try await home.device("alice")
    let key = await home.relay.key(of: alice)
    for number in 0..<3 { await home.relay.place([UInt8(number)], for: key) }
    await home.relay.until { $0.inbox(of: key).isEmpty }
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    #expect(await issues.first(3) == [DeliveryIssue](repeating: .unreadable(.malformed), count: 3))
  }

  @Test func `A-03 keeps at most 1,000 events for the first listener`() async throws {
    let channel = EventChannelProbe()
    for number in 0..<1_200 { channel.post(number) }
    let heard = Collector<Int>()
    let listening = channel.listen { heard.add($0) }
    defer { listening.cancel() }
    #expect(await heard.first(1_000) == Array(200..<1_200))
  }
}
