internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealStore
internal import TrueSealTransport

/// The inbound walk: what happens to one blob, in the order of rule D-10.
///
/// 1. Version, layout, recipient, seal, padding, signature: `Inbound`.
/// 2. Its age, for what an old copy could do harm with.
/// 3. Who says it, and whether that device may.
/// 4. Whether it was handled before.
/// 5. Inflating, and what it says.
/// 6. The handler, or the ledger.
/// 7. One transaction with everything it caused; only then may the relay forget it.
extension TrueSeal {
  /// What the relay is told about a blob.
  enum Verdict: Hashable {
    /// It may be forgotten: it was handled, or dropped and reported.
    case acknowledge
    /// It stays in the inbox and comes again in a later session.
    case keep
  }

  func judge(_ envelope: [UInt8]) async throws -> Verdict {
    switch Inbound.opening(envelope, with: keys, of: parts.endToEnd) {
    case .newer(let version): return try hold(envelope, of: version)
    case .older: return dropped(.unreadable(.senderOutdated))
    case .malformed: return dropped(.unreadable(.malformed))
    case .content(let content):
      // This device's own key may say nothing to it, not even what it once said itself (D-11).
      if let issue = Inbound.refusal(
        of: content, now: parts.clock.unixMilliseconds(),
        isAuthorized: content.author != keys.publicKeys.signingKey)
      {
        return dropped(issue)
      }
      // Who ends the group has nothing to hear of it any more (G-03).
      if joinState == .destroying, content.tag != .sync { return .acknowledge }
      hear(content.view, of: content.author)
      switch content.tag {
      case .sync: return try await judgeSync(content)
      case .pair: return judgePair(content)
      case .groupManifest: return try judgeGroupManifest(content)
      case .revoke: return try judgeRevoke(content)
      case .conversation: return try judgeConversation(content)
      default: return dropped(.unreadable(.malformed))
      }
    }
  }

  func dropped(_ issue: DeliveryIssue) -> Verdict {
    issues.post(issue)
    return .acknowledge
  }

  /// Leaves what a later release can read on the relay, up to a limit; beyond it the newest goes (D-15).
  private func hold(_ envelope: [UInt8], of version: UInt16) throws(StoreError) -> Verdict {
    let (hash, now) = (Digest.sha256(envelope), parts.clock.unixMilliseconds())
    let mayWait = try database.write { transaction throws(StoreError) in
      try NewerRecords().note(hash, version: version, at: now, in: transaction)
    }
    guard mayWait else { return dropped(.unreadable(.droppedWhileHeld)) }
    issues.post(.heldForUpgrade(version: version))
    return .keep
  }

  // MARK: Sync

  private func judgeSync(_ content: VerifiedContent) async throws -> Verdict {
    let author: Member
    switch try hearing(of: content) {
    case .listened(let member): author = member
    case .awaited: return try keepForLater(content)
    case .later: return .keep
    case .refused: return dropped(.unauthorized)
    }
    guard let handler, !handler.isCancelled else { return .keep }
    let id = MessageID(author: content.author, sequence: content.sequence)
    let isHandled = try database.read { transaction throws(StoreError) in
      try HandledRecords().contains(id, in: transaction)
    }
    guard !isHandled else { return .acknowledge }
    guard let body = try? content.body(using: inflater) else {
      return dropped(.unreadable(.malformed))
    }
    let message = Message(
      id: id, sender: GroupMember(author), sentAt: content.timestamp, body: body)
    return try await handle(message, with: handler)
  }

  /// Has a message handled, then records its id; what only the record lacks is not handled again (D-12, D-14).
  private func handle(
    _ message: Message, with handler: SetHandler
  ) async throws -> Verdict {
    let identity = keys
    if unrecorded?.id != message.id {
      guard let outcome = try await attempt(message, with: handler) else { return .keep }
      unrecorded = outcome
    }
    guard !isClosed, keys === identity else { return .keep }
    let kept = HandledLifetime.keptUntil(
      handledAt: parts.clock.unixMilliseconds(), sentAt: message.sentAt)
    try database.write { transaction throws(StoreError) in
      try HandledRecords().insert(message.id, keptUntil: kept, in: transaction)
      try AwaitedRecords().remove(message.id, in: transaction)
      try AttemptRecords().remove(message.id, in: transaction)
    }
    if let failure = unrecorded?.failure { issues.post(.handlerGaveUp(message.id, failure)) }
    unrecorded = nil
    return .acknowledge
  }

