public import TrueSealSessionReset

/// A message for a peer, to be put into the outbox in the transaction it is lent in.
public struct OutgoingBody: Hashable, Sendable {
  /// What it is for.
  public enum Purpose: Hashable, Sendable {
    /// A text given to `send`, with what was given beside it.
    case text(reference: UInt64, expiry: UInt64?)
    /// The End of this attempt; it takes the place of an older one that is still unsent, since it
    /// asks for more (SK-14).
    case end(AttemptID)
    /// One of the messages the devices send by themselves.
    case control
  }

  /// The identity key of the one it is for, 32 bytes.
  public let peer: [UInt8]
  /// The body, at most `ConversationLimits.bodyByteCountMax` bytes; it looks random, so compressing it gains nothing.
  public let bytes: [UInt8]
  /// What it is for.
  public let purpose: Purpose
}
