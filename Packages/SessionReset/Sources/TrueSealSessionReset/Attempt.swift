/// One attempt at a reset, while it runs.
public struct Attempt: Hashable, Sendable {
  /// Its name.
  public let id: AttemptID
  /// Its number; the conversation's epoch when it completes (SK-06).
  public let epoch: UInt64
  /// Who began it.
  public let origin: Side
  /// The keys of the one who began it that the new session is made with.
  public let prekey: PrekeyID
  /// The session that was active before this device began; nil when there was none, and for an
  /// attempt of the peer.
  public let basis: SessionTag?
  /// What the peer's End was proven with; nil for an attempt of this device (SK-31).
  public let proof: Proof?
  /// Whether the two have never had a session before.
  public let isFirst: Bool
  /// Whether it took the place of an attempt that ran already (SK-12, SK-13).
  public let isRestart: Bool
  /// When it began here, in Unix milliseconds.
  public internal(set) var startedAt: UInt64
  /// When its End was last sent, in Unix milliseconds; only for an attempt of this device.
  public internal(set) var sentAt: UInt64
  /// How many pauses of the schedule are over (SK-14).
  var pauseCount = 0
  /// Whether its End was sent again.
  var isRepeated = false
  /// Whether the owner was told that nobody answers.
  var isStallTold = false

  /// When the End is due again, and whether it is by now.
  var dueAt: UInt64 {
    let pauses = SessionResetLimits.repeatPauses
    return sentAt.saturating(adding: pauses[min(pauseCount, pauses.count - 1)])
  }
}

extension UInt64 {
  /// Times are added without ever overflowing.
  func saturating(adding other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Whether less than `span` has passed since this time; a time yet to come counts as long ago,
  /// since the clock was set back and would otherwise block for as long.
  func isWithin(_ span: UInt64, of now: UInt64) -> Bool {
    self <= now && now - self < span
  }
}
