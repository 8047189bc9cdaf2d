internal import TrueSealOutbox
internal import TrueSealTransport

/// What the receiving side remembers between sessions.
struct ReceivingState {
  var session: ReceiveSession?
  /// Counts the sessions; what an older one says of the line no longer counts.
  var number = 0
  /// The next session is opened at once: the last one was ended on purpose, to be judged again (D-13).
  var renewsAtOnce = false
  var pause = Pause(policy: .reconnect)
  /// A blob is in hand: being judged, recorded or acknowledged.
  var isTaking = false
  /// The messages the app's handlers have in hand: one of `Sync`, and one of conversations.
  var handled: Set<MessageID> = []
  /// A handler of the app runs.
  var isHandling: Bool { !handled.isEmpty }
  /// The inbox was empty since the session in use was opened.
  var isDrained = false
  /// A message stays unacknowledged until its author's admission is known (D-17).
  var isAwaiting = false
  /// No further blob is taken.
  var isFinishing = false
  var finishers: [CheckedContinuation<Void, Never>] = []
}

/// Keeping a Receive Session open.
extension TrueSeal {
  func start(hearing endings: [EndingRecords.Ending]) throws(TrueSealError) {
    for ending in endings { post(ending) }
    shownMembers = members
    try beginPushing()
    finishMembership()
    scheduleUpkeep()
    if joinState == .member {
      _ = try ownConversations()
      scheduleConversationWake()
    }
    tasks = [
      Task { await self.keepReceiving() },
      Task { await self.keepPruning() },
    ]
  }

  /// Ends the session in use and opens another, so that what lies in the inbox comes again in order.
  ///
  /// A blob in hand is finished and acknowledged first.
  func renewReceiving() {
    guard let session = receiving.session else { return }
    receiving.renewsAtOnce = true
    receiving.session = nil
    guard !receiving.isTaking else { return }
    Task { await session.end() }
  }

  func stopReceiving() {
    guard let session = receiving.session else { return }
    receiving.session = nil
    Task { await session.end() }
  }

  func setConnection(_ state: Connection) {
    guard connectionState != state else { return }
    connectionState = state
    events.post(.connectionChanged(state))
  }

  private func keepReceiving() async {
    while !isClosed {
      setConnection(.connecting)
      let ended = await receiveOnce()
      guard !isClosed else { return }
      if receiving.renewsAtOnce {
        receiving.renewsAtOnce = false
        continue
      }
      setConnection(ended)
      guard (try? await parts.clock.sleep(pauseBeforeReconnecting(after: ended))) != nil else {
        return
      }
    }
  }

  private func pauseBeforeReconnecting(after ended: Connection) -> Duration {
    if case .relayVersionUnsupported = ended { return SyncLimits.unsupportedRelayPause }
    let now = parts.clock.now()
    receiving.pause.begin(at: now, jitter: jitter)
    return (receiving.pause.end ?? now) - now
  }

  /// Opens a session and takes what comes until it ends; says how it ended.
  private func receiveOnce() async -> Connection {
    do {
      let identity = keys
      let link = try await parts.connectReceive(identity)
      guard !isClosed, identity === keys else {
        link.close()
        receiving.renewsAtOnce = true
        return .disconnected(.idle)
      }
      let session = session(over: link)
      receiving.session = session
      restartJoinWait()
      beginDraining()
      setConnection(.connected)
      await session.start()
      let watch = Task { await self.watchForQuiet(of: session) }
      defer {
        watch.cancel()
        sessionEnded(session)
      }
      do {
        try advancePruningTime()
        try await takeBlobs(from: session)
        if await session.isTruncated, receiving.session === session {
          receiving.renewsAtOnce = true
        }
        await session.end()
        return .disconnected(.closedByRelay)
      } catch {
        await session.end()
        throw error
      }
    } catch let error as LinkError {
      if error.code != .closed { log(.notice, "the Receive Session ended: \(error)") }
      return Connection(error)
    } catch {
      // The disk refused; the blob stays unacknowledged and comes again in the next session.
      log(.warning, "receiving stopped: \(error)")
      return .disconnected(.idle)
    }
  }

  private func sessionEnded(_ session: ReceiveSession) {
    notePresence()
    receiving.isDrained = false
    if receiving.session === session { receiving.session = nil }
  }

  private func session(over link: any Link) -> ReceiveSession {
    receiving.number += 1
    let number = receiving.number
    return ReceiveSession(
      link: link, clock: parts.clock,
      onAlive: { [weak self] in await self?.sessionIsAlive() },
      onFailure: { [weak self] error in await self?.sessionBroke(number, error) })
  }

  /// Says at once that the line broke, even while a handler runs.
  private func sessionBroke(_ number: Int, _ error: LinkError) {
    guard number == receiving.number, receiving.session != nil, !isClosed else { return }
    setConnection(Connection(error))
  }

  private func takeBlobs(from session: ReceiveSession) async throws {
    // In order to be judged again, everything must come again: a session that was replaced has no say.
    while receiving.session === session, let blob = try await session.next(),
      receiving.session === session, !receiving.isFinishing
    {
      receiving.isTaking = true
      defer { blobTaken() }
      guard try await judge(blob.envelope) == .acknowledge else { continue }
      guard !isClosed else { return }
      try await session.acknowledge(blob)
    }
  }

  private func sessionIsAlive() {
    receiving.pause.forgive()
    relayHeard()
  }
}

extension Connection {
  /// How a session that failed looks to an app.
  init(_ error: LinkError) {
    switch error.code {
    case .versionUnsupported:
      guard let range = error.supported else {
        self = .disconnected(.protocolError)
        return
      }
      self = .relayVersionUnsupported(min: range.lowerBound, max: range.upperBound)
    case .wrongRelayKey: self = .disconnected(.wrongRelayKey)
    case .timedOut: self = .disconnected(.timedOut)
    case .unreachable: self = .disconnected(.unreachable)
    case .closed: self = .disconnected(.closedByRelay)
    default: self = .disconnected(.protocolError)
    }
  }
}
