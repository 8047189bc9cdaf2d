/// Bounds of the outbox; the first group is promised to users, and changes with the protocol.
public enum OutboxLimits {
  /// The most pushes of one session that wait for an answer (rule D-07), in entries.
  public static let unansweredMax = 64
  /// How long a `Sync` entry is worth pushing after `send()` (rule D-05), in milliseconds.
  public static let lifetimeMilliseconds: UInt64 = 30 * 24 * 60 * 60 * 1_000
  /// The first pause after a temporary refusal, and after a lost session (rule D-03).
  public static let pauseFirst = Duration.seconds(1)
  /// The longest pause of one recipient (rule D-03).
  public static let pauseMax = Duration.seconds(300)
  /// The longest pause before a session is opened again (rule D-03).
  public static let reconnectPauseMax = Duration.seconds(30)
  /// How much of a pause chance may add (rule D-03), in thousandths.
  public static let jitterPerMille = 100

  /// Our choices; another build may differ without anyone noticing.
  public enum Chosen {
    /// How many entries of one recipient are read at a time; less than twice as many are held.
    public static let loadMax = 64
    /// The longest time without a look at the wall clock while an entry can grow too old, in
    /// milliseconds; people set that clock.
    public static let expiryLookMilliseconds: UInt64 = 60 * 60 * 1_000
  }
}
