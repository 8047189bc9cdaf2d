/// Where a conversation stands.
public struct ConversationStatus: Hashable, Sendable {
  /// Where its reset stands, without the attempt.
  public enum Phase: Hashable, Sendable {
    /// No reset runs.
    case none
    /// This device began one.
    case initiated
    /// The peer began one.
    case received
  }

  /// Where its reset stands.
  public let phase: Phase
  /// The number of the last completed reset.
  public let epoch: UInt64
  /// The number of the attempt that runs.
  public let attemptEpoch: UInt64?
  /// What the last reset of the peer that completed, or the one that runs, was proven with; nil for
  /// one of this device (SK-31).
  public let proof: Proof?
  /// The session that is sent on; nil while texts wait.
  public let active: SessionTag?
  /// How many sessions are kept to be read.
  public let archivedCount: Int
  /// How many texts wait for a session.
  public let waitingCount: Int
  /// Whether the owner is asked for approval (SK-31).
  public let awaitsApproval: Bool
  /// Whether the reset can be taken back if its End is unsent (SK-41).
  public let mayCancel: Bool

  init(of machine: SessionReset, waitingCount: Int) {
    switch machine.state {
    case .none: phase = .none
    case .initiated: phase = .initiated
    case .received: phase = .received
    }
    epoch = machine.epoch
    attemptEpoch = machine.running?.epoch
    proof = machine.running == nil ? machine.proof : machine.running?.proof
    active = machine.active
    archivedCount = machine.archived.count
    self.waitingCount = waitingCount
    awaitsApproval = machine.held != nil
    mayCancel = machine.mayCancel
  }
}
