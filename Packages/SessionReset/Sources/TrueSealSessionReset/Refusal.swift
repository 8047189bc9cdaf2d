/// Why a message could not be read; none of these changes a session.
public enum Refusal: Error, Hashable, Sendable {
  /// Its key was used already.
  case duplicate
  /// Its session is known, and the message does not verify.
  case badMessage
  /// No session has this tag.
  case sessionUnknown
  /// The session was deleted not long ago.
  case sessionDeleted
  /// It wants to open a session with keys that are unknown or used up.
  case stalePreKey
  /// It comes from another identity than the pinned one.
  case identityMismatch
  /// More messages were skipped than are allowed.
  case tooManySkipped
  /// An End or a rejection whose bytes, bundle or signature are not as they must be.
  case malformed
}
