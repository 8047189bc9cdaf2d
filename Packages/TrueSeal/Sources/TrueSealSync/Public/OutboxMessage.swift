/// A message this device has not been able to hand to the relay for everybody yet.
public struct OutboxMessage: Hashable, Sendable {
  /// What a message in the outbox is for.
  public enum Purpose: String, Hashable, Sendable {
    /// The app sent it.
    case app
    /// It is a text of a conversation, or keeps its session.
    case conversation
    /// It asks to join, or tells who belongs to the group.
    case group
  }

  /// The message's name; what `send` returned for a message of the app.
  public let id: MessageID
  /// What it is for.
  public let purpose: Purpose
  /// When the app sent it, in Unix milliseconds; nil for messages that are stamped as they leave.
  public let sentAt: UInt64?
  /// Who still lacks it, by member id where the device is a member, else nil.
  public let recipients: [String?]
}

/// What became of a message that was sent.
public enum SendOutcome: Hashable, Sendable {
  /// The relay has it for every recipient.
  case accepted
  /// It will not reach at least one recipient; the issue listener heard which.
  case failed
  /// It is still queued; whoever waited has stopped waiting.
  case queued
}
