internal import TrueSealManifest
internal import TrueSealStore
internal import TrueSealTransport

/// Who is listened to, and what of it (D-11, D-17, M-47).
extension TrueSeal {
  /// What becomes of an app's message, by its author.
  enum Hearing: Hashable {
    /// The author is a member, or was when it said this.
    case listened(Member)
    /// The author's admission may still come, or be made again.
    case awaited
    /// Nothing is handled while this device is on its way out (D-13).
    case later
    /// The author has no say.
    case refused
  }

  func hearing(of content: VerifiedContent) throws(StoreError) -> Hearing {
    switch joinState {
    case .notJoined: return .refused
    case .leaving, .destroying: return .later
    case .pendingJoin, .overtaken: return .awaited
    case .member where ending != nil: return .later
    case .member: break
    }
    guard let ledger else { return .refused }
    if let member = ledger.current?.manifest.member(content.author) { return .listened(member) }
    if ledger.hasLeft(content.author) { return try lastWords(of: content, in: ledger) }
    if ledger.isRemoved(content.author) { return .refused }
    return ledger.mayListLater(content.author) ? .awaited : .refused
  }

  /// What a device said before it left is heard, if it said itself when that was (D-11).
  private func lastWords(
    of content: VerifiedContent, in ledger: Ledger
  ) throws(StoreError) -> Hearing {
    let author = content.author
    let farewell = try database.read { transaction throws(StoreError) in
      try FarewellRecords().sequence(of: author, in: transaction)
    }
    guard let farewell, content.sequence < farewell, let member = ledger.entry(of: author) else {
      return .refused
    }
    return .listened(member)
  }

  /// Leaves a message on the relay for the time its author may need to be listed (D-17).
  func keepForLater(_ content: VerifiedContent) throws(StoreError) -> Verdict {
    let id = MessageID(author: content.author, sequence: content.sequence)
    let (author, now) = (content.author, parts.clock.unixMilliseconds())
    let mayWait = try database.write { transaction throws(StoreError) in
      try AwaitedRecords().note(id, of: author, at: now, in: transaction)
    }
    guard mayWait else { return dropped(.unauthorized) }
    receiving.isAwaiting = true
    return .keep
  }

  /// Takes note of what the author of an envelope believed when it sealed it (M-47).
  func hear(_ view: [UInt8], of author: [UInt8]) {
    guard ending == nil, joinState != .destroying else { return }
    membership?.viewHeard(view, from: author, at: clockReading)
    scheduleUpkeep()
  }
}

extension Ledger {
  /// Whether a manifest that is neither void nor part of current's past lists a device.
  fileprivate func mayListLater(_ signingKey: [UInt8]) -> Bool {
    guard everListed(signingKey: signingKey) else { return false }
    return losers.contains { hash in
      !isVoid(hash) && manifest(hash)?.manifest.member(signingKey) != nil
    }
  }
}
