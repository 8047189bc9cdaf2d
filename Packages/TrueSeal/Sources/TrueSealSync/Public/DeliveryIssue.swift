/// Something about one message that went wrong and that no call could report.
///
/// Source: rule D-20.
public enum DeliveryIssue: Hashable, Sendable {
  /// A message for this device could not be read and was dropped.
  case unreadable(UnreadableReason)
  /// A message came from a device that may not send it, and was dropped.
  case unauthorized
  /// A message of a newer End-to-End Version waits on the relay until this app is upgraded.
  case heldForUpgrade(version: UInt16)
  /// The app's handler failed on a message five times, and the message was dropped; the text is the error's.
  case handlerGaveUp(MessageID, String)
  /// A message of this device will not reach one recipient, named by its member id when it is known.
  case sendFailed(MessageID, recipient: String?, SendFailure)
}

/// Why a received message could not be read.
///
/// Source: rules D-10, W-36, SK-23.
public enum UnreadableReason: String, Hashable, Sendable {
  /// The bytes are not a message for this device.
  case malformed
  /// The sender's release is too old.
  case senderOutdated
  /// The message is older than 60 days.
  case expired
  /// Too many messages wait for an upgrade already.
  case droppedWhileHeld
  /// It is of a conversation, and the session it was encrypted with is gone, or was never here (SK-21, SK-23).
  case sessionGone
}

/// Why a message was given up for one recipient.
///
/// Source: rules D-04, D-05.
public enum SendFailure: String, Hashable, Sendable {
  /// The relay takes no envelope of this size.
  case tooLarge
  /// The relay calls the push malformed.
  case malformed
  /// The relay has not taken it for 30 days.
  case expired
}
