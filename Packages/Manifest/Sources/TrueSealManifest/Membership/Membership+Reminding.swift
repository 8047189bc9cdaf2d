extension Membership {
  /// Tells those that never showed that they know what is current, once a week (M-47).
  ///
  /// Mail is lost where nobody can notice: a device that was away for longer than the relay keeps it
  /// may know none of those who could tell it, and one that was never let in cannot ask.
  mutating func remind(at now: ClockReading) -> [Effect] {
    guard let current = ledger.current, standing == .member else { return [] }
    var effects: [Effect] = []
    for member in current.manifest.members.map(\.signingKey) where member != own {
      guard isReminderDue(for: member, at: now, &effects) else { continue }
      views.noteSilence(of: member)
      // It may have been let in by somebody else, and know nothing of this admission's line.
      effects += mail(current, to: member, isWhole: true)
    }
    for outsider in ledger.outsiders.prefix(ManifestLimits.remindedOutsiderCountMax) {
      guard isReminderDue(for: outsider, at: now, &effects) else { continue }
      for manifest in news(for: outsider, current) {
        effects += mail(manifest, to: outsider, isWhole: true)
      }
    }
    return effects
  }

  /// Whether a device has said nothing for so long that it is this one's turn to remind it.
  private mutating func isReminderDue(
    for device: [UInt8], at now: ClockReading, _ effects: inout [Effect]
  ) -> Bool {
    guard let turn, let current = ledger.current, !ledger.isGone(device),
      !views.hasSeen(device, believe: current.hash)
    else { return false }
    guard let last = memory.caughtUp[device] else {
      // Silence is counted from about here, yet nothing was exchanged that could bar an answer.
      let start = now.wallClock - min(now.wallClock, ManifestLimits.askAgainMax)
      memory.caughtUp[device] = start
      effects.append(.noteCaughtUp(with: device, at: start))
      return false
    }
    // The first three may be gone without anybody knowing, so the others follow, a week later each.
    let patience =
      ManifestLimits.silenceMax * UInt64(1 + turn / ManifestLimits.tellerCountMax)
    guard now.wallClock >= last, now.wallClock - last >= patience,
      let noted = noteCaughtUp(with: device, at: now)
    else { return false }
    effects.append(noted)
    return true
  }

  /// What a device that current does not list may hear: current, or why it was never let in.
  private func news(for outsider: [UInt8], _ current: VerifiedManifest) -> [VerifiedManifest] {
    if mayHearCurrent(outsider) { return [current] }
    guard let newest = ledger.newest(listing: outsider) else { return [] }
    return ledger.reasons(against: newest.hash).sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { ledger.manifest($0) }
  }
}
