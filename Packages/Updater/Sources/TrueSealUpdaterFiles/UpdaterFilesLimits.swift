/// Bounds of work on files and on the network; none of them is part of the protocol.
public enum UpdaterFilesLimits {
  /// How much of a file is read or hashed at a time, in bytes.
  public static let chunkByteCount = 262_144
  /// The bytes of downloaded files after which they are made durable and renamed together.
  public static let batchByteCountMax: UInt64 = 16_777_216
  /// The number of downloaded files after which they are made durable and renamed together.
  public static let batchFileCountMax = 1_024
  /// The most bytes of headers of one answer.
  public static let headerByteCountMax = 65_536
  /// The longest address that is asked for, in bytes.
  public static let urlByteCountMax = 2_048
  /// How often a waiting exchange looks at the clock.
  public static let exchangeStep = Duration.milliseconds(50)
  /// How often a start asks for the lock while it waits.
  public static let lockStep = Duration.milliseconds(10)
  /// How often an examination is tried again after a failed read, before what it reads counts as damaged.
  public static let readAttemptCountMax = 3
  /// The first pause before a file's transport is tried again; the next is twice as long (UR-22).
  public static let retryPauseFirst = Duration.seconds(1)
  /// The deepest strange folder that a cleaning removes from the store.
  public static let folderDepthMax = 32
}
