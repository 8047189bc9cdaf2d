/// Something about the session of a conversation that an app may want to show.
///
/// Source: rules SR-14, SR-21, SR-33, SR-36, SK-14, SK-31, SK-32, SK-41.
public struct ConversationNotice: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A new session is being agreed on; texts sent now wait for it. The first session of a conversation says so too.
    case resetInProgress(isFirst: Bool)
    /// The new session is in use, and the keys of the old ones are gone.
    case resetDone(isFirst: Bool)
    /// A reset was taken back before anything left.
    case resetCancelled
    /// The other device has not answered for a day; it is asked on.
    case resetStalled
    /// Messages of the other device cannot be read any more; a reset helps, and may follow by itself.
    case unreadable
    /// The other device wants a reset that its old session does not prove, and the policy asks the user first.
    case approvalNeeded
  }

  /// The other device.
  public let member: GroupMember
  /// What happened.
  public let kind: Kind

  /// A notice about the conversation with `member`.
  public init(member: GroupMember, kind: Kind) {
    self.member = member
    self.kind = kind
  }
}
