/// Bounds of releases and of what a phone remembers of them; changing one changes the protocol.
public enum UpdaterLimits {
  /// The one format of pointers, manifests and signatures (U-04, UC-4).
  public static let format: UInt64 = 1
  /// The longest pointer, in bytes (U-04).
  public static let pointerByteCountMax = 4_096
  /// The longest bundle manifest, in bytes (U-12).
  public static let manifestByteCountMax = 1_048_576
  /// The longest signature file, in bytes (UC-1).
  public static let signatureByteCountMax = 1_024
  /// The longest state file, in bytes (UR-52).
  public static let stateByteCountMax = 65_536
  /// The highest seq and floor: the largest integer every JSON reader agrees on (UC-4).
  public static let seqMax: UInt64 = 9_007_199_254_740_991
  /// The highest host build, bridge and schema number (UC-4).
  public static let requirementMax: UInt64 = 2_147_483_647
  /// The most files of a bundle (UC-4).
  public static let fileCountMax = 4_096
  /// The largest file of a bundle, in bytes (UC-4).
  public static let fileByteCountMax: UInt64 = 268_435_456
  /// The longest path of a file, in bytes of UTF-8 (UC-4).
  public static let pathByteCountMax = 512
  /// The longest segment of a path, in bytes of UTF-8 (UC-4).
  public static let segmentByteCountMax = 255
  /// The longest app id, in bytes (UC-4).
  public static let appIDByteCountMax = 128
  /// The longest bucket name, in bytes (UC-4).
  public static let bucketByteCountMax = 64
  /// The longest channel name, in bytes (U-03).
  public static let channelByteCountMax = 32
  /// The shortest and longest commit, in hexadecimal digits (UC-4).
  public static let commitByteCounts = 7...64
  /// The most pairs of bucket and schema a bundle may require (UC-4).
  public static let dataPairCountMax = 256
  /// The most signatures beside one manifest, and the most trusted keys (UC-3, UX-05).
  public static let keyCountMax = 4
  /// How deep JSON may nest (UC-4).
  public static let nestingMax = 16
  /// The most seqs remembered as bad (UR-41).
  public static let badCountMax = 256
  /// With so many unconfirmed showings a trial is bad (U-36).
  public static let trialFailsMax: UInt64 = 2
  /// How long a trial may be in the foreground before it must be ready (U-38).
  public static let readyTime = Duration.seconds(15)
  /// The most foreground time one step of the clock may add (UR-32).
  public static let readyStepMax = Duration.seconds(1)
  /// How long the whole exchange for a pointer may take (U-03).
  public static let pointerTime = Duration.seconds(5)
  /// How long the exchange for a manifest or a signature may take (UR-14).
  public static let manifestTime = Duration.seconds(30)
  /// How long one run may take (UR-14).
  public static let runTime = Duration.seconds(1_800)
  /// The slowest file that is not given up, in bytes over `slowTime` (UR-14).
  public static let slowByteCountMin: UInt64 = 61_440
  /// The stretch over which a file's speed is judged (UR-14).
  public static let slowTime = Duration.seconds(60)
  /// The pause between two runs in the foreground (U-01).
  public static let checkInterval = Duration.seconds(1_800)
  /// The pauses before a seq that failed a check is fetched again (UR-13).
  public static let refusedPauses: [Duration] = [
    .seconds(1_800), .seconds(7_200), .seconds(28_800),
  ]
  /// The most transport attempts for one file in a run (UR-22).
  public static let transportAttemptCountMax = 3
  /// The most redirects that are followed, all to the same scheme and host (UR-07).
  public static let redirectCountMax = 3
  /// The bytes a bundle may make a phone download unless the app says otherwise (U-16).
  public static let missingByteCountMax: UInt64 = 52_428_800
  /// How long a start waits for the lock (UR-48).
  public static let lockTime = Duration.milliseconds(200)
  /// The ports that may be drawn (UR-55).
  public static let ports: ClosedRange<UInt64> = 1_024...65_535

  /// Our choices; a host may be built with others.
  public enum Chosen {
    /// The most files downloaded at a time (UX-02).
    public static let downloadCountMax = 4
    /// The first pause before a failed write of a commit is tried again; each next is twice as long (UR-44).
    public static let savePauseFirst = Duration.seconds(1)
    /// The longest such pause (UR-44).
    public static let savePauseMax = Duration.seconds(60)
  }
}
