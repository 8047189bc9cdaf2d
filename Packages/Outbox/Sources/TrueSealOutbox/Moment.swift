/// One look at both clocks.
public struct Moment: Hashable, Sendable {
  /// Time since some fixed start, never set back; for pauses only and never stored.
  public let uptime: Duration
  /// Unix time in milliseconds, which people may set; for expiry only.
  public let wallClock: UInt64

  /// What both clocks showed.
  public init(uptime: Duration, wallClock: UInt64) {
    self.uptime = uptime
    self.wallClock = wallClock
  }
}
