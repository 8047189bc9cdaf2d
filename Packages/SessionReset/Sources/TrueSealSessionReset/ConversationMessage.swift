/// What two devices of a conversation send each other.
public enum ConversationMessage<Bundle: Sendable>: Sendable {
  /// Asks for a new session.
  case end(ResetEnd<Bundle>)
  /// Refuses an End.
  case rejected(ResetRejection)
  /// Carries content, and what opens its session.
  case opening(OpeningMessage)
  /// Carries content.
  case ordinary(OrdinaryMessage)
}

extension ConversationMessage: Equatable where Bundle: Equatable {}
