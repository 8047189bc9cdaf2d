extension SessionReset {
  /// Does what is due by now (SK-14, SK-22).
  mutating func look(at now: UInt64) -> [Effect] {
    forgetTombstones(at: now)
    var effects = clearArchive(at: now)
    guard case .initiated(var attempt) = state else { return effects }
    if attempt.sentAt > now || attempt.dueAt <= now {
      attempt.sentAt = now
      attempt.isRepeated = true
      attempt.pauseCount = min(
        attempt.pauseCount + 1, SessionResetLimits.repeatPauses.count - 1)
      effects.append(.sendEnd(attempt))
    }
    attempt.startedAt = min(attempt.startedAt, now)
    if !attempt.isStallTold, now - attempt.startedAt >= SessionResetLimits.stallPause {
      attempt.isStallTold = true
      effects.append(.notify(.resetStalled))
    }
    state = .initiated(attempt)
    return effects
  }
}
