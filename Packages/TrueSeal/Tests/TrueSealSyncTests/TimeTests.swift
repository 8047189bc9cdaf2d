import Testing
import TrueSealCrypto
import TrueSealStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Times` {
  private let start: UInt64 = 1_700_000_000_000

  @Test func `D-06 a message of the app carries the time of its send`() async throws {
    let home = try Household(seed: 51)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    defer { handling.cancel() }
    await home.relay.goOffline()
    try await alice.send([1])
    home.clock.advance(by: .seconds(3_600))
    await home.relay.goOnline()
    try await home.pass(untilCount: 1, of: received)
    #expect(received.elements.map(\.sentAt) == [start])
  }

  @Test func `D-06 a control message carries the time of its seal`() async throws {
    let home = try Household(seed: 52)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let token = try await alice.startPairing()
    let keys = await alice.keys
    await alice.close()
    await home.relay.goOffline()
    try await bob.join(token.text)
    home.clock.advance(by: .seconds(3_600))
    await home.relay.goOnline()
    while await home.relay.inbox(of: token.agreementKey).isEmpty {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<1_000 { await Task.yield() }
    }
    let envelope = await home.relay.inbox(of: token.agreementKey)[0]
    guard case .content(let content) = Inbound.opening(envelope, with: keys) else {
      Issue.record("the request cannot be opened")
      return
    }
    #expect(content.tag == .pair)
    #expect(content.timestamp >= start + 3_600_000)
  }

  @Test func `D-16 leaves a line on which no heartbeat comes back for two intervals`() async throws
  {
    let clock = ManualClock()
    let (device, relay) = LoopbackLink.pair()
    let session = ReceiveSession(link: device, clock: clock.clock) {
      Issue.record("nothing came back")
    }
    await session.start()
    for beat in 1...2 {
      #expect(try await relay.receive() == .heartbeat)
      await clock.untilAsleep(1)
      #expect(clock.timeToNextWake == .seconds(25), "after beat \(beat)")
      clock.advance(by: .seconds(25))
    }
    await #expect(throws: LinkError(.timedOut)) { _ = try await session.next() }
  }

  @Test func `D-16 stays on a line that echoes, however long a handler takes`() async throws {
    let clock = ManualClock()
    let (device, relay) = LoopbackLink.pair()
    let alive = Collector<Bool>()
    let session = ReceiveSession(link: device, clock: clock.clock) { alive.add(true) }
    await session.start()
    for _ in 1...10 {
      #expect(try await relay.receive() == .heartbeat)
      try await relay.send(.heartbeat)
      _ = await alive.first(1)
      try await relay.send(.deliver(blobID: 1, envelope: [1]))
      // What follows the echo was read, so the echo was.
      #expect(try await session.next()?.id == 1)
      await clock.untilAsleep(1)
      clock.advance(by: .seconds(25))
    }
    #expect(alive.elements == [true])
    await session.end()
    #expect(try await session.next() == nil)
  }

  @Test func `S-09 old ids are pruned at the next open, and young ones stay`() async throws {
    let home = try Household(seed: 53)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    try await alice.send([1])
    _ = await received.first(1)
    while try await handled(by: bob) == 0 { await Task.yield() }
    handling.cancel()
    await bob.close()
    // The pruning time moves a day at most for each session, and after 62 days the id is too old.
    for day in 1...62 {
      home.clock.advance(by: .seconds(86_400))
      let again = try await home.device("bob")
      while await again.connection != .connected { await Task.yield() }
      while try await horizon(of: again) < home.clock.unixMilliseconds { await Task.yield() }
      // Young enough to come again: 60 days have not passed.
      if day < 59 { #expect(try await handled(by: again) == 1) }
      await again.close()
    }
    let last = try await home.device("bob")
    while try await handled(by: last) > 0 { await Task.yield() }
    #expect(try await handled(by: last) == 0)
  }

  private func handled(by client: TrueSeal) async throws -> Int {
    try await client.database.read { transaction in
      try transaction.rows("SELECT 1 FROM handled").count
    }
  }

  private func horizon(of client: TrueSeal) async throws -> Int64 {
    try await client.database.read { transaction in
      try HandledRecords().horizon(in: transaction) ?? 0
    }
  }
}
