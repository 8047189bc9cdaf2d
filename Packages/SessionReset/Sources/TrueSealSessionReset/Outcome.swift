/// What an operation came to, to be acted on once its transaction is committed.
public enum Outcome: Hashable, Sendable {
  /// A text of the peer.
  case delivered([UInt8])
  /// The text given waits for a session (SK-17).
  case waits
  /// The owner is to be told.
  case notice(Notice)
  /// Something had no effect and is to be counted.
  case dropped(Drop)
}
