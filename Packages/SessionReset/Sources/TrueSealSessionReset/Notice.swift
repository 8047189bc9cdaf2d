/// What the owner of a device is told.
public enum Notice: Hashable, Sendable {
  /// A reset runs (SR-14, SR-21); `proof` is nil when this device began it.
  case resetInProgress(isFirst: Bool, proof: Proof?)
  /// The new session is in use (SR-33, SR-36).
  case resetDone(isFirst: Bool)
  /// The reset was taken back before anything left (SK-41).
  case resetCancelled
  /// Nobody has answered for a day (SK-14).
  case resetStalled
  /// Messages of the peer cannot be read any more (SK-32).
  case desync
  /// The peer wants a reset that its old session does not prove; the owner decides (SK-31).
  case approvalNeeded(AttemptID)
}
