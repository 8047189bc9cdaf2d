/// One look at both clocks.
public struct ClockReading: Hashable, Sendable {
  /// Time since some fixed start, never set back; for waits within one run only.
  public let uptime: Duration
  /// Unix time in milliseconds, which people may set; for what is remembered over restarts.
  public let wallClock: UInt64

  /// What both clocks showed.
  public init(uptime: Duration, wallClock: UInt64) {
    self.uptime = uptime
    self.wallClock = wallClock
  }
}
