import Dispatch
import Synchronization
import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `The shared commit` {
  @Test func `RL-01 sends no Ack before its push is committed`() async throws {
    let directory = try TemporaryDirectory()
    let (relay, shelf) = try await RelayMock.gated(in: directory)
    let device = Device()
    let client = try RawClient(port: relay.pushPort)
    try await client.shakeHandsForPush(with: relay.address.relayKey)
    client.send(try client.sealed(Frame.push(recipient: device.inbox, envelope: [1]).encoded()))
    await shelf.waitForCommit()
    // A whole round trip through the relay later there is still no answer.
    let witness = try RawClient(port: relay.pushPort)
    try await witness.shakeHandsForPush(with: relay.address.relayKey)
    witness.send(try witness.sealed([1, 0, 0, 0, 0]))
    #expect(try await witness.receiveFrame() == .error(.malformed))
    #expect(client.isSilent)
    shelf.open()
    #expect(try await client.receiveFrame() == .ack)
    #expect(try await relay.blobCount(in: device.inbox) == 1)
    await relay.stop(within: .zero)
  }

  @Test func `RL-01 commits the pushes of many connections at once`() async throws {
    let directory = try TemporaryDirectory()
    let (relay, shelf) = try await RelayMock.gated(in: directory)
    let device = Device()
    var links: [NoiseLink] = []
    for _ in 0..<20 { links.append(try await relay.openPush()) }
    try await links[0].send(.push(recipient: device.inbox, envelope: [0]))
    await shelf.waitForCommit()
    for (place, link) in links.enumerated().dropFirst() {
      try await link.send(.push(recipient: device.inbox, envelope: [UInt8(place)]))
    }
    while relay.house.commits.waitingPushCount < 19 { await Task.yield() }
    shelf.open()
    for link in links { #expect(try await link.receive() == .ack) }
    #expect(shelf.batches.map(\.count) == [1, 19])
    for link in links { link.close() }
    await relay.stop()
  }

  @Test(arguments: [
    (RelayError(.storeFull), RefusalCode.unavailable),
    (RelayError(.storeUnusable), RefusalCode.internalError),
  ])
  func `RL-01 W-21 refuses for now, and never acks, what could not be committed`(
    failure: RelayError, code: RefusalCode
  ) async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let (relay, shelf) = try await RelayMock.gated(in: directory, notes: notes)
    shelf.open()
    let device = Device()
    #expect(try await relay.push([[1]], to: device.inbox) == [.ack])
    let session = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(1, from: session).map(\.envelope) == [[1]])
    shelf.fail(with: failure)
    let failed = try await relay.push([[2], [3]], to: device.inbox)
    #expect(failed == [.error(code), .error(code)])
    // Stored blobs are delivered all the while.
    let another = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(1, from: another).map(\.envelope) == [[1]])
    shelf.fail(with: nil)
    #expect(try await relay.push([[4]], to: device.inbox) == [.ack])
    #expect(try await Device.blobs(1, from: session).map(\.envelope) == [[4]])
    #expect(notes.all.count { $0 == .storeFailed(failure.description) } == 1)
    session.close()
    another.close()
    await relay.stop()
  }

  @Test func `makes the deletions alone when there is no room for the pushes`() async throws {
    let shelf = FullShelf()
    let commits = CommitQueue(
      shelf: shelf, doorbells: Doorbells(), wallClock: { 0 }, note: { _ in })
    let lane = PushLane()
    let isBusy = Bell()
    let letGo = DispatchSemaphore(value: 0)
    await withDiscardingTaskGroup { group in
      group.addTask {
        try? await commits.read { _ in
          isBusy.ring()
          letGo.wait()
        }
      }
      await isBusy.wait()
      await commits.submit(
        .init(recipient: [1], envelope: [1], refusal: nil, lane: lane, ticket: lane.join()))
      await withCheckedContinuation { done in
        commits.acknowledge(7, in: [1]) { done.resume() }
        letGo.signal()
      }
    }
    let deletion = InboxChange.acknowledge(blobID: 7, inbox: [1])
    #expect(shelf.batches.map(\.count) == [2, 1])
    #expect(shelf.batches.last == [deletion])
    #expect(await lane.answers()?.map(\.verdict) == [.refused(.unavailable)])
    await commits.close()
  }
}

/// A shelf with no room for another blob.
private final class FullShelf: InboxShelf {
  private let asked = Mutex<[[InboxChange]]>([])

  var batches: [[InboxChange]] { asked.withLock(\.self) }

  func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64] {
    asked.withLock { $0.append(changes) }
    for case .hold in changes { throw RelayError(.storeFull) }
    return []
  }

  func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob] { [] }

  func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int { 0 }

  func probe() throws(RelayError) {}

  func close() {}
}
