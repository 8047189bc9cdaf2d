/// Why something had no effect, to be counted.
public enum Drop: Hashable, Sendable {
  /// A message could not be read.
  case refused(Refusal)
  /// An End whose epoch is over (SK-06, SK-09).
  case staleEnd
  /// An End that loses against the attempt that runs (SK-07, SK-10).
  case outrankedEnd
  /// An End whose epoch is further ahead than any honest peer's (SK-06).
  case epochOutOfRange
  /// More Ends than are taken up in an hour (SK-32).
  case tooManyEnds
  /// An End that waits for the owner already (SK-31).
  case awaitsApproval
  /// An End the owner declined (SK-31).
  case declinedEnd
  /// A rejection of another attempt than the one that runs (SK-06).
  case staleRejection
  /// A reset that may not start by itself now (SK-32).
  case startRefused
  /// A session that would have the name of another one.
  case tagInUse
  /// A message that was read and says nothing this package knows (SK-33).
  case unknownContent
  /// An answer of the owner to nothing, or a cancel that comes too late (SK-31, SK-41).
  case nothingToDo
}
