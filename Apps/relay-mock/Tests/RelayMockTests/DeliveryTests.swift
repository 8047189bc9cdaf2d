import Synchronization
import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `Delivery` {
  @Test func `RL-02 hands out the blobs of an inbox in arrival order, each once a session`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let device = Device()
    let envelopes = (0..<100).map { [UInt8($0), 7] }
    let answers = try await relay.push(Array(envelopes.prefix(60)), to: device.inbox)
    #expect(answers == Array(repeating: .ack, count: 60))

    let link = try await device.openReceive(at: relay)
    let early = try await Device.blobs(60, from: link)
    try await relay.push(Array(envelopes.suffix(40)), to: device.inbox)
    let late = try await Device.blobs(40, from: link)
    #expect((early + late).map(\.envelope) == envelopes)
    #expect((early + late).map(\.id) == (early + late).map(\.id).sorted())

    // Nothing is repeated: the next frame after 100 blobs is the echo of a heartbeat.
    try await link.send(.heartbeat)
    #expect(try await link.receive() == .heartbeat)
    link.close()
    await relay.stop()
  }

  @Test func `RL-02 repeats what was not acknowledged in a new session only`() async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes)
    let device = Device()
    try await relay.push([[5], [6], [7]], to: device.inbox)
    let first = try await device.openReceive(at: relay)
    let blobs = try await Device.blobs(3, from: first)
    try await first.send(.deliverAck(blobID: blobs[1].id))
    await notes.wait { $0 == .acknowledged(blobID: blobs[1].id, inbox: device.inbox) }
    first.close()

    try await relay.push([[8]], to: device.inbox)
    let second = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(3, from: second).map(\.envelope) == [[5], [7], [8]])
    second.close()
    await relay.stop()
  }

  @Test func `RL-02 does not wait for a DeliverAck before it goes on`() async throws {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let device = Device()
    let envelope = [UInt8](repeating: 3, count: 60_000)
    let count = 3 * RelayLimits.Chosen.deliveryWindowByteCount / envelope.count
    try await relay.push(Array(repeating: envelope, count: count), to: device.inbox)
    let link = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(count, from: link).count == count)
    #expect(try await relay.blobCount(in: device.inbox) == count)
    link.close()
    await relay.stop()
  }

  @Test func `RL-02 W-23 deletes only in the inbox of the session's own key`() async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes)
    let alice = Device()
    let mallory = Device()
    try await relay.push([[1]], to: alice.inbox)
    let hers = try await alice.openReceive(at: relay)
    let blobID = try await Device.blobs(1, from: hers)[0].id
    let theirs = try await mallory.openReceive(at: relay)
    for guess in [blobID, 0, .max, blobID + 1] {
      try await theirs.send(.deliverAck(blobID: guess))
    }
    await notes.wait(for: 4) {
      if case .acknowledged(_, mallory.inbox) = $0 { true } else { false }
    }
    #expect(try await relay.blobCount(in: alice.inbox) == 1)
    try await hers.send(.deliverAck(blobID: blobID))
    await notes.wait { $0 == .acknowledged(blobID: blobID, inbox: alice.inbox) }
    #expect(try await relay.blobCount(in: alice.inbox) == 0)
    hers.close()
    theirs.close()
    await relay.stop()
  }

  @Test func `RL-02 holds a window of a slow reader's blobs in memory and no more`() async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let window = RelayLimits.Chosen.deliveryWindowByteCount
    let seen = Seen()
    let device = Device()
    let inbox = device.inbox
    let parts = RelayParts.on { shelf in
      WatchedShelf(shelf, of: inbox) { byteCountSoFar in
        let deliveredByteCount = notes.all.reduce(0) { sum, note in
          if case .delivered(_, inbox, let byteCount) = note { sum + byteCount } else { sum }
        }
        seen.unwritten.withLock { $0.append(byteCountSoFar - deliveredByteCount) }
      }
    }
    let relay = try await RelayMock.test(in: directory, parts: parts, notes: notes)
    let envelope = [UInt8](repeating: 3, count: 65_000)
    let count = 400
    for _ in 0..<8 {
      try await relay.push(Array(repeating: envelope, count: count / 8), to: device.inbox)
    }
    // A reader that takes one blob and then none: the relay fills the socket and stops.
    let client = try RawClient(port: relay.receivePort)
    try await client.shakeHandsForReceive(as: device.key)
    _ = try await client.receiveFrame()
    // Others are served all the while.
    let other = Device()
    try await relay.push([[1]], to: other.inbox)
    let link = try await other.openReceive(at: relay)
    #expect(try await Device.blobs(1, from: link).count == 1)
    // Then the slow one takes the rest, in order and whole.
    for _ in 1..<count { #expect(try await client.receiveFrame() != nil) }
    let unwritten = seen.unwritten.withLock(\.self)
    #expect(unwritten.count > count * envelope.count / window)
    #expect(unwritten.allSatisfy { $0 == 0 }, "a window was read before the last was written")
    link.close()
    await relay.stop(within: .zero)
  }

  @Test func `RL-02 never gives a blob id out twice, not even after a restart`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    var blobIDs: [UInt64] = []
    for _ in 0..<3 {
      let notes = Notes()
      let relay = try await RelayMock.test(in: directory, notes: notes)
      try await relay.push([[1]], to: device.inbox)
      let link = try await device.openReceive(at: relay)
      let blobID = try await Device.blobs(1, from: link)[0].id
      try await link.send(.deliverAck(blobID: blobID))
      await notes.wait { $0 == .acknowledged(blobID: blobID, inbox: device.inbox) }
      blobIDs.append(blobID)
      link.close()
      await relay.stop()
    }
    #expect(Set(blobIDs).count == 3)
    #expect(blobIDs == blobIDs.sorted())
  }

  @Test func `RL-01 RL-02 keeps every acked blob and its order over two restarts`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    for envelope: [UInt8] in [[1], [2], [3]] {
      let relay = try await RelayMock.test(in: directory)
      #expect(try await relay.push([envelope], to: device.inbox) == [.ack])
      await relay.stop()
    }
    let relay = try await RelayMock.test(in: directory)
    let link = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(3, from: link).map(\.envelope) == [[1], [2], [3]])
    link.close()
    await relay.stop()
  }
}

/// What a shelf that watches has seen.
private final class Seen: Sendable {
  let unwritten = Mutex<[Int]>([])
}
