internal import TrueSealConversation
internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutboxStore
internal import TrueSealSessionReset
internal import TrueSealStore

/// Conversations with single members, with forward secrecy.
extension TrueSeal {
  /// The conversation with another member; its first session is asked for if there is none and nobody has (SK-02).
  ///
  /// Works offline. The other device agrees by itself as soon as it hears of it; its app need not do anything.
  /// - Parameter memberID: an id from `members`.
  /// - Throws: `closed`, `notMember` unless the status is `member`, `memberNotFound`, `storage`.
  public func conversation(with memberID: String) throws(TrueSealError) -> Conversation {
    let peer = try conversationPeer(memberID)
    try converse { conversations, now, transaction, mail in
      let status = try conversations.status(of: peer.signingKey, in: transaction)
      guard status.active == nil, status.phase == .none, !status.awaitsApproval else { return [] }
      return [
        try conversations.start(
          with: peer.signingKey, at: now, in: transaction, enqueue: mail.enqueue)
      ]
    }
    return Conversation(member: GroupMember(peer), client: self)
  }

  /// Replaces the session with another member, whatever state it is in (SR-10, SK-12, SK-13).
  ///
  /// - Throws: `closed`, `notMember` unless the status is `member`, `memberNotFound`, `storage`.
  public func resetSession(with memberID: String) throws(TrueSealError) {
    let peer = try conversationPeer(memberID).signingKey
    try converse { conversations, now, transaction, mail in
      [try conversations.start(with: peer, at: now, in: transaction, enqueue: mail.enqueue)]
    }
  }

  /// Sets the one function that handles the texts of conversations; those that wait come to it in order.
  ///
  /// It is awaited and tried again as the one of `onMessage` is, and may run at the same time as that one.
  /// - Parameter memberID: whose texts it takes, those of others wait; everybody's when nil.
  /// - Throws: `closed`, `memberNotFound` for an id that is none, `messageHandlerAlreadySet`.
  public func onConversationMessage(
    of memberID: String? = nil, _ handler: @escaping MessageHandler
  ) throws(TrueSealError) -> Subscription {
    try checkOpen()
    guard conversing.handler?.isCancelled ?? true else { throw .messageHandlerAlreadySet }
    var author: [UInt8]?
    if let memberID {
      guard let id = try? MemberID(parsing: memberID) else { throw .memberNotFound }
      author = id.signingKey
    }
    let handler = SetHandler(handler)
    conversing.handler = handler
    conversing.handledAuthor = author
    handleLetters()
    return Subscription { handler.cancel() }
  }

  /// Where every conversation stands that this device has had, sorted by the members' ids.
  ///
  /// - Throws: `closed`, `notMember` unless the status is `member`, `storage`.
  public func conversations() throws(TrueSealError) -> [ConversationReport] {
    try checkOpen()
    guard joinState == .member, ending == nil else { throw .notMember(status) }
    let conversations = try ownConversations()
    let peers = try stored { database throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        try conversations.peers(in: transaction)
      }
    }
    let members = ledger?.current?.manifest.members ?? []
    return try peers.compactMap { peer in members.first { $0.signingKey == peer } }
      .map { member throws(TrueSealError) in try report(on: member) }
      .sorted { $0.member.id < $1.member.id }
  }

  // MARK: What a Conversation calls

  func send(
    _ body: [UInt8], inConversationWith memberID: String
  ) throws(TrueSealError) -> MessageID {
    let peer = try conversationPeer(memberID).signingKey
    guard body.count <= SyncLimits.textByteCountMax else {
      throw .payloadTooLarge(max: SyncLimits.textByteCountMax)
    }
    let own = keys.publicKeys.signingKey
    let sent = try converse { conversations, now, transaction, mail in
      let sequence = try SequenceRecord().next(in: transaction)
      let outcome = try conversations.send(
        body, reference: sequence,
        expiry: now + UInt64(SyncLimits.sendLifetimeMilliseconds), to: peer, at: now,
        in: transaction, enqueue: mail.enqueue)
      return (sequence, [outcome])
    }
    return MessageID(author: own, sequence: sent)
  }

  func cancelReset(with memberID: String) throws(TrueSealError) -> Bool {
    let member = try conversationPeer(memberID)
    let (peer, unsent) = (member.signingKey, conversing.unsentEnds[member.signingKey])
    let isDone = try converseUnlessTooLate { conversations, now, transaction, mail in
      try conversations.cancel(
        with: peer, at: now, in: transaction,
        withdraw: { attempt, transaction throws(StoreError) in
          guard let unsent, unsent.attempt == attempt else { return false }
          return try EntryRecords().delete(unsent.entry, in: transaction)
        }, enqueue: mail.enqueue)
    }
    guard isDone else { return false }
    conversing.unsentEnds[peer] = nil
    reloadQueue(of: member.agreementKey)
    return true
  }

  func answerReset(with memberID: String, approving: Bool) throws(TrueSealError) -> Bool {
    let peer = try conversationPeer(memberID).signingKey
    return try converseUnlessTooLate { conversations, now, transaction, mail in
      approving
        ? try conversations.approve(with: peer, at: now, in: transaction, enqueue: mail.enqueue)
        : try conversations.decline(with: peer, at: now, in: transaction, enqueue: mail.enqueue)
    }
  }

  func report(onConversationWith memberID: String) throws(TrueSealError) -> ConversationReport {
    try report(on: try conversationPeer(memberID))
  }

  private func report(on member: Member) throws(TrueSealError) -> ConversationReport {
    let conversations = try ownConversations()
    let peer = member.signingKey
    do {
      return try database.read { transaction in
        let status = try conversations.status(of: peer, in: transaction)
        return ConversationReport(
          member: GroupMember(member), phase: ConversationReport.Phase(status.phase),
          epoch: status.epoch, hasSession: status.active != nil,
          isProvenBySession: status.proof.map { $0 == .session },
          awaitsApproval: status.awaitsApproval, waitingCount: status.waitingCount,
          unhandledCount: try LetterRecords().count(from: peer, in: transaction),
          archivedCount: status.archivedCount,
          verification: try conversations.verification(with: peer, in: transaction)?.description)
      }
    } catch {
      throw Self.storageError(error)
    }
  }

  /// The member that is meant, if this device may converse at all.
  private func conversationPeer(_ memberID: String) throws(TrueSealError) -> Member {
    try checkOpen()
    guard joinState == .member, ending == nil else { throw .notMember(status) }
    guard let key = try? MemberID(parsing: memberID).signingKey,
      key != keys.publicKeys.signingKey, let member = ledger?.current?.manifest.member(key)
    else { throw .memberNotFound }
    return member
  }
}

extension ConversationReport.Phase {
  fileprivate init(_ phase: ConversationStatus.Phase) {
    switch phase {
    case .none: self = .none
    case .initiated: self = .initiated
    case .received: self = .received
    }
  }
}
