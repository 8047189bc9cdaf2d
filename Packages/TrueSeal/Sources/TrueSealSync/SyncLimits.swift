/// Bounds the client promises or keeps; times in the unit their name ends with.
public enum SyncLimits {
  /// The longest body of one message, in bytes (W-35).
  public static let bodyByteCountMax = 61_440
  /// The most members a group has, this device included (M-03).
  public static let groupMembersMax = 32
  /// How old a message may be when it arrives, in milliseconds: 60 days (D-10).
  public static let replayWindowMilliseconds: Int64 = 60 * dayMilliseconds
  /// How long a message may wait for the relay, in milliseconds: 30 days (D-05).
  public static let sendLifetimeMilliseconds: Int64 = 30 * dayMilliseconds
  /// How often a handler is tried with one message (D-12).
  public static let handlerAttemptsMax = 5
  /// The longest text of a conversation, in bytes (SessionReset).
  public static let textByteCountMax = 61_184
  /// How many texts that wait for a session are looked at when somebody asks for one of them; a choice.
  static let waitingTextsMax = 131_072
  /// How many texts of conversations wait for the handler in the store, a choice; others stay on the relay.
  public static let lettersMax = 1_000
  /// How many bytes of texts wait there, before the last one; a choice.
  public static let letterByteCountMax = 16 * 1_048_576
  /// The least wait before conversations are looked after; a choice.
  static let conversationPause: Duration = .seconds(1)
  /// How many envelopes of a newer version are left on the relay (D-15).
  public static let newerHeldMax = 100
  /// The length of a store key, in bytes (S-13).
  public static let storeKeyByteCount = 32
  /// How many join requests wait in one pairing window (P-02).
  public static let joinRequestsMax = 32
  /// How many events or issues wait for their first listener (A-03, D-20).
  public static let bufferedEventsMax = 1_000

  static let dayMilliseconds: Int64 = 86_400_000
  /// Ids whose message claims to come from further ahead are kept until the wipe (S-09).
  static let farFutureMilliseconds: Int64 = 365 * dayMilliseconds
  /// How far the pruning time moves for one started Receive Session (S-09).
  static let pruningStepMilliseconds: Int64 = dayMilliseconds
  /// How many handled ids one transaction prunes; a choice.
  ///
  /// Ids are hashes, so each lies on a page of its own: a slice of 1,000 was seen to hold the store for 0.4 s.
  static let pruningSliceCount = 250
  /// How many entries for those not listed are given up at once; a choice.
  static let expirySliceCount = 1_000
  static let pruningInterval: Duration = .seconds(3_600)
  static let heartbeatInterval: Duration = .seconds(25)
  static let unsupportedRelayPause: Duration = .seconds(300)
  /// Bytes of received envelopes that may wait for the one being handled; a choice.
  static let receiveWindowByteCount = 524_288
  /// How many refused messages are remembered for `outcome(of:)`; a choice.
  static let rememberedFailuresMax = 256
  /// What a waiting envelope costs beside its bytes, so that empty ones cannot fill memory; a choice.
  static let receivedBlobByteCount = 256
  /// How long a full window holds up the line before what follows is left to a later session; below the time
  /// relays give a write (RL-04).
  static let fullWindowPatience: Duration = .seconds(5)
  /// How long the outbox is quiet before deleted bodies are cleared from the log file (S-08).
  static let quietBeforeTruncation: Duration = .seconds(1)
  /// How long no message comes before the inbox counts as empty (M-14).
  static let quietBeforeDrained: Duration = .seconds(1)
  /// How long what the group needs waits when the disk refuses it; a choice.
  static let upkeepRetryPause: Duration = .seconds(5)
  /// How many messages of one author wait for its admission (D-17).
  static let awaitedPerAuthorMax = 100
  /// How many messages wait for admissions in all, so that strangers cannot fill the store; a choice.
  static let awaitedMax = 10_000
  /// How long a message waits for its author's admission, in milliseconds: 7 days (D-17).
  static let awaitedMilliseconds: Int64 = 7 * dayMilliseconds
  /// After so long no relay brings a message again, in milliseconds: 60 days; a choice.
  static let awaitedForgottenMilliseconds: Int64 = 60 * dayMilliseconds
  /// The largest number that is stored or sent (wire rules, preface).
  static let numberMax: UInt64 = 1 << 63 - 1
}
