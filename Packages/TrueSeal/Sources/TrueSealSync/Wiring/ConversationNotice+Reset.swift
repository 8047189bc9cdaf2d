internal import TrueSealSessionReset

extension ConversationNotice.Kind {
  init(_ notice: Notice) {
    switch notice {
    case .resetInProgress(let isFirst, _): self = .resetInProgress(isFirst: isFirst)
    case .resetDone(let isFirst): self = .resetDone(isFirst: isFirst)
    case .resetCancelled: self = .resetCancelled
    case .resetStalled: self = .resetStalled
    case .desync: self = .unreadable
    case .approvalNeeded: self = .approvalNeeded
    }
  }
}

extension UnreadableReason {
  /// What an app hears of a message of a conversation that had no effect; nil for what it need not know of.
  init?(_ drop: Drop) {
    switch drop {
    case .refused(.duplicate): return nil
    case .refused(.malformed), .refused(.identityMismatch), .unknownContent: self = .malformed
    case .refused: self = .sessionGone
    case .staleEnd, .outrankedEnd, .tooManyEnds, .awaitsApproval, .declinedEnd, .staleRejection,
      .startRefused, .tagInUse, .nothingToDo:
      return nil
    case .epochOutOfRange: self = .malformed
    }
  }
}
