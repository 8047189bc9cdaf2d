/// When ids may be forgotten.
enum HandledLifetime {
  /// The Unix time in milliseconds until which an id is kept: 60 days after the later of handling and sending.
  ///
  /// A message that claims to come from more than a year ahead is kept until the wipe.
  static func keptUntil(handledAt now: Int64, sentAt: UInt64) -> Int64 {
    let sent = Int64(clamping: sentAt)
    let (ahead, overflow) = sent.subtractingReportingOverflow(now)
    if overflow || ahead > SyncLimits.farFutureMilliseconds { return .max }
    return max(now, sent) + SyncLimits.replayWindowMilliseconds
  }

  /// The pruning time after one more Receive Session: towards now, by one day at most.
  static func horizon(after previous: Int64?, now: Int64) -> Int64 {
    guard let previous else { return now }
    let (next, overflow) = previous.addingReportingOverflow(SyncLimits.pruningStepMilliseconds)
    return max(previous, min(now, overflow ? .max : next))
  }
}
