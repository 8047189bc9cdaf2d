public import TrueSealCrypto
internal import TrueSealStore
public import TrueSealStoreTesting
public import TrueSealSync
public import TrueSealTransport

/// A relay inside the test's own process: inboxes in memory, sessions without encryption, faults on request.
///
/// It keeps the order of arrival, hands each blob out once a session, and forgets what was acknowledged. It counts
/// every fault it has injected, so that a test can say the fault it asked for took place.
public actor LoopbackRelay {
  /// How often each fault has struck.
  public struct FaultCounts: Hashable, Sendable {
    /// Pushes refused with a code.
    public var refused = 0
    /// Pushes stored whose Ack was withheld.
    public var withheld = 0
    /// Sessions cut.
    public var cut = 0
  }

  private struct Blob {
    let id: UInt64
    let envelope: [UInt8]
  }

  private struct Receiver {
    let link: LoopbackLink
    let signal: AsyncStream<Void>.Continuation
  }

  private struct PlannedRefusal {
    let pushNumber: Int
    let code: RefusalCode
  }

  private var inboxes: [[UInt8]: [Blob]] = [:]
  private var receivers: [[UInt8]: [UInt64: Receiver]] = [:]
  private var pushLinks: [UInt64: LoopbackLink] = [:]
  private var nextBlob: UInt64 = 1
  private var nextSession: UInt64 = 1
  private var isOnline = true
  private var plannedRefusals: [PlannedRefusal] = []
  private var plannedCuts: Set<Int> = []
  private var plannedSilences: Set<Int> = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Pushes that have arrived, refused ones included.
  public private(set) var pushCount = 0
  /// Push Sessions that have been opened.
  public private(set) var pushSessionCount = 0
  /// How often each fault has struck.
  public private(set) var faultCounts = FaultCounts()

  /// A relay with empty inboxes.
  public init() {}

  // MARK: What a test asks of it

  /// Takes the relay off the network: sessions end and none opens.
  public func goOffline() {
    isOnline = false
    closeAll()
  }

  /// Puts the relay back; inboxes are as they were.
  public func goOnline() { isOnline = true }

  /// Ends every session; new ones open at once.
  public func cutSessions() {
    faultCounts.cut += receivers.values.reduce(0) { $0 + $1.count } + pushLinks.count
    closeAll()
  }

  /// Refuses push number `number`, counted from 1 over the relay's life, with a code.
  public func refuse(push number: Int, with code: RefusalCode) {
    plannedRefusals.append(PlannedRefusal(pushNumber: number, code: code))
  }

  /// Ends a session without an Ack after it stored push number `number`, or the first stored one that follows.
  public func cut(atPush number: Int) { plannedCuts.insert(number) }

  /// Stores push number `number` and never answers it.
  public func withholdAck(ofPush number: Int) { plannedSilences.insert(number) }

  /// The envelopes that wait for a device, oldest first.
  public func inbox(of agreementKey: [UInt8]) -> [[UInt8]] {
    (inboxes[agreementKey] ?? []).map(\.envelope)
  }

  /// Lays an envelope in an inbox as if a device had pushed it.
  public func place(_ envelope: [UInt8], for agreementKey: [UInt8]) {
    inboxes[agreementKey, default: []].append(Blob(id: nextBlob, envelope: envelope))
    nextBlob += 1
    for receiver in (receivers[agreementKey] ?? [:]).values { receiver.signal.yield() }
    stirred()
  }

  /// Returns when `holds` is true of the relay; asked again at each push and acknowledgement.
  public func until(_ holds: @Sendable (isolated LoopbackRelay) -> Bool) async {
    while !holds(self) {
      await withCheckedContinuation { watchers.append($0) }
    }
  }

  // MARK: What a client's parts ask of it

  /// Opens a Receive Session for the device with that key.
  public func openReceive(for agreementKey: [UInt8]) throws(LinkError) -> any Link {
    guard isOnline else { throw LinkError(.unreachable, "the relay is off the network") }
    let (device, relay) = LoopbackLink.pair()
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let session = newSession()
    receivers[agreementKey, default: [:]][session] = Receiver(link: relay, signal: signal)
    signal.yield()
    Task { await self.deliver(to: agreementKey, over: relay, at: signals) }
    Task {
      await self.serveReceiver(relay, of: agreementKey)
      self.receivers[agreementKey]?[session] = nil
      signal.finish()
    }
    return device
  }

  /// Opens a Push Session for somebody.
  public func openPush() throws(LinkError) -> any Link {
    guard isOnline else { throw LinkError(.unreachable, "the relay is off the network") }
    let (device, relay) = LoopbackLink.pair()
    let session = newSession()
    pushSessionCount += 1
    pushLinks[session] = relay
    Task {
      await self.servePusher(relay)
      self.pushLinks[session] = nil
    }
    return device
  }

  // MARK: Serving

  private func newSession() -> UInt64 {
    nextSession += 1
    return nextSession
  }

  private func closeAll() {
    for receiver in receivers.values.flatMap(\.values) { receiver.link.close() }
    for link in pushLinks.values { link.close() }
  }

  private func stirred() {
    for watcher in watchers { watcher.resume() }
    watchers = []
  }

  private func deliver(
    to key: [UInt8], over link: LoopbackLink, at signals: AsyncStream<Void>
  ) async {
    var last: UInt64 = 0
    for await _ in signals {
      while let blob = inboxes[key]?.first(where: { $0.id > last }) {
        last = blob.id
        guard (try? await link.send(.deliver(blobID: blob.id, envelope: blob.envelope))) != nil
        else { return }
      }
    }
  }

  private func serveReceiver(_ link: LoopbackLink, of key: [UInt8]) async {
    while let frame = try? await link.receive() {
      switch frame {
      case .heartbeat: try? await link.send(.heartbeat)
      case .deliverAck(let id):
        inboxes[key]?.removeAll { $0.id == id }
        stirred()
      default:
        link.close()
        return
      }
    }
    link.close()
  }

  private func servePusher(_ link: LoopbackLink) async {
    var refused: [[UInt8]: RefusalCode] = [:]
    while let frame = try? await link.receive() {
      guard case .push(let recipient, let envelope) = frame else { break }
      pushCount += 1
      if let code = refusal(of: pushCount, for: recipient, refused: &refused) {
        stirred()
        guard (try? await link.send(.error(code))) != nil else { break }
        continue
      }
      place(envelope, for: recipient)
      if plannedSilences.remove(pushCount) != nil {
        faultCounts.withheld += 1
        continue
      }
      if let planned = plannedCuts.first(where: { $0 <= pushCount }) {
        plannedCuts.remove(planned)
        faultCounts.cut += 1
        break
      }
      guard (try? await link.send(.ack)) != nil else { break }
    }
    link.close()
  }

  /// The code for a push that is refused; a temporary one holds for the recipient and the session (W-20).
  private func refusal(
    of number: Int, for recipient: [UInt8], refused: inout [[UInt8]: RefusalCode]
  ) -> RefusalCode? {
    if let code = refused[recipient] { return code }
    guard let index = plannedRefusals.firstIndex(where: { $0.pushNumber == number }) else {
      return nil
    }
    let code = plannedRefusals.remove(at: index).code
    faultCounts.refused += 1
    if !code.isPermanent { refused[recipient] = code }
    return code
  }
}

extension LoopbackRelay {
  /// Parts for a client that talks to this relay and keeps its state in `directory`, on a disk that can fail if
  /// there is one, sealed with `storeKey` if there is one.
  public nonisolated func parts(
    directory: String, disk: TestDisk? = nil, clock: Clock = .system, entropy: Entropy = .system,
    storeKey: [UInt8]? = nil, log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) -> Parts {
    let cipher = storeKey.map { CellCipher(storeKey: $0) }
    return Parts(
      openDatabase: { schema throws(StoreError) in
        if let disk {
          return try disk.open(
            directory: directory, name: "default", schema: schema, cipher: cipher)
        }
        return try Database.open(
          directory: directory, name: "default", schema: schema, cipher: cipher)
      },
      connectReceive: { keys async throws(LinkError) -> any Link in
        try await self.openReceive(for: keys.publicKeys.agreementKey)
      },
      connectPush: { () async throws(LinkError) -> any Link in try await self.openPush() },
      clock: clock, entropy: entropy, log: log)
  }
}
