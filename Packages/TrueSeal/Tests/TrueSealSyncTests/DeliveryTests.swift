import Testing
import TrueSealSync
import TrueSealTesting
import TrueSealTransport

@Suite(.timeLimit(.minutes(1))) struct `Delivery` {
  @Test
  func `W-41 D-01 D-12 carries bytes, none included, to the other device's handler, in order`()
    async throws
  {
    let home = try Household(seed: 11)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    defer { handling.cancel() }
    let bodies: [[UInt8]] = [[], [0], Array("hello".utf8), [UInt8](repeating: 65, count: 61_440)]
    var ids: [MessageID] = []
    for body in bodies { ids.append(try await alice.send(body)) }
    let messages = await received.first(4)
    #expect(messages.map(\.body) == bodies)
    #expect(messages.map(\.id) == ids)
    #expect(Set(messages.map(\.sender)) == [await alice.me])
    #expect(messages.map(\.sentAt) == [UInt64](repeating: 1_700_000_000_000, count: 4))
  }

  @Test func `D-01 checks closed, then status, then size, and writes nothing`() async throws {
    let home = try Household(seed: 12)
    let alice = try await home.device("alice")
    let long = [UInt8](repeating: 0, count: 61_441)
    await #expect(throws: TrueSealError.notMember(.notJoined)) { try await alice.send(long) }
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await #expect(throws: TrueSealError.payloadTooLarge(max: 61_440)) {
      try await alice.send(long)
    }
    await alice.close()
    await #expect(throws: TrueSealError.closed) { try await alice.send(long) }
  }

  @Test func `D-01 works offline, and what was sent survives a restart`() async throws {
    let home = try Household(seed: 13)
    let before = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: before)
    await home.relay.goOffline()
    let first = try await before.send([1])
    let second = try await before.send([2])
    await before.close()
    let alice = try await home.device("alice")
    #expect(try await alice.info().queuedEntryCount == 2)
    let third = try await alice.send([3])
    #expect(Set([first, second, third]).count == 3)
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    defer { handling.cancel() }
    await home.relay.goOnline()
    try await home.pass(untilCount: 3, of: received)
    #expect(received.elements.map(\.id) == [first, second, third])
  }

  @Test func `D-12 tries a handler that fails after 1, 2, 4 and 8 seconds, then gives up`()
    async throws
  {
    let home = try Household(seed: 14)
    let alice = try await home.device("alice")
    let log = Collector<Step>()
    let bob = try await home.device("bob", clock: home.clock.hurrying { log.add(.pause($0)) })
    try await home.pair(bob, with: alice)
    let issues = Collector<DeliveryIssue>()
    let handled = Collector<Message>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    let handling = try await bob.onMessage { message in
      guard message.body == [1] else { return handled.add(message) }
      log.add(.attempt)
      throw Refusal()
    }
    defer {
      listening.cancel()
      handling.cancel()
    }
    let id = try await alice.send([1])
    let next = try await alice.send([2])
    guard case .handlerGaveUp(id, _) = await issues.first(1)[0] else {
      Issue.record("\(issues.elements)")
      return
    }
    // The message that followed waited for the one before it, and is not lost with it.
    #expect(await handled.first(1).map(\.id) == [next])
    let attempts = log.elements.split(separator: .attempt, omittingEmptySubsequences: false)
    // Clearing sent bodies away waits a second too, so that pause may be seen more than once.
    #expect(attempts.count == 6)
    #expect(attempts[1].contains(.pause(.seconds(1))))
    for (attempt, seconds) in [(2, 2), (3, 4), (4, 8)] {
      #expect(attempts[attempt].filter { $0 != .pause(.seconds(1)) } == [.pause(.seconds(seconds))])
    }
  }

  @Test func `D-12 there is one handler at a time`() async throws {
    let home = try Household(seed: 15)
    let alice = try await home.device("alice")
    let handling = try await alice.onMessage { _ in }
    await #expect(throws: TrueSealError.messageHandlerAlreadySet) {
      _ = try await alice.onMessage { _ in }
    }
    handling.cancel()
    let next = try await alice.onMessage { _ in }
    next.cancel()
  }

  @Test func `D-13 messages wait on the relay until there is a handler, and come in order`()
    async throws
  {
    let home = try Household(seed: 16)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    for number in 0..<20 { try await alice.send([UInt8(number)]) }
    await home.relay.until { $0.inbox(of: key).count == 20 }
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    #expect(await received.first(20) == (0..<20).map { [UInt8($0)] })
    await home.relay.until { $0.inbox(of: key).isEmpty }
  }

  @Test func `D-10 D-14 a message that comes again is handled once`() async throws {
    let home = try Household(seed: 17)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let received = Collector<[UInt8]>()
    let key = await home.relay.key(of: bob)
    let first = try await alice.send([1])
    await home.relay.until { $0.inbox(of: key).count == 1 }
    let copy = await home.relay.inbox(of: key)[0]
    await home.relay.place(copy, for: key)
    try await alice.send([2])
    await home.relay.until { $0.inbox(of: key).count == 3 }
    let handling = try await bob.onMessage { received.add($0.body) }
    await home.relay.until { $0.inbox(of: key).isEmpty }
    #expect(received.elements == [[1], [2]])
    // A copy is no issue: what is told first is what comes after it.
    await home.relay.place([0, 0] + copy.dropFirst(2), for: key)
    #expect(await issues.first(1) == [.unreadable(.senderOutdated)])

    // And not after a restart either: the record is on disk.
    handling.cancel()
    await bob.close()
    let again = try await home.device("bob")
    await home.relay.place(copy, for: key)
    let more = try await again.onMessage { received.add($0.body) }
    defer { more.cancel() }
    await home.relay.until { $0.inbox(of: key).isEmpty }
    #expect(received.elements == [[1], [2]])
    #expect(MessageID(first.description) == first)
  }

  @Test func `D-20 W-36 what cannot be read is dropped and reported, or held`() async throws {
    let home = try Household(seed: 18)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let newer: [UInt8] = [0, 2] + key + [UInt8](repeating: 9, count: 304)
    let older: [UInt8] = [0, 0] + key + [UInt8](repeating: 9, count: 304)
    await home.relay.place([1, 2, 3], for: key)
    await home.relay.place(older, for: key)
    await home.relay.place(newer, for: key)
    #expect(
      await issues.first(3) == [
        .unreadable(.malformed), .unreadable(.senderOutdated), .heldForUpgrade(version: 2),
      ])
    await home.relay.until { $0.inbox(of: key).count == 1 }
    #expect(await home.relay.inbox(of: key) == [newer])
  }
}

private struct Refusal: Error {}

private enum Step: Hashable, Sendable {
  case attempt
  case pause(Duration)
}
