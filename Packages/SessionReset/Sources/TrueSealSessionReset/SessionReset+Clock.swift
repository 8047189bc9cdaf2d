extension SessionReset {
  /// Does what is due by now (SK-14, SK-22).
  mutating func look(at now: UInt64) -> [Effect] {
    forgetTombstones(at: now)
    var effects = clearArchive(at: now)
    guard case .initiated(var attempt) = state else { return effects }
    attempt.startedAt = min(attempt.startedAt, now)
    let isDue = attempt.sentAt > now || attempt.dueAt <= now
    let isStalled =
      !attempt.isStallTold && now - attempt.startedAt >= SessionResetLimits.stallPause
    if isDue {
      attempt.sentAt = now
      attempt.isRepeated = true
      attempt.pauseCount = min(
        attempt.pauseCount + 1, SessionResetLimits.repeatPauses.count - 1)
    }
    if isStalled { attempt.isStallTold = true }
    state = .initiated(attempt)
    if isDue { effects.append(.sendEnd(attempt)) }
    if isStalled { effects.append(.notify(.resetStalled)) }
    return effects
  }
}
