internal import TrueSealConversation
internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Taking part in keeping the list the same everywhere (M-30): the machine decides, one transaction stores what it
/// decided, and only then does anybody hear of it.
extension TrueSeal {
  /// A call or an event of the machine.
  typealias Decision =
    (inout Membership, ClockReading, Membership.Signer) throws(ManifestError) -> [Membership.Effect]

  /// What goes into the same transaction.
  typealias Company = @Sendable (Membership, borrowing Transaction) throws(StoreError) -> Void

  /// What a commit leaves to be done.
  private struct Committed {
    /// Those for whom entries were added.
    var told: [[UInt8]] = []
    /// Those whose `Sync` entries were deleted.
    var silenced: [[UInt8]] = []
    /// All that have entries, if the list may have changed.
    var queued: [[UInt8]]?
  }

  /// Decides, commits and acts; when the disk refuses, everything is as it was.
  ///
  /// - Throws: what the machine refuses with, as the app knows it; `storage`.
  func decide(
    with company: Company? = nil, by decision: Decision
  ) throws(TrueSealError) {
    guard ending == nil, joinState != .destroying, var machine = membership else {
      throw .notMember(status)
    }
    // Two owners of one ledger would mean a copy of it at the first change.
    membership = nil
    let (before, checkpoint) = (machine.ledger.heldCount, machine.checkpoint)
    let effects: [Membership.Effect]
    do throws(ManifestError) {
      effects = try decision(&machine, clockReading, signer)
    } catch {
      let isUntouched = machine.ledger.heldCount == before
      machine.undo(to: checkpoint, after: [])
      membership = isUntouched ? machine : restored() ?? machine
      throw refusal(of: error)
    }
    do throws(StoreError) {
      if effects.contains(.removed), !receiving.isHandling { return try wipe(.removed) }
      let committed = try commit(effects, of: machine, with: company)
      membership = machine
      act(on: effects, committed)
    } catch {
      machine.undo(to: checkpoint, after: effects)
      membership = machine
      scheduleUpkeep(after: SyncLimits.upkeepRetryPause)
      throw TrueSealError(error)
    }
  }

  var clockReading: ClockReading {
    ClockReading(
      uptime: parts.clock.now(), wallClock: UInt64(max(0, parts.clock.unixMilliseconds())))
  }

  /// Signs what this device issues.
  var signer: Membership.Signer {
    { [keys] manifest throws(ManifestError) in
      try SignedManifest.signing(manifest, by: .live) { keys.signing.sign($0) }
        .verified(by: .live)
    }
  }

  /// The machine as the disk knows it.
  private func restored() -> Membership? {
    try? database.read { [keys, joinState] transaction throws(StoreError) in
      try MembershipRecords().membership(
        of: keys.publicKeys.signingKey, isLeaving: joinState == .leaving, in: transaction)
    }
  }

  private func refusal(of error: ManifestError) -> TrueSealError {
    switch error.code {
    case .groupFull: .groupFull(max: SyncLimits.groupMembersMax)
    case .ledgerFull, .versionsExhausted: .storage(.full)
    case .unknownMember: .memberNotFound
    case .alreadyListed, .malformed: .pairingClosed
    default: .notMember(status)
    }
  }

  // MARK: Commit

  private func commit(
    _ effects: [Membership.Effect], of machine: Membership, with company: Company?
  ) throws(StoreError) -> Committed {
    guard !effects.isEmpty || company != nil else { return Committed() }
    return try database.write { transaction throws(StoreError) in
      try MembershipRecords().save(effects, of: machine, in: transaction)
      try company?(machine, transaction)
      var committed = Committed()
      for case .send(let mail) in effects {
        try ManifestMail.queue(mail.manifests, to: mail.recipient, in: transaction)
        committed.told.append(mail.recipient.agreementKey)
      }
      if effects.contains(.leaving) {
        try JoinRecord().save(.leaving, in: transaction)
        try EntryRecords().delete(.sync, in: transaction)
        try EntryRecords().delete(.conversation, in: transaction)
      }
      if effects.contains(where: \.mayChangeRecipients) {
        try Self.silence(&committed, as: machine.ledger, in: transaction)
      }
      return committed
    }
  }

  /// Deletes what was for devices that are gone (D-08).
  private static func silence(
    _ committed: inout Committed, as ledger: Ledger, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let queued = Set(try EntryRecords().recipients(in: transaction))
    committed.queued = Array(queued)
    for signingKey in ledger.everListed where ledger.isGone(signingKey) {
      // What it said before it left may still come, so its sessions go later (D-11).
      if ledger.isRemoved(signingKey) { try Conversations.forget(signingKey, in: transaction) }
      guard let recipient = ledger.entry(of: signingKey)?.agreementKey, queued.contains(recipient)
      else { continue }
      let messages = try EntryRecords().delete(.sync, to: recipient, in: transaction)
      let texts = try EntryRecords().delete(.conversation, to: recipient, in: transaction)
      if messages + texts > 0 { committed.silenced.append(recipient) }
    }
  }

  // MARK: Act

  private func act(on effects: [Membership.Effect], _ committed: Committed) {
    settleStanding()
    for effect in effects {
      switch effect {
      case .ledger(.currentChanged(let hash)): listChanged(to: hash)
      case .ledger(.refused(_, let code)):
        issues.post(code == .unauthorized ? .unauthorized : .unreadable(.malformed))
      case .admissionDropped(let label):
        events.post(.admissionDropped(name: label.text, .groupFull))
      case .leaving:
        entriesWithdrawn(.sync)
        entriesWithdrawn(.conversation)
      case .ledger, .remember, .send, .noteSent, .noteTold, .noteCaughtUp, .removed: break
      }
    }
    for recipient in committed.silenced {
      entriesWithdrawn(.sync, to: recipient)
      entriesWithdrawn(.conversation, to: recipient)
    }
    if let queued = committed.queued { holdSync(queued: queued) }
    entriesAdded(for: committed.told)
    scheduleUpkeep()
    finishMembership()
  }

  /// Tells the app of a list that is in force now, or was for a moment, if it is another one (M-05).
  private func listChanged(to hash: [UInt8]?) {
    judgeAwaitedAgain()
    show(others(in: hash.flatMap { membership?.ledger.manifest($0) }))
  }

  /// Tells the app of a list that is another one than it was told last.
  func show(_ list: [GroupMember]) {
    guard list != shownMembers else { return }
    shownMembers = list
    events.post(.membersChanged(list))
  }
}

extension Membership.Effect {
  /// Whether who may be sent something can be another question after it.
  fileprivate var mayChangeRecipients: Bool {
    switch self {
    case .ledger(.held), .ledger(.currentChanged), .leaving: true
    case .ledger, .remember, .send, .noteSent, .noteTold, .noteCaughtUp, .admissionDropped,
      .removed:
      false
    }
  }
}
