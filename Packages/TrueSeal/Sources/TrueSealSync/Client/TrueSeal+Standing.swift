internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Where this device stands, when that changes without the app's doing.
extension TrueSeal {
  /// Takes the status from what is held, and tells the app of another one (M-50 to M-54).
  func settleStanding() {
    switch membership?.standing {
    case .member where joinState == .overtaken: enter(.member, .joined)
    case .overtaken where joinState == .member: enter(.overtaken, .raceLost)
    case .leaving where joinState != .leaving: enter(.leaving, nil)
    case .removed where ending == nil: ending = .removed
    case .member, .overtaken, .leaving, .removed, nil: return
    }
    window = nil
    judgeAwaitedAgain()
  }

  private func enter(_ state: JoinState, _ reason: StatusReason?) {
    joinState = state
    events.post(.statusChanged(state.status, reason))
    if state == .member { scheduleConversationWake() }
  }

  /// Has messages that waited for their author's admission come again (D-17).
  func judgeAwaitedAgain() {
    guard receiving.isAwaiting else { return }
    receiving.isAwaiting = false
    renewReceiving()
  }

  /// Lets `Sync` entries go to those who are listed, and keeps back the others' (D-08, M-54).
  func holdSync(queued: [[UInt8]]) {
    let listed = joinState == .overtaken ? [] : (ledger?.current?.manifest.members ?? [])
    let keys = Set(listed.map(\.agreementKey))
    let isOver = joinState == .leaving || joinState == .destroying || ending != nil
    let held = isOver ? [] : Set(queued.filter { !keys.contains($0) })
    let before = pushing.heldSync
    pushing.heldSync = held
    for recipient in held.subtracting(before) { take(.syncHeld(recipient, at: moment)) }
    for recipient in before.subtracting(held) { take(.syncReleased(recipient, at: moment)) }
  }

  /// Lets `Sync` entries go to everybody, now that there is a group: who was only asked before is listed, and nobody
  /// was sent anything that would have to be kept back.
  func beginSync() { holdSync(queued: []) }

  /// Gives up messages that grew too old while their recipient was not listed (D-05, D-08).
  func expireHeldSync() throws(StoreError) {
    let held = pushing.heldSync
    guard !isClosed, !held.isEmpty else { return }
    let now = moment.wallClock
    let expired = try database.write { transaction throws(StoreError) in
      let records = EntryRecords()
      let entries = try records.expired(
        at: now, limit: SyncLimits.expirySliceCount, in: transaction
      ).filter { held.contains($0.recipient) }
      for entry in entries { try records.delete(entry.id, in: transaction) }
      return entries
    }
    for entry in expired { report(entry, .expired) }
    entriesSettled(expired, failed: Set(expired.map(\.sequence)))
    if !expired.isEmpty { scheduleTruncation() }
  }
}
