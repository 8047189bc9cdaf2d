internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealStore

/// Handing the texts of conversations to the app, one after the other.
extension TrueSeal {
  /// Begins to hand over what waits, unless that is under way or nobody is there to take it (D-12, D-13).
  func handleLetters() {
    guard conversing.pump == nil, mayHandleLetters else { return }
    conversing.pump = Task { await self.handleEachLetter() }
  }

  private var mayHandleLetters: Bool {
    guard let handler = conversing.handler, !handler.isCancelled else { return false }
    return !isClosed && joinState == .member && ending == nil && !receiving.isFinishing
  }

  private func handleEachLetter() async {
    let identity = keys
    do {
      while mayHandleLetters, keys === identity, !Task.isCancelled, let letter = try nextLetter() {
        guard try await handle(letter, as: identity) else { break }
      }
    } catch {
      log(.warning, "a text of a conversation waits for the disk: \(error)")
      _ = try? await parts.clock.sleep(SyncLimits.upkeepRetryPause)
    }
    guard keys === identity, !isClosed else { return }
    conversing.pump = nil
    goOnAfterLetters()
    // One may have come after the last look.
    if mayHandleLetters, (try? nextLetter()) ?? nil != nil { handleLetters() }
  }

  private func nextLetter() throws(StoreError) -> LetterRecords.Letter? {
    guard !isClosed else { return nil }
    return try database.read { [author = conversing.handledAuthor] transaction throws(StoreError) in
      try LetterRecords().first(from: author, in: transaction)
    }
  }

  /// Has one text handled, and forgets it with the record that it was; false when it must wait.
  private func handle(_ letter: LetterRecords.Letter, as identity: DeviceKeys) async throws -> Bool
  {
    guard let handler = conversing.handler else { return false }
    let author = ledger?.entry(of: letter.author).map { GroupMember($0) }
    let message = Message(
      id: letter.id,
      sender: author ?? GroupMember(id: Base64URL.encode(letter.author), name: ""),
      sentAt: letter.sentAt, body: letter.body)
    if conversing.unrecorded?.id != letter.id {
      let outcome = try await attempt(message, with: handler)
      handlerReturned()
      guard let outcome else { return false }
      conversing.unrecorded = outcome
    }
    guard !isClosed, keys === identity else { return false }
    let kept = HandledLifetime.keptUntil(
      handledAt: parts.clock.unixMilliseconds(), sentAt: message.sentAt)
    try database.write { transaction throws(StoreError) in
      try LetterRecords().remove(letter.number, in: transaction)
      try HandledRecords().insert(message.id, keptUntil: kept, in: transaction)
      try AttemptRecords().remove(message.id, in: transaction)
    }
    if let failure = conversing.unrecorded?.failure {
      issues.post(.handlerGaveUp(message.id, failure))
    }
    conversing.unrecorded = nil
    scheduleTruncation()
    return true
  }

  /// Goes on with what waited for the handler: mail that found no room, and the end of the membership.
  private func goOnAfterLetters() {
    if conversing.isFull {
      conversing.isFull = false
      renewReceiving()
    }
    finishMembership()
  }
}
