internal import TrueSealConversation
internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealSessionReset
internal import TrueSealStore
internal import TrueSealTransport

/// What the client remembers of its conversations.
struct ConversingState {
  /// Made for the identity in force when it is first needed.
  var conversations: Conversations?
  var handler: SetHandler?
  /// Whose texts the handler takes; everybody's when nil.
  var handledAuthor: [UInt8]?
  /// A text that was handled or given up, and whose record the disk has not taken yet.
  var unrecorded: UnrecordedMessage?
  /// Handles the texts that wait, as long as there are some.
  var pump: Task<Void, Never>?
  var wake: Task<Void, Never>?
  /// Ends in the outbox of which no copy has left since this client was opened, by the peer's signing key.
  var unsentEnds: [[UInt8]: ConversationMail.UnsentEnd] = [:]
  /// No further text fits; what comes stays on the relay, and comes again in order.
  var isFull = false
}

/// Conversations as part of the client: decide and commit in one transaction, then act (SK-34).
extension TrueSeal {
  /// One call of `Conversations`, with the time in Unix milliseconds.
  typealias Conversing<Result: Sendable> =
    @Sendable (Conversations, UInt64, borrowing Transaction, ConversationMail) throws ->
    Result

  func converse(_ work: Conversing<[ConversationOutcome]>) throws(TrueSealError) {
    try converse { conversations, now, transaction, mail in
      ((), try work(conversations, now, transaction, mail))
    }
  }

  /// Runs a call, stores what it gave with all that it changed, and then has everything follow from it.
  func converse<Result: Sendable>(
    _ work: Conversing<(Result, [ConversationOutcome])>
  ) throws(TrueSealError) -> Result {
    do {
      return try converseUnchecked(work)
    } catch {
      throw Self.storageError(error)
    }
  }

  private func converseUnchecked<Result: Sendable>(
    _ work: Conversing<(Result, [ConversationOutcome])>
  ) throws -> Result {
    let conversations = try ownConversations()
    let now = moment.wallClock
    let (addresses, unsent) = (conversationAddresses, conversing.unsentEnds)
    let (result, outcomes, queued) = try database.write { transaction in
      let mail = ConversationMail(addresses: addresses, unsent: unsent)
      let (result, outcomes) = try work(conversations, now, transaction, mail)
      return (result, outcomes, mail.queued)
    }
    conversing.unsentEnds = queued.unsent
    act(on: outcomes)
    queueExtended(by: queued.entries)
    scheduleConversationWake()
    return result
  }

  private func act(on outcomes: [ConversationOutcome]) {
    for outcome in outcomes {
      let member = ledger?.entry(of: outcome.peer).map { GroupMember($0) }
      for notice in outcome.notices {
        guard let member else { continue }
        events.post(.conversation(ConversationNotice(member: member, kind: .init(notice))))
      }
      for drop in outcome.drops {
        if let reason = UnreadableReason(drop) { issues.post(.unreadable(reason)) }
      }
      for sequence in outcome.expired { textExpired(sequence, for: member) }
    }
    if outcomes.contains(where: { !$0.texts.isEmpty }) { handleLetters() }
  }

  /// Tells of a text that grew too old while it waited for a session (D-05).
  private func textExpired(_ sequence: UInt64, for member: GroupMember?) {
    let id = MessageID(author: keys.publicKeys.signingKey, sequence: sequence)
    issues.post(.sendFailed(id, recipient: member?.id, .expired))
    failedMessages.append(id)
    failedMessages.removeFirst(max(0, failedMessages.count - SyncLimits.rememberedFailuresMax))
    for waiter in waiters.removeValue(forKey: sequence) ?? [] {
      waiter.continuation.resume(returning: .failed)
    }
  }

  /// Has the mail room look at what was queued; a text that waited has its place before what it knows already.
  private func queueExtended(by entries: [Entry]) {
    entriesCommitted(entries)
    for recipient in Set(entries.filter { $0.timestamp != nil }.map(\.recipient)) {
      reloadQueue(of: recipient)
    }
  }

  /// Has one recipient's entries read from the store anew, unless they are held back.
  func reloadQueue(of recipient: [UInt8]) {
    guard !pushing.heldSync.contains(recipient) else { return }
    take(.syncHeld(recipient, at: moment))
    take(.syncReleased(recipient, at: moment))
  }

  // MARK: Receiving

