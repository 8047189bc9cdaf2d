/// Where the conversation with one member stands.
public struct ConversationReport: Hashable, Sendable {
  /// What is being done about its session.
  public enum Phase: String, Hashable, Sendable {
    /// Nothing.
    case none
    /// This device asked for a new one.
    case initiated
    /// The other device asked for a new one.
    case received
  }

  /// The other device.
  public let member: GroupMember
  /// What is being done about the session.
  public let phase: Phase
  /// How many sessions were agreed on so far, by the number of the last one; 0 before the first.
  public let epoch: UInt64
  /// Whether there is a session to send on; texts wait without one.
  public let hasSession: Bool
  /// Whether the other device's last reset, or the one that runs, was proven by the session it replaces.
  ///
  /// Nil for a reset of this device. One that was not proven may come from whoever stole the long-term key (SK-31).
  public let isProvenBySession: Bool?
  /// Whether the user is to say if the other device's reset may go on.
  public let awaitsApproval: Bool
  /// How many texts of this device wait for a session.
  public let waitingCount: Int
  /// How many texts of the other device wait for the handler.
  public let unhandledCount: Int
  /// Earlier sessions that can still be read.
  public let archivedCount: Int
  /// Six groups of five digits, equal on both devices when they share one session; nil while they do not (SK-42).
  public let verification: String?
}
