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
