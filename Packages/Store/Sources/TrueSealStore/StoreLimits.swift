/// Bounds of the store; all are choices of this package.
public enum StoreLimits {
  /// How many prepared statements one connection keeps for reuse.
  public static let statementsKeptMax = 64
  /// How many blobs of one statement are lent, not copied; each costs a stack frame.
  public static let lentBlobsMax = 8
  /// How long, in milliseconds, to wait for a tool that reads the file around the lock.
  public static let foreignLockWait: Int32 = 2_000
  /// Memory for pages, in KiB; stated because a file can otherwise state its own.
  public static let pageCacheKibibytes = 2_048
  /// The page size of a new file, in bytes; SQLite's own default.
  public static let pageByteCount = 4_096
  /// The log is folded into the file at this many pages; SQLite's own default.
  public static let logPagesMax = 1_000
  /// What a log file may keep, in bytes, after one large transaction.
  public static let idleLogByteCountMax = 4 * 1_024 * 1_024
  /// The oldest SQLite that has what the store needs: STRICT tables came with 3.37.0.
  public static let engineVersionMin: Int32 = 3_037_000
}
