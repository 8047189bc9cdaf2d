/// What the machine tells the log.
public enum Note: Hashable, Sendable {
  /// What ended a trial's showing.
  public enum FailureSource: Hashable, Sendable {
    /// An earlier process ended while the trial was on screen.
    case processDied
    /// The page was not ready in time.
    case timeout
  }

  /// Why a bundle was let go without being marked bad.
  public enum DropReason: Hashable, Sendable {
    /// The channel points below it.
    case pulled
    /// The app brought the same or a newer one.
    case supersededByBuiltIn
    /// Files or manifest are missing or damaged.
    case damaged
    /// Its signature is not by the keys trusted now.
    case untrusted
    /// The host lacks what it needs.
    case incompatible
    /// It is not above current, known to be bad, or below the floor.
    case unwanted
  }

  /// A trial failed; this many times by now.
  case failed(UInt64, FailureSource, count: UInt64)
  /// A trial failed too often and will not be tried again.
  case markedBad(UInt64)
  /// A trial was ready in time and is current now.
  case committed(UInt64)
  /// What was pending is no more.
  case droppedPending(UInt64, DropReason)
  /// What was on trial is no more.
  case droppedTrial(UInt64, DropReason)
  /// What came with the app was newer and is current now.
  case installedBuiltIn(UInt64)
  /// What came with the app cannot be used.
  case builtInUnusable(Finding)
  /// Current cannot be shown; this release, or nothing, is current in its place.
  case replacedCurrent(UInt64, DropReason, by: UInt64?)
  /// For lack of anything else a bundle below the floor is shown.
  case belowFloor(UInt64)
  /// A file with contradictions was mended.
  case repaired(Activation.State.Repair)
}
