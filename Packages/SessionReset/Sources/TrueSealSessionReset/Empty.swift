/// A message the two devices send by themselves; it is never shown and never answered with a
/// receipt (SK-33).
public enum Empty: Hashable, Sendable {
  /// "I have built the session your End asked for" (SR-18).
  case acknowledgement(AttemptID)
  /// "I use it as well" (SR-32); nothing ever answers it.
  case confirmation(AttemptID)
}
