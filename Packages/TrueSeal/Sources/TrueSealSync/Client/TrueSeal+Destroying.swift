internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore
internal import TrueSealTransport

/// Ending the group for everybody (G-01 to G-05).
extension TrueSeal {
  /// Ends the group for all its members, this device included (G-01).
  ///
  /// Returns once `destroying` is on disk, with one Revoke for each other member; works offline. Messages not sent yet and
  /// changes of the list that are still open are dropped, and a leave under way is given up. Once the relay has every
  /// Revoke, this device forgets the group, takes a new identity and is `notJoined`. There is no time limit: where an
  /// inbox stays full, `erase(storage:namespace:)` on the closed client is the way out (G-05). Does nothing when already
  /// destroying.
  /// - Throws: `closed`, `notMember` unless the status is `member` or `leaving`, `storage`.
  public func destroyGroup() throws(TrueSealError) {
    try checkOpen()
    switch joinState {
    case .destroying: return
    case .member where ending == nil, .leaving where ending == nil: break
    case .notJoined, .pendingJoin, .member, .overtaken, .leaving: throw .notMember(status)
    }
    do throws(StoreError) {
      try beginDestroying(sparing: nil)
    } catch {
      throw TrueSealError(error)
    }
  }

  /// Another device ends the group; whoever was ever in it may (G-02).
  func judgeRevoke(_ content: VerifiedContent) throws(StoreError) -> Verdict {
    switch joinState {
    // What it asks for is under way.
    case .destroying: return .acknowledge
    case .notJoined, .pendingJoin: return dropped(.unauthorized)
    case .member, .overtaken, .leaving: break
    }
    guard ending == nil else { return .keep }
    guard let ledger, ledger.isListedByValid(content.author) else { return dropped(.unauthorized) }
    guard let groupID = try? content.body(using: inflater),
      groupID.count == ManifestLimits.groupIDByteCount
    else { return dropped(.unreadable(.malformed)) }
    guard groupID == ledger.groupID else { return dropped(.unauthorized) }
    try beginDestroying(sparing: content.author)
    return .acknowledge
  }

  /// Persists the intent with everything it takes, then goes on to the wipe as soon as nobody is left to be told.
  ///
  /// Lists that wait to be sent stay: they go ahead of the Revoke, and may be what makes a member believe it.
  private func beginDestroying(sparing author: [UInt8]?) throws(StoreError) {
    guard let ledger else { return }
    let own = keys.publicKeys.signingKey
    let recipients = (ledger.current?.manifest.members ?? [])
      .filter { $0.signingKey != own && $0.signingKey != author }
      .map(\.agreementKey)
    let groupID = ledger.groupID
    try database.write { transaction throws(StoreError) in
      try JoinRecord().save(.destroying, in: transaction)
      try PendingChangeRecords().removeAll(in: transaction)
      try EntryRecords().delete(.sync, in: transaction)
      try EntryRecords().delete(.conversation, in: transaction)
      try OutboxMail().queueRevoke(of: groupID, to: recipients, in: transaction)
    }
    joinState = .destroying
    window = nil
    stopUpkeep()
    events.post(.statusChanged(.destroying, nil))
    entriesWithdrawn(.sync)
    entriesWithdrawn(.conversation)
    holdSync(queued: [])
    entriesAdded(for: recipients)
    finishMembership()
  }
}
