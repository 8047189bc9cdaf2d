/// What keeps resets, answers and notices rare, over restarts too (SK-32).
struct Brakes: Hashable, Sendable {
  /// When a reset last started by itself.
  var automaticAt: UInt64?
  /// Failed messages, the newest last.
  var seen: [Evidence] = []
  /// When Ends of the peer were taken up, the newest last.
  var acceptedAt: [UInt64] = []
  /// When an End was last answered with a rejection.
  var rejectedAt: UInt64?
  /// The first different failures in a row since something worked or an attempt began.
  var failures: [Evidence] = []
  /// When the owner was last told that the conversation is out of step.
  var desyncAt: UInt64?
  /// Whether nothing has worked since then.
  var isDesyncTold = false
  /// When something was last sent on the active session.
  var sentAt: UInt64?

  func allowsAutomatic(at now: UInt64) -> Bool {
    automaticAt?.isWithin(SessionResetLimits.automaticPause, of: now) != true
  }

  /// Notes a failed message; false when it failed before.
  mutating func note(_ evidence: Evidence) -> Bool {
    guard !seen.contains(evidence) else { return false }
    seen.append(evidence)
    if seen.count > SessionResetLimits.Chosen.evidenceMax { seen.removeFirst() }
    return true
  }

  /// Notes a failure in a row of them; true when there are enough.
  mutating func noteFailure(_ evidence: Evidence) -> Bool {
    if !isOutOfStep, !failures.contains(evidence) { failures.append(evidence) }
    return isOutOfStep
  }

  /// Whether so many messages failed in a row that the sessions of the two must differ.
  var isOutOfStep: Bool { failures.count >= SessionResetLimits.Chosen.failureMax }

  mutating func noteSuccess() {
    failures = []
    isDesyncTold = false
  }

  /// True when the owner is to be told now, which is noted.
  mutating func tellsDesync(at now: UInt64) -> Bool {
    let pause = SessionResetLimits.Chosen.desyncPause
    guard !isDesyncTold, desyncAt?.isWithin(pause, of: now) != true else { return false }
    isDesyncTold = true
    desyncAt = now
    return true
  }

  /// True when one more End is taken up now, which is noted.
  mutating func takesAcceptance(at now: UInt64) -> Bool {
    acceptedAt.removeAll { !$0.isWithin(SessionResetLimits.acceptanceWindow, of: now) }
    guard acceptedAt.count < SessionResetLimits.acceptanceMax else { return false }
    acceptedAt.append(now)
    return true
  }

  /// True when a rejection may go out now, which is noted.
  mutating func takesRejection(at now: UInt64) -> Bool {
    guard rejectedAt?.isWithin(SessionResetLimits.answerPause, of: now) != true else {
      return false
    }
    rejectedAt = now
    return true
  }
}
