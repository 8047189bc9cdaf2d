/// An attempt that was met before (SK-08, SK-09).
struct KnownAttempt: Hashable, Sendable {
  let id: AttemptID
  /// When it was taken up, or completed.
  var notedAt: UInt64
  /// Its epoch, if the owner declined it (SK-31).
  var declinedEpoch: UInt64?
}
