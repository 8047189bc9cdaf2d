internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// The end of a membership, whatever ended it (S-10).
extension TrueSeal {
  /// Wipes as soon as no handler runs; a disk that refuses is asked again (D-12).
  func end(_ reason: StatusReason) {
    ending = reason
    window = nil
    finishMembership()
  }

  /// Wipes if the membership is over, or if this device leaves or ends the group and the relay has
  /// every message about it (M-50, G-01).
  func finishMembership() {
    guard !isClosed, !pushing.isHandling, !receiving.isHandling else { return }
    do throws(StoreError) {
      if ending == nil, membership?.standing == .removed { ending = .removed }
      if ending == nil, joinState == .leaving, try hasToldEverybody() { ending = .left }
      if ending == nil, joinState == .destroying, try hasRevokedEverybody() { ending = .destroyed }
      guard let ending else { return }
      try wipe(ending)
    } catch {
      log(.warning, "the end of the membership waits for the disk: \(error)")
      scheduleUpkeep(after: SyncLimits.upkeepRetryPause)
    }
  }

  private func hasToldEverybody() throws(StoreError) -> Bool {
    guard pushing.owed == nil else { return false }
    return try database.read { transaction throws(StoreError) in
      try EntryRecords().count(in: transaction) == 0
    }
  }

  private func hasRevokedEverybody() throws(StoreError) -> Bool {
    guard pushing.owed == nil else { return false }
    return try database.read { transaction throws(StoreError) in
      try EntryRecords().count(of: .revoke, in: transaction) == 0
    }
  }

  /// Forgets the group and becomes another device, on disk first.
  func wipe(_ reason: StatusReason) throws(StoreError) {
    let wipe = Wipe(
      reason: reason, entropy: parts.entropy,
      now: UInt64(max(0, parts.clock.unixMilliseconds())))
    let outcome = try database.write { transaction throws(StoreError) in
      try wipe.run(in: transaction)
    }
    keys = outcome.keys
    joinState = .notJoined
    membership = nil
    ending = nil
    joinWait = nil
    window = nil
    shownMembers = []
    unrecorded = nil
    stopConversing()
    conversing = ConversingState(
      handler: conversing.handler, handledAuthor: conversing.handledAuthor)
    stopUpkeep()
    restartPushing()
    clearLog()
    receiving.isAwaiting = false
    renewReceiving()
    post(outcome.ending)
  }

  /// Sees to it that nothing of the old device is left in any file.
  private func clearLog() {
    do throws(StoreError) {
      try database.truncateLog()
    } catch {
      scheduleTruncation()
    }
  }

  /// Tells the app that it is out, again after a restart until a listener has had it (S-14).
  func post(_ ending: EndingRecords.Ending) {
    events.post(.statusChanged(.notJoined, ending.reason)) { [weak self] in
      Task { await self?.forget(ending) }
    }
  }

  private func forget(_ ending: EndingRecords.Ending) {
    guard !isClosed else { return }
    do throws(StoreError) {
      try database.write { transaction throws(StoreError) in
        try EndingRecords().remove(ending.number, in: transaction)
      }
    } catch {
      log(.notice, "an event the app has heard will come again at the next start: \(error)")
    }
  }
}
