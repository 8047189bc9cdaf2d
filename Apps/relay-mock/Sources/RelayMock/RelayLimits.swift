/// Bounds of the relay.
///
/// The first group is promised to devices and operators; the second is our choice.
public enum RelayLimits {
  /// The longest envelope taken, in bytes: one frame less its 5-byte head and 32-byte recipient.
  public static let envelopeByteCountMax = 65_482
  /// The lowest value that bound may be set to, in bytes.
  public static let envelopeByteCountFloor = 16_384
  /// Connections open at once on each of the two listeners.
  public static let connectionCountMax = 1_000
  /// From accepting a connection to the end of its handshake.
  public static let handshakeDeadline = Duration.seconds(10)
  /// How long a Push Session may go without a whole frame.
  public static let pushIdleDeadline = Duration.seconds(30)
  /// How long a Receive Session may go without a whole frame: three heartbeats of a device.
  public static let receiveIdleDeadline = Duration.seconds(75)
  /// How long one write may wait for a reader.
  public static let writeDeadline = Duration.seconds(10)
  /// How long a stop waits for pushes that are being written.
  public static let stopGrace = Duration.seconds(10)
  /// The ports used unless others are asked for.
  public static let receivePort: UInt16 = 7_700
  /// See `receivePort`.
  public static let pushPort: UInt16 = 7_701
  /// See `receivePort`; bound to loopback only.
  public static let healthPort: UInt16 = 7_702

  /// Our choices; another relay may be built with others.
  public enum Chosen {
    /// Pushes of one session that wait for an answer before the next is read, in bytes.
    public static let unansweredByteCountMax = 1_048_576
    /// The same bound as a count; a device sends no more than this ahead.
    public static let unansweredPushCountMax = 64
    /// Pushes of all sessions that wait for the writer, in bytes.
    public static let waitingByteCountMax = 67_108_864
    /// Blobs read ahead for one Receive Session and not yet written to its socket, in bytes.
    public static let deliveryWindowByteCount = 262_144
    /// Blobs handed to the socket together, in bytes, unless a single one is longer.
    public static let deliveryBatchByteCount = 65_536
    /// DeliverAcks of one session that wait for the writer before the next frame is read.
    public static let waitingDeletionCountMax = 256
    /// Recipients that one Push Session may have refused before it is closed.
    public static let refusedRecipientCountMax = 1_024
    /// How long the health page waits for the store before it says no.
    public static let healthPatience = Duration.seconds(2)
    /// Connections the health page serves at once.
    public static let healthConnectionCountMax = 16
    /// How long an idle connection to the health page stays open, in seconds.
    public static let healthIdleSeconds = 5
  }
}
