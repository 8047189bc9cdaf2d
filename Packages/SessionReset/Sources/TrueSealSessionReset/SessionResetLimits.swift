/// Bounds of resets; the first group is promised to peers, and changes with the protocol.
public enum SessionResetLimits {
  /// Bytes of an identity key.
  public static let identityByteCount = 32
  /// How far above what is known an epoch may be (SK-06).
  public static let epochLeapMax: UInt64 = 1 << 20
  /// The highest epoch; numbers that are stored fit a signed integer of 64 bits (SK-06).
  public static let epochMax = UInt64(Int64.max)
  /// The pauses before an End that nobody answered goes out again, in milliseconds; the last one
  /// comes back without end (SK-14).
  public static let repeatPauses: [UInt64] = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000]
  /// The shortest time between two Ends sent because of what the peer sent, between two
  /// confirmations, and between two rejections, in milliseconds (SK-06, SK-07, SK-16).
  public static let answerPause: UInt64 = 60_000
  /// How long an attempt may stay without an answer before the owner is told, in milliseconds
  /// (SK-14).
  public static let stallPause: UInt64 = 86_400_000
  /// The shortest time between two resets started by themselves, in milliseconds (SK-32).
  public static let automaticPause: UInt64 = 3_600_000
  /// The most Ends of the peer taken up in `acceptanceWindow` (SK-32).
  public static let acceptanceMax = 10
  /// The time `acceptanceMax` is counted over, in milliseconds (SK-32).
  public static let acceptanceWindow: UInt64 = 3_600_000
  /// The most sessions kept beside the active one (SK-20).
  public static let archivedMax = 40
  /// How many former attempts of this device can still be read (SK-12, SK-25).
  public static let formerPrekeyMax = 3

  /// Our choices; another build may differ without anyone noticing.
  public enum Chosen {
    /// The most deleted sessions that are remembered (SK-21).
    public static let tombstoneMax = 256
    /// The most attempts of the peer that are remembered (SK-06, SK-09).
    public static let knownAttemptMax = 32
    /// How long a copy of a finished End is taken for a late one, in milliseconds (SK-09).
    public static let lateEndWindow: UInt64 = 60_000
    /// The most failed messages that are remembered (SK-32).
    public static let evidenceMax = 64
    /// So many different failures in a row mean that the conversation is out of step (SK-32).
    public static let failureMax = 3
    /// The shortest time between two notices of a conversation out of step, in milliseconds (SK-32).
    public static let desyncPause: UInt64 = 3_600_000
    /// The most texts that wait for a session (SK-17).
    public static let waitingMax = 4_096
  }
}