  /// Calls the handler until it returns or has failed five times; nil when it may not be called again.
  func attempt(
    _ message: Message, with handler: SetHandler
  ) async throws -> UnrecordedMessage? {
    let identity = keys
    while true {
      let count = try countAttempt(at: message.id)
      guard count <= SyncLimits.handlerAttemptsMax else {
        return UnrecordedMessage(
          id: message.id, failure: "the process ended each time while it was handled")
      }
      do {
        receiving.handled.insert(message.id)
        defer { receiving.handled.remove(message.id) }
        try await handler.handle(message, for: ObjectIdentifier(self))
        return UnrecordedMessage(id: message.id, failure: nil)
      } catch {
        guard !isClosed, !receiving.isFinishing, !handler.isCancelled, keys === identity,
          joinState == .member, ending == nil
        else {
          takeBackAttempt(at: message.id)
          return nil
        }
        guard count < SyncLimits.handlerAttemptsMax else {
          return UnrecordedMessage(id: message.id, failure: String(describing: error))
        }
        try await parts.clock.sleep(HandlerAttempts.pause(after: count))
        guard !handler.isCancelled, keys === identity, joinState == .member, ending == nil else {
          return nil
        }
      }
    }
  }

  /// Counts a call of the handler before it is made, so that one which ends the process is counted too (D-14).
  ///
  /// A crash of the machine may lose the count; waiting for the disk here would double what a message costs.
  private func countAttempt(at id: MessageID) throws(StoreError) -> Int {
    let now = parts.clock.unixMilliseconds()
    return try database.note { transaction throws(StoreError) in
      try AttemptRecords().count(id, at: now, in: transaction)
    }
  }

  /// Does not count a call that this client itself cut off: nothing says that its message is to blame.
  func takeBackAttempt(at id: MessageID) {
    guard !isClosed else { return }
    do throws(StoreError) {
      try database.note { transaction throws(StoreError) in
        try AttemptRecords().takeBack(id, in: transaction)
      }
    } catch {
      log(.debug, "a call of the handler stays counted: \(error)")
    }
  }

  // MARK: Pair

  /// A device asks to be admitted; only a proof of the open window's secret is listened to (P-03).
  private func judgePair(_ content: VerifiedContent) -> Verdict {
    guard let body = try? content.body(using: inflater), let request = PairBody(decoding: body),
      request.joiner.signingKey == content.author
    else { return dropped(.unreadable(.malformed)) }
    guard var window, !isKnown(request.joiner),
      request.isProven(to: keys.publicKeys, secret: window.secret)
    else { return dropped(.unauthorized) }
    let outcome = window.receive(JoinRequest(keys: request.joiner, name: request.label.text))
    self.window = window
    switch outcome {
    case .raised(let request): events.post(.joinRequest(request))
    case .repeated: break
    case .full: issues.post(.unauthorized)
    }
    return .acknowledge
  }

  /// Says whether a device was ever in this group, or its receiving key belongs to one that was.
  private func isKnown(_ joiner: DevicePublicKeys) -> Bool {
    let (own, asked) = (keys.publicKeys, [joiner.signingKey, joiner.agreementKey])
    // All keys of a list are different (W-50), so no key may come twice in any of the two roles.
    if asked[0] == asked[1] || asked.contains(own.signingKey) || asked.contains(own.agreementKey) {
      return true
    }
    guard let ledger else { return false }
    return asked.contains { key in
      ledger.everListed(signingKey: key) || ledger.everListed(agreementKey: key)
    }
  }
}
