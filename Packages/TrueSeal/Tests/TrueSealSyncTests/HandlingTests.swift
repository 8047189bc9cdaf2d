import Testing
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The handler` {
  @Test func `D-10 D-12 a message that was given up is not handled when it comes again`()
    async throws
  {
    let home = try Household(seed: 101)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob", clock: home.clock.hurrying { _ in })
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    try await alice.send([1])
    await home.relay.until { $0.inbox(of: key).count == 1 }
    let copy = await home.relay.inbox(of: key)[0]
    let attempts = Collector<[UInt8]>()
    let handling = try await bob.onMessage { message in
      attempts.add(message.body)
      if message.body == [1] { throw Refusal() }
    }
    defer {
      listening.cancel()
      handling.cancel()
    }
    _ = await issues.first(1)
    await home.relay.place(copy, for: key)
    try await alice.send([2])
    // The copy lies before it, so what was done with the copy is done.
    while attempts.elements.last == [1] { await Task.yield() }
    #expect(attempts.elements == [[1], [1], [1], [1], [1], [2]])
  }

  @Test func `D-12 D-13 the attempts of two handlers are counted together`() async throws {
    let home = try Household(seed: 102)
    let alice = try await home.device("alice")
    let (first, calls) = (Collector<Subscription>(), Collector<String>())
    let isTakenBack = Collector<Bool>()
    // The second wait is that of 2 s; nothing else waits as long.
    let clock = home.clock.hurrying { pause in
      guard pause == .seconds(2), let handling = first.elements.first else { return }
      handling.cancel()
      isTakenBack.add(true)
    }
    let bob = try await home.device("bob", clock: clock)
    try await home.pair(bob, with: alice)
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    first.add(
      try await bob.onMessage { _ in
        calls.add("first")
        throw Refusal()
      })
    let id = try await alice.send([1])
    _ = await isTakenBack.first(1)
    let handling = try await bob.onMessage { _ in
      calls.add("second")
      throw Refusal()
    }
    defer {
      listening.cancel()
      handling.cancel()
    }
    try #require(await home.pass(atMost: 3_000) { !issues.elements.isEmpty })
    guard case .handlerGaveUp(id, _) = issues.elements[0] else {
      Issue.record("\(issues.elements)")
      return
    }
    #expect(calls.elements == ["first", "first", "second", "second", "second"])
  }

  @Test func `D-12 a handler may take a day, and is called once`() async throws {
    let home = try Household(seed: 103)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let (begun, done) = (Collector<[UInt8]>(), Collector<Bool>())
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let handling = try await bob.onMessage { message in
      begun.add(message.body)
      for await _ in end { break }
      // A handler that was interrupted would come here too.
      done.add(!Task.isCancelled)
    }
    defer { handling.cancel() }
    try await alice.send([1])
    _ = await begun.first(1)
    for _ in 0..<24 * 60 {
      home.clock.advance(by: .seconds(60))
      for _ in 0..<5 { _ = await bob.status }
    }
    try #require(done.elements.isEmpty)
    try #require(begun.elements == [[1]])
    ending.yield()
    #expect(await done.first(1) == [true])
    #expect(await home.pass(atMost: 3_000) { await home.relay.inbox(of: key).isEmpty })
    #expect(begun.elements == [[1]])
  }

  @Test func `D-13 what comes after the handler was taken back stays on the relay`() async throws {
    let home = try Household(seed: 104)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let taken = Collector<[UInt8]>()
    try await bob.onMessage { taken.add($0.body) }.cancel()
    for number in 1...3 { try await alice.send([UInt8(number)]) }
    await home.settle([alice])
    try await home.untilJudged(by: bob)
    let waiting = await home.relay.inbox(of: key).count
    try #require(waiting == 3)
    #expect(taken.elements.isEmpty)
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    #expect(await received.first(3) == [[1], [2], [3]])
    await home.relay.until { $0.inbox(of: key).isEmpty }
  }

  @Test func `D-13 a message stays on the relay when its handler is taken back and throws`()
    async throws
  {
    let home = try Household(seed: 105)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let (first, thrown) = (Collector<Subscription>(), Collector<Bool>())
    first.add(
      try await bob.onMessage { _ in
        first.elements[0].cancel()
        thrown.add(true)
        throw Refusal()
      })
    try await alice.send([1])
    _ = await thrown.first(1)
    try await home.untilJudged(by: bob)
    let waiting = await home.relay.inbox(of: key).count
    try #require(waiting == 1)
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    #expect(await received.first(1) == [[1]])
    #expect(thrown.elements.count == 1)
  }

  @Test func `D-13 D-14 a message comes again when the client was closed while it was handled`()
    async throws
  {
    let home = try Household(seed: 106)
    let alice = try await home.device("alice")
    var parts = home.relay.parts(
      directory: home.scratch.path + "/bob", clock: home.clock.clock,
      entropy: ScriptedEntropy(seed: 106).entropy)
    let connect = parts.connectReceive
    parts.connectReceive = { keys async throws(LinkError) in
      LateClosingLink(try await connect(keys))
    }
    let bob = try await TrueSeal.open(parts: parts, deviceName: "bob")
    try await home.pair(bob, with: alice)
    let key = await home.relay.key(of: bob)
    let (begun, done) = (Collector<Bool>(), Collector<Bool>())
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let handling = try await bob.onMessage { _ in
      begun.add(true)
      for await _ in end { break }
      done.add(true)
    }
    try await alice.send([1])
    _ = await begun.first(1)
    await bob.close()
    ending.yield()
    _ = await done.first(1)
    // The client has seen its handler return, and lets the blob go.
    while await bob.receiving.isTaking { await Task.yield() }
    // Had anything been said after that, the relay would have read it before this.
    let again = try await home.device("bob")
    try await home.untilJudged(by: again)
    let waiting = await home.relay.inbox(of: key).count
    try #require(waiting == 1)
    handling.cancel()
    let received = Collector<[UInt8]>()
    let more = try await again.onMessage { received.add($0.body) }
    defer { more.cancel() }
    #expect(await received.first(1) == [[1]])
  }
}

extension Household {
  /// Lays bytes that are no envelope behind all else, and waits until they were dropped.
  fileprivate func untilJudged(by client: TrueSeal) async throws {
    let issues = Collector<DeliveryIssue>()
    let listening = client.onDeliveryIssue { issues.add($0) }
    await relay.place([1, 2, 3], for: await relay.key(of: client))
    #expect(await issues.first(1) == [.unreadable(.malformed)])
    let key = await relay.key(of: client)
    await relay.until { !$0.inbox(of: key).contains([1, 2, 3]) }
    listening.cancel()
  }
}

private struct Refusal: Error {}

/// A line that still takes what is said after it was closed, or by a task that was cancelled.
private final class LateClosingLink: Link {
  private let link: any Link

  init(_ link: any Link) { self.link = link }

  func send(_ frame: Frame) async throws(LinkError) {
    let sending = Task { [link] in (try? await link.send(frame)) != nil }
    guard await sending.value else { throw LinkError(.closed) }
  }

  func receive() async throws(LinkError) -> Frame? { try await link.receive() }

  func close() {}
}
