/// Which installations take part in a release that is rolled out in steps.
public enum Rollout {
  /// Whether an installation may download a release that `percent` of a hundred shall have (U-09).
  ///
  /// Raising the share adds installations and removes none (UR-10). The shares of two releases are not
  /// independent of each other (UR-11).
  public static func includes(_ installID: InstallID, seq: UInt64, percent: UInt64) -> Bool {
    share(of: installID, seq: seq) < percent
  }

  /// The place of an installation in a release's rollout, from 0 to 99 (UR-09).
  public static func share(of installID: InstallID, seq: UInt64) -> UInt64 {
    UInt64(fnv1a("\(installID):\(seq)".utf8) % 100)
  }

  /// FNV-1a of 32 bits.
  ///
  /// Source: Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
  static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
