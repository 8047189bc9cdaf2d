/// One of the two ends of a conversation.
public enum Side: UInt8, Hashable, Sendable {
  /// This device.
  case own = 0
  /// The other one.
  case peer = 1
}
