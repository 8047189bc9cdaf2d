import Testing
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The receiving window` {
  private let clock = ManualClock()
  private let envelope = [UInt8](repeating: 7, count: 60_000)

  /// A session whose line holds more than the window, and which nobody takes from yet.
  private func fullSession() async throws -> (ReceiveSession, LoopbackLink, sent: Int) {
    let (device, relay) = LoopbackLink.pair()
    let session = ReceiveSession(link: device, clock: clock.clock, onAlive: {})
    await session.start()
    let sent = 12
    for number in 1...sent {
      try await relay.send(.deliver(blobID: UInt64(number), envelope: envelope))
    }
    // Two wait: the heartbeat, and the reader for a handler.
    await clock.untilAsleep(2)
    return (session, relay, sent)
  }

  @Test func `D-16 hands out everything in order when the handler is quick enough`() async throws {
    let (session, relay, sent) = try await fullSession()
    for number in 1...sent { #expect(try await session.next()?.id == UInt64(number)) }
    #expect(await session.isTruncated == false)
    try await relay.send(.deliver(blobID: 99, envelope: [1]))
    #expect(try await session.next()?.id == 99)
    await session.end()
  }

  @Test func `D-16 reads on past a slow handler, and leaves the rest to another session`()
    async throws
  {
    let (session, relay, _) = try await fullSession()
    clock.advance(by: SyncLimits.fullWindowPatience)
    while await session.isTruncated == false { await Task.yield() }
    // The line is read again, so its heartbeats are seen and no write of the relay's waits.
    for number in 100..<400 {
      try await relay.send(.deliver(blobID: UInt64(number), envelope: envelope))
    }
    var ids: [UInt64] = []
    while let blob = try await session.next() { ids.append(blob.id) }
    // 524,288 bytes hold nine of them, each with what it costs beside its bytes.
    #expect(ids == Array(1...9))
    await session.end()
  }

  @Test func `D-16 an echo that lies behind a full window is not missing`() async throws {
    let (device, relay) = LoopbackLink.pair()
    let session = ReceiveSession(link: device, clock: clock.clock, onAlive: {})
    await session.start()
    #expect(try await relay.receive() == .heartbeat)
    try await pass(25, 0, until: relay)
    clock.advance(by: .seconds(22))
    for number in 1...12 {
      try await relay.send(.deliver(blobID: UInt64(number), envelope: envelope))
    }
    try await relay.send(.heartbeat)
    // The second interval ends 3 s into the wait for a handler.
    await clock.untilAsleep(2)
    clock.advance(by: .seconds(3))
    #expect(try await relay.receive() == .heartbeat)
    for number in 1...12 { #expect(try await session.next()?.id == UInt64(number)) }
    await session.end()
  }

  @Test func `D-16 the time in which nothing was read is not silence`() async throws {
    let (device, relay) = LoopbackLink.pair()
    let session = ReceiveSession(link: device, clock: clock.clock, onAlive: {})
    await session.start()
    #expect(try await relay.receive() == .heartbeat)
    try await pass(25, 1, until: relay)
    for number in 1...12 {
      try await relay.send(.deliver(blobID: UInt64(number), envelope: envelope))
    }
    // From 26 s to 30 s the session waits for the handler; two intervals are over at 80 s.
    await clock.untilAsleep(2)
    clock.advance(by: .seconds(4))
    for number in 1...12 { #expect(try await session.next()?.id == UInt64(number)) }
    try await pass(20, 0, until: relay)
    try await pass(25, 0, until: relay)
    clock.advance(by: .seconds(25))
    await #expect(throws: LinkError(.timedOut)) { _ = try await session.next() }
  }

  @Test func `D-13 D-16 a session that left something behind is followed at once by another`()
    async throws
  {
    let home = try Household(seed: 111)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    while await bob.connection != .connected { await Task.yield() }
    let losses = Collector<Connection>()
    let listening = bob.onEvent { event in
      if case .connectionChanged(.disconnected(let reason)) = event {
        losses.add(.disconnected(reason))
      }
    }
    let (received, mayGoOn) = (Collector<UInt8>(), Collector<Bool>())
    let handling = try await bob.onMessage { message in
      received.add(message.body[0])
      _ = await mayGoOn.first(1)
    }
    defer {
      listening.cancel()
      handling.cancel()
    }
    let filling = ScriptedEntropy(seed: 111)
    for number in 0..<16 { try await alice.send([UInt8(number)] + filling.bytes(count: 60_000)) }
    _ = await received.first(1)
    await home.settle([alice])
    #expect(await home.pass(atMost: 60) { await bob.receiving.session?.isTruncated == true })
    mayGoOn.add(true)
    // The clock stands still: nobody waits before the next session.
    while received.elements.count < 16 && losses.elements.isEmpty { await Task.yield() }
    #expect(received.elements == (0..<16).map { UInt8($0) })
    #expect(losses.elements.isEmpty)
  }

  /// Lets time pass up to the next heartbeat, and some more.
  private func pass(_ seconds: Int, _ more: Int, until relay: LoopbackLink) async throws {
    await clock.untilAsleep(1)
    clock.advance(by: .seconds(seconds))
    try #require(try await relay.receive() == .heartbeat)
    await clock.untilAsleep(1)
    clock.advance(by: .seconds(more))
  }

  @Test func `empty envelopes cannot fill memory`() async throws {
    let (device, relay) = LoopbackLink.pair()
    let session = ReceiveSession(link: device, clock: clock.clock, onAlive: {})
    await session.start()
    let flood = Task {
      for number in 1...5_000 {
        try await relay.send(.deliver(blobID: UInt64(number), envelope: []))
      }
    }
    await clock.untilAsleep(2)
    clock.advance(by: SyncLimits.fullWindowPatience)
    try await flood.value
    var count = 0
    while try await session.next() != nil { count += 1 }
    #expect(count == SyncLimits.receiveWindowByteCount / SyncLimits.receivedBlobByteCount)
    await session.end()
  }
}
