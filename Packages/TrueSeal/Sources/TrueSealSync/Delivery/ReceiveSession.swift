internal import TrueSealTransport

/// One Receive Session: keeps it alive, and hands out what the relay delivers in order.
///
/// It reads ahead of the message being handled by a bounded number of bytes, so that heartbeats keep being seen
/// while a handler runs. Source: rules D-10, D-16.
actor ReceiveSession {
  /// What waits in the inbox.
  struct Blob: Hashable, Sendable {
    let id: UInt64
    let envelope: [UInt8]
  }

  private let link: any Link
  private let clock: Clock
  private let onAlive: @Sendable () async -> Void
  private let onFailure: @Sendable (LinkError) async -> Void
  private var waiting: [Blob] = []
  private var waitingByteCount = 0
  private var failure: LinkError?
  private var isOver = false
  private var reader: CheckedContinuation<Void, Never>?
  private var consumer: CheckedContinuation<Void, Never>?
  private var lastEcho: Duration
  private var isAlive = false
  /// Something that came was not kept, so all that follows must come again in a later session.
  private(set) var isTruncated = false
  /// How many blobs have come.
  private(set) var blobCount = 0
  private var tasks: [Task<Void, Never>] = []

  /// Takes over an open link.
  ///
  /// `onAlive` is called once, at the first heartbeat that comes back; `onFailure` when the line breaks, however
  /// long what came before it still takes to be handled.
  init(
    link: any Link, clock: Clock, onAlive: @escaping @Sendable () async -> Void,
    onFailure: @escaping @Sendable (LinkError) async -> Void = { _ in }
  ) {
    self.link = link
    self.clock = clock
    self.onAlive = onAlive
    self.onFailure = onFailure
    lastEcho = clock.now()
  }

  /// Begins to read and to send heartbeats.
  func start() {
    tasks = [Task { await self.read() }, Task { await self.beat() }]
  }

  /// The next blob; nil when the relay ended the session.
  func next() async throws(LinkError) -> Blob? {
    while waiting.isEmpty && !isOver && !isTruncated {
      await withCheckedContinuation { consumer = $0 }
    }
    guard !waiting.isEmpty else {
      if let failure { throw failure }
      return nil
    }
    let blob = waiting.removeFirst()
    waitingByteCount -= Self.cost(of: blob)
    reader?.resume()
    reader = nil
    return blob
  }

  /// Whether everything that came was handed out.
  var isEmpty: Bool { waiting.isEmpty && reader == nil }

  /// Tells the relay that it may forget a blob.
  func acknowledge(_ blob: Blob) async throws(LinkError) {
    try await link.send(.deliverAck(blobID: blob.id))
  }

  /// Ends the session; `next()` then hands out nothing more.
  func end(_ reason: LinkError? = nil) {
    guard !isOver else { return }
    isOver = true
    failure = reason
    if let reason { Task { [onFailure] in await onFailure(reason) } }
    if reason == nil {
      waiting = []
      waitingByteCount = 0
    }
    link.close()
    for task in tasks { task.cancel() }
    consumer?.resume()
    consumer = nil
    reader?.resume()
    reader = nil
  }

  private func read() async {
    do throws(LinkError) {
      while !isOver {
        guard let frame = try await link.receive() else { return end(LinkError(.closed)) }
        switch frame {
        case .deliver(let id, let envelope): await admit(Blob(id: id, envelope: envelope))
        case .heartbeat: await echoed()
        case .error: return end(LinkError(.closed, "the relay ended the session with an error"))
        case .push, .ack, .deliverAck:
          return end(LinkError(.malformed, "a frame of the other session or direction"))
        }
      }
    } catch {
      end(error)
    }
  }

  private func admit(_ blob: Blob) async {
    blobCount += 1
    if waitingByteCount >= SyncLimits.receiveWindowByteCount { await waitForRoom() }
    guard !isOver, !isTruncated else { return }
    waiting.append(blob)
    waitingByteCount += Self.cost(of: blob)
    consumer?.resume()
    consumer = nil
  }

  /// Lets the relay wait a little for a handler; a line that is held up for long would be cut.
  private func waitForRoom() async {
    let patience = Task { [clock] in
      guard (try? await clock.sleep(SyncLimits.fullWindowPatience)) != nil else { return }
      self.loseThread()
    }
    while waitingByteCount >= SyncLimits.receiveWindowByteCount && !isOver && !isTruncated {
      await withCheckedContinuation { reader = $0 }
    }
    patience.cancel()
    // Time in which nothing was read says nothing about the relay.
    lastEcho = clock.now()
  }

  private func loseThread() {
    guard waitingByteCount >= SyncLimits.receiveWindowByteCount, reader != nil else { return }
    isTruncated = true
    reader?.resume()
    reader = nil
  }

  private static func cost(of blob: Blob) -> Int {
    blob.envelope.count + SyncLimits.receivedBlobByteCount
  }

  private func echoed() async {
    lastEcho = clock.now()
    guard !isAlive else { return }
    isAlive = true
    await onAlive()
  }

  private func beat() async {
    while !isOver {
      do {
        try await link.send(.heartbeat)
        try await clock.sleep(SyncLimits.heartbeatInterval)
      } catch {
        if let failure = error as? LinkError { end(failure) }
        return
      }
      // While the reader waits for room it cannot see an echo that has come.
      if reader == nil, clock.now() - lastEcho >= SyncLimits.heartbeatInterval * 2 {
        end(LinkError(.timedOut, "no heartbeat came back within two intervals"))
      }
    }
  }
}
