internal import TrueSealConversation
internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Looking at what waits, and waiting for it.
extension TrueSeal {
  /// Somebody who waits until the relay has a message for everybody.
  struct OutcomeWaiter {
    let number: Int
    let continuation: CheckedContinuation<SendOutcome, Never>
  }

  /// The oldest messages the relay has not taken for everybody, at most `limit`.
  ///
  /// - Throws: `closed`, `storage`.
  public func outbox(limit: Int = 1_000) throws(TrueSealError) -> [OutboxMessage] {
    try checkOpen()
    let queued = try stored { database throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        try EntryRecords().messages(limit: limit, in: transaction)
      }
    }
    var names: [[UInt8]: String] = [:]
    for member in ledger?.current?.manifest.members ?? [] {
      names[member.agreementKey] = GroupMember(member).id
    }
    let author = keys.publicKeys.signingKey
    return queued.map { message in
      OutboxMessage(
        id: MessageID(author: author, sequence: message.sequence),
        purpose: OutboxMessage.Purpose(message.kind), sentAt: message.timestamp,
        recipients: message.recipients.map { names[$0] })
    }
  }

  /// Waits until the relay has a message of this device for every recipient, or has refused it.
  ///
  /// A message that is not in the outbox counts as accepted. When the calling task is cancelled or the client is
  /// closed, what is not decided is `queued`.
  /// - Throws: `closed`, `storage`.
  public func outcome(of id: MessageID) async throws(TrueSealError) -> SendOutcome {
    try checkOpen()
    guard let sequence = try sequence(of: id) else {
      return failedMessages.contains(id) ? .failed : .accepted
    }
    nextWaiter += 1
    let number = nextWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .queued) }
        waiters[sequence, default: []].append(
          OutcomeWaiter(number: number, continuation: continuation))
      }
    } onCancel: {
      Task { await self.stopWaiting(number, for: sequence) }
    }
  }

  /// Tells those who wait for messages that have just lost an entry.
  func entriesSettled(_ settled: [Entry], failed: Set<UInt64>) {
    let author = keys.publicKeys.signingKey
    failedMessages += failed.map { MessageID(author: author, sequence: $0) }
    failedMessages.removeFirst(max(0, failedMessages.count - SyncLimits.rememberedFailuresMax))
    for sequence in Set(settled.map(\.sequence)) where waiters[sequence] != nil {
      let hasFailed = failedMessages.contains(MessageID(author: author, sequence: sequence))
      resumeIfGone(sequence, with: hasFailed ? .failed : .accepted)
    }
  }

  /// Tells those who wait for messages that were taken back.
  func settleWithdrawn() {
    for sequence in Array(waiters.keys) { resumeIfGone(sequence, with: .failed) }
  }

  private func resumeIfGone(_ sequence: UInt64, with outcome: SendOutcome) {
    var outcome = outcome
    do {
      let isThere = try database.read { transaction throws(StoreError) in
        if try EntryRecords().waitingCount(of: sequence, in: transaction) > 0 { return true }
        return try Conversations.isWaiting(sequence, in: transaction)
      }
      guard !isThere else { return }
    } catch {
      // Nobody can say; whoever waits may ask again.
      outcome = .queued
    }
    for waiter in waiters.removeValue(forKey: sequence) ?? [] {
      waiter.continuation.resume(returning: outcome)
    }
  }

  func stopEveryWaiter() {
    for waiter in waiters.values.joined() { waiter.continuation.resume(returning: .queued) }
    waiters = [:]
  }

  private func stopWaiting(_ number: Int, for sequence: UInt64) {
    guard let index = waiters[sequence]?.firstIndex(where: { $0.number == number }) else { return }
    waiters[sequence]?.remove(at: index).continuation.resume(returning: .queued)
    if waiters[sequence]?.isEmpty == true { waiters[sequence] = nil }
  }

  /// The number behind a name; found by naming what waits, since a name cannot be turned back.
  private func sequence(of id: MessageID) throws(TrueSealError) -> UInt64? {
    let author = keys.publicKeys.signingKey
    var last: UInt64 = 0
    while true {
      let slice = try stored { [last] database throws(StoreError) in
        try database.read { transaction throws(StoreError) in
          try EntryRecords().messages(after: last, limit: 1_000, in: transaction)
        }
      }
      for message in slice
      where MessageID(author: author, sequence: message.sequence) == id {
        return message.sequence
      }
      guard slice.count == 1_000, let newest = slice.last else { break }
      last = newest.sequence
    }
    let waiting = try stored { database throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        try Conversations.waitingReferences(limit: SyncLimits.waitingTextsMax, in: transaction)
      }
    }
    return waiting.first { MessageID(author: author, sequence: $0) == id }
  }
}

extension OutboxMessage.Purpose {
  fileprivate init(_ kind: Entry.Kind) {
    switch kind {
    case .sync: self = .app
    case .conversation: self = .conversation
    default: self = .group
    }
  }
}
