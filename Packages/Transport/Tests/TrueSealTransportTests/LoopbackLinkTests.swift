import Testing
import TrueSealTransport

@Suite(.timeLimit(.minutes(1))) struct `A loopback` {
  @Test func `carries frames in the order they were sent, both ways`() async throws {
    let (device, relay) = LoopbackLink.pair()
    for number in 1...3 as ClosedRange<UInt64> {
      try await device.send(.deliverAck(blobID: number))
      try await relay.send(.deliver(blobID: number, envelope: [1]))
    }
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(try await relay.receive() == .deliverAck(blobID: number))
      #expect(try await device.receive() == .deliver(blobID: number, envelope: [1]))
    }
  }

  @Test func `holds 64 frames a direction, then the sender waits`() async throws {
    let (device, relay) = LoopbackLink.pair()
    for number in 1...64 as ClosedRange<UInt64> {
      try await device.send(.deliverAck(blobID: number))
    }
    let waiting = Task { try await device.send(.deliverAck(blobID: 65)) }
    waiting.cancel()
    await #expect(throws: LinkError(.cancelled)) { try await waiting.value }

    let late = Task { try await device.send(.deliverAck(blobID: 66)) }
    var read: [UInt64] = []
    while read.count < 65 {
      guard case .deliverAck(let number)? = try await relay.receive() else { break }
      read.append(number)
    }
    try await late.value
    #expect(read == Array(1...64) + [66])
  }

  @Test func `moves thousands of frames between tasks without losing one`() async throws {
    let (device, relay) = LoopbackLink.pair()
    let sending = Task {
      for number in 0..<5_000 as Range<UInt64> {
        try await device.send(.deliverAck(blobID: number))
      }
      device.close()
    }
    var next: UInt64 = 0
    while let frame = try await relay.receive() {
      #expect(frame == .deliverAck(blobID: next))
      next += 1
    }
    try await sending.value
    #expect(next == 5_000)
  }

  @Test func `ends with nil for the peer, once it read what was sent before`() async throws {
    let (device, relay) = LoopbackLink.pair()
    try await device.send(.heartbeat)
    device.close()
    device.close()
    #expect(try await relay.receive() == .heartbeat)
    #expect(try await relay.receive() == nil)
    #expect(try await relay.receive() == nil)
    await #expect(throws: LinkError(.closed)) { try await relay.send(.heartbeat) }
  }

  @Test func `ends with an error for the side that closed`() async throws {
    let (device, relay) = LoopbackLink.pair()
    try await relay.send(.heartbeat)
    device.close()
    await #expect(throws: LinkError(.closed)) { try await device.receive() }
    await #expect(throws: LinkError(.closed)) { try await device.send(.heartbeat) }
    withExtendedLifetime(relay) {}
  }

  @Test func `wakes a waiting receiver of its own with an error`() async {
    let (device, relay) = LoopbackLink.pair()
    let waiting = Task { try await device.receive() }
    await Task.yield()
    device.close()
    await #expect(throws: LinkError(.closed)) { try await waiting.value }
    withExtendedLifetime(relay) {}
  }

  @Test func `wakes a waiting receiver of the peer with nil`() async throws {
    let (device, relay) = LoopbackLink.pair()
    let waiting = Task { try await relay.receive() }
    await Task.yield()
    device.close()
    #expect(try await waiting.value == nil)
  }

  @Test func `wakes a waiting sender when the peer closes`() async throws {
    let (device, relay) = LoopbackLink.pair()
    for _ in 1...64 { try await device.send(.heartbeat) }
    let waiting = Task { try await device.send(.ack) }
    await Task.yield()
    relay.close()
    await #expect(throws: LinkError(.closed)) { try await waiting.value }
  }

  @Test func `closes when an end is dropped`() async throws {
    var (device, relay): (LoopbackLink?, LoopbackLink) = LoopbackLink.pair()
    try await device?.send(.heartbeat)
    device = nil
    #expect(try await relay.receive() == .heartbeat)
    #expect(try await relay.receive() == nil)
  }

  @Test func `loses no frame to a receiver that was cancelled`() async throws {
    let (device, relay) = LoopbackLink.pair()
    for round in 0..<200 as Range<UInt64> {
      let waiting = Task { try await relay.receive() }
      waiting.cancel()
      let early = try? await waiting.value
      #expect(early == nil)
      try await device.send(.deliverAck(blobID: round))
      #expect(try await relay.receive() == .deliverAck(blobID: round))
    }
  }
}

@Suite struct `A link error` {
  @Test func `carries the versions a relay speaks, and is equal by code`() {
    let error = LinkError(.versionUnsupported, "the relay speaks other versions", supported: 2...3)
    #expect(error.supported == 2...3)
    #expect(error == LinkError(.versionUnsupported))
    #expect(error != LinkError(.closed))
    #expect(Set([error, LinkError(.versionUnsupported)]).count == 1)
    #expect(error.description == "LinkError.versionUnsupported: the relay speaks other versions")
  }
}
