import Synchronization
import TrueSealRelayLink
import TrueSealTransport

/// One Receive Session: hands out the blobs of an inbox in arrival order, each once.
///
/// One task reads DeliverAcks and heartbeats, another writes; neither waits for the other. The
/// writer reads a window of blobs from the store and asks for more only when those are with the
/// socket, so a device that reads slowly costs one window of memory.
final class ReceiveSession: Sendable {
  private struct State {
    var owedEchoCount = 0
    var isOver = false
    var lastWord: RefusalCode?
  }

  private let link: NoiseLink
  private let house: House
  private let inbox: [UInt8]
  private let bell = Bell()
  private let state = Mutex(State())
  private let deletions = Budget(limit: RelayLimits.Chosen.waitingDeletionCountMax)

  init(_ link: NoiseLink, inbox: [UInt8], in house: House) {
    self.link = link
    self.inbox = inbox
    self.house = house
  }

  /// Runs to the end of the session.
  func run() async {
    house.note(.receiveOpened(inbox: inbox))
    house.doorbells.hang(bell, at: inbox)
    await withDiscardingTaskGroup { group in
      group.addTask { await self.write() }
      await read()
    }
    house.doorbells.remove(bell, from: inbox)
    house.note(.receiveClosed(inbox: inbox))
  }

  /// Delivers nothing more and ends.
  func windDown() { end() }

  private func end(saying lastWord: RefusalCode? = nil) {
    state.withLock { state in
      state.isOver = true
      state.lastWord = state.lastWord ?? lastWord
    }
    bell.ring()
  }

  private var isOver: Bool { state.withLock(\.isOver) }

  private func read() async {
    while !isOver {
      let message: [UInt8]?
      do throws(LinkError) {
        message = try await link.receiveMessage()
      } catch {
        break
      }
      guard let message else { break }
      switch try? Frame(decoding: message, from: .device, on: .receive) {
      case .heartbeat:
        state.withLock { $0.owedEchoCount += 1 }
        bell.ring()
      case .deliverAck(let blobID):
        await acknowledge(blobID)
      case .push, .deliver, .ack, .error, nil:
        return end(saying: .protocolError)
      }
    }
    end()
  }

  private func acknowledge(_ blobID: UInt64) async {
    switch house.strike(at: .acknowledgement, key: inbox) {
    case .cut: return link.close()
    case .withhold: return
    case .refuse, .lose, .double, .delay, nil: break
    }
    await deletions.take(1)
    house.commits.acknowledge(blobID, in: inbox) { [self] in
      deletions.giveBack(1)
      house.note(.acknowledged(blobID: blobID, inbox: inbox))
    }
  }

  private func write() async {
    do throws(LinkError) {
      var cursor: UInt64 = 0
      while !isOver {
        try await echo()
        guard let blobs = await page(after: cursor), let last = blobs.last else {
          await bell.wait()
          continue
        }
        cursor = last.id
        guard try await deliver(blobs) else { break }
      }
      try await echo()
      await link.finish(with: state.withLock(\.lastWord).map(Frame.error))
    } catch {
      link.close()
    }
  }

  private func page(after cursor: UInt64) async -> [Blob]? {
    do throws(RelayError) {
      return try await house.commits.read { [inbox] shelf throws(RelayError) in
        try shelf.blobs(
          in: inbox, after: cursor, byteCountMax: RelayLimits.Chosen.deliveryWindowByteCount)
      }
    } catch {
      house.note(.storeFailed(error.description))
      end()
      return nil
    }
  }

  /// Hands a window of blobs to the socket, a write's worth at a time; false when a fault has
  /// broken the line.
  private func deliver(_ blobs: [Blob]) async throws(LinkError) -> Bool {
    var batch: [Blob] = []
    var byteCount = 0
    for blob in blobs {
      if isOver { break }
      switch house.strike(at: .delivery, key: inbox) {
      case .cut:
        try await send(batch)
        link.close()
        return false
      case .withhold: continue
      case .double: batch += [blob, blob]
      case .delay(let milliseconds):
        try await send(batch)
        batch = []
        await wait(milliseconds)
        batch.append(blob)
      case .refuse, .lose, nil: batch.append(blob)
      }
      byteCount += blob.envelope.count
      guard byteCount >= RelayLimits.Chosen.deliveryBatchByteCount else { continue }
      try await send(batch)
      try await echo()
      batch = []
      byteCount = 0
    }
    try await send(batch)
    return true
  }

  /// Waits, answering heartbeats meanwhile, so that the device stays.
  private func wait(_ milliseconds: Int) async {
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    while !isOver, clock.now < end {
      try? await clock.sleep(until: min(end, clock.now + .milliseconds(100)))
      guard (try? await echo()) != nil else { return }
    }
  }

  private func send(_ blobs: [Blob]) async throws(LinkError) {
    guard !blobs.isEmpty else { return }
    try await link.send(blobs.map { .deliver(blobID: $0.id, envelope: $0.envelope) })
    for blob in blobs {
      house.note(.delivered(blobID: blob.id, inbox: inbox, byteCount: blob.envelope.count))
    }
  }

  private func echo() async throws(LinkError) {
    let owed = state.withLock { state in
      defer { state.owedEchoCount = 0 }
      return state.owedEchoCount
    }
    for _ in 0..<owed { try await link.send(.heartbeat) }
  }
}
