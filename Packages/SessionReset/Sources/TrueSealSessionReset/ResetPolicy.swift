/// What the owner of a device may choose about resets.
public struct ResetPolicy: Hashable, Sendable {
  /// How long sessions that were replaced stay readable after a reset, in milliseconds (SK-22).
  public var graceWindow: UInt64 = 0
  /// Whether a conversation that is out of step starts a reset by itself (SK-32).
  public var automaticResets = true
  /// Whether the owner is asked before a reset of the peer that its old session does not prove
  /// (SK-31); where there is no session to lose, nobody is asked.
  public var asksBeforeIdentityOnly = false
  /// How long the transport may hold a message back, in milliseconds; 30 days (SK-21).
  public var messageLifetime: UInt64 = 30 * 24 * 60 * 60 * 1_000

  /// The choices made unless the owner makes others.
  public init() {}
}