  /// A message of a conversation: read, stored with what it changed, and acknowledged (D-10, D-11).
  func judgeConversation(_ content: VerifiedContent) throws -> Verdict {
    switch try hearing(of: content) {
    case .listened: break
    case .awaited: return try keepForLater(content)
    case .later: return .keep
    case .refused: return dropped(.unauthorized)
    }
    // Once one has stayed behind, all that follow must: they come again in order.
    guard !conversing.isFull else { return .keep }
    let hasRoom = try database.read { transaction throws(StoreError) in
      try LetterRecords().hasRoom(in: transaction)
    }
    guard hasRoom else {
      conversing.isFull = true
      return .keep
    }
    guard let body = try? content.body(using: inflater) else {
      return dropped(.unreadable(.malformed))
    }
    let (author, sequence, sentAt) = (content.author, content.sequence, content.timestamp)
    do {
      try converseUnchecked { conversations, now, transaction, mail in
        let outcome = try conversations.receive(
          body, from: author, at: now, in: transaction, enqueue: mail.enqueue)
        // The text is stored beside the session that has just read it.
        for text in outcome.texts {
          let id = MessageID(author: author, sequence: sequence)
          guard try !HandledRecords().contains(id, in: transaction) else { continue }
          try LetterRecords().append(
            text, from: author, sequence: sequence, sentAt: sentAt, in: transaction)
        }
        return ((), [outcome])
      }
    } catch let error as StoreError where error.code != .damaged {
      throw error
    } catch {
      // Tables that do not fit together stay so; the message must not hold up all that follow.
      log(.warning, "a conversation cannot go on: \(error)")
      return dropped(.unreadable(.malformed))
    }
    return .acknowledge
  }

  // MARK: Time

  /// Has what is due with any member done when its time comes (SK-14).
  func scheduleConversationWake() {
    conversing.wake?.cancel()
    conversing.wake = nil
    guard joinState == .member, ending == nil, !isClosed,
      let conversations = conversing.conversations,
      let next = try? database.read({ transaction throws(StoreError) in
        try conversations.nextWake(in: transaction)
      })
    else { return }
    let (clock, now) = (parts.clock, moment.wallClock)
    let wait = Duration.milliseconds(Int64(clamping: next > now ? next - now : 0))
    conversing.wake = Task { [weak self] in
      guard (try? await clock.sleep(max(wait, SyncLimits.conversationPause))) != nil else { return }
      await self?.tendConversations()
    }
  }

  /// Repeats what was not answered, and gives up what is too old.
  func tendConversations() {
    guard joinState == .member, ending == nil, !isClosed else { return }
    do throws(TrueSealError) {
      try converse { conversations, now, transaction, mail in
        try conversations.clockReached(at: now, in: transaction, enqueue: mail.enqueue)
      }
    } catch {
      log(.warning, "what conversations need has to wait: \(error)")
      let clock = parts.clock
      conversing.wake = Task { [weak self] in
        guard (try? await clock.sleep(SyncLimits.upkeepRetryPause)) != nil else { return }
        await self?.tendConversations()
      }
    }
  }

  func stopConversing() {
    conversing.wake?.cancel()
    conversing.pump?.cancel()
    conversing.wake = nil
    conversing.pump = nil
  }

  // MARK: What every call needs

  /// The conversations of the identity in force.
  func ownConversations() throws(TrueSealError) -> Conversations {
    if let conversations = conversing.conversations { return conversations }
    do {
      let conversations = try Conversations(
        identity: keys.signing, policy: parts.resetPolicy, entropy: parts.entropy)
      conversing.conversations = conversations
      return conversations
    } catch {
      throw .storage(.damaged)
    }
  }

  private var conversationAddresses: [[UInt8]: [UInt8]] {
    var addresses: [[UInt8]: [UInt8]] = [:]
    for member in ledger?.current?.manifest.members ?? [] {
      addresses[member.signingKey] = member.agreementKey
    }
    addresses[keys.publicKeys.signingKey] = nil
    return addresses
  }

  /// Runs a call that may come too late; false when it did.
  func converseUnlessTooLate(
    _ work: Conversing<ConversationOutcome>
  ) throws(TrueSealError) -> Bool {
    do {
      try converseUnchecked { conversations, now, transaction, mail in
        ((), [try work(conversations, now, transaction, mail)])
      }
      return true
    } catch let error as SessionResetError where [.tooLate, .nothingHeld].contains(error.code) {
      return false
    } catch {
      throw Self.storageError(error)
    }
  }

  /// The errors of a call as an app knows them.
  static func storageError(_ error: any Error) -> TrueSealError {
    switch error {
    case let error as TrueSealError: error
    case let error as StoreError: TrueSealError(error)
    case let error as SessionResetError where error.code == .waitingFull: .storage(.full)
    default: .storage(.damaged)
    }
  }
}
