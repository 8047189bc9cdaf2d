/// Where a client reads the time and waits.
///
/// Waits use a clock that only moves forward and is never stored; expiry uses Unix time, which is.
public struct Clock: Sendable {
  /// Time since some fixed moment, unaffected by the calendar.
  public var now: @Sendable () -> Duration
  /// Milliseconds since 1970, as the device's calendar says.
  public var unixMilliseconds: @Sendable () -> Int64
  /// Returns when that much time has passed, or throws `CancellationError` when its task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Puts a clock together.
  public init(
    now: @escaping @Sendable () -> Duration,
    unixMilliseconds: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.unixMilliseconds = unixMilliseconds
    self.sleep = sleep
  }

  /// The device's own clocks.
  public static let system: Clock = {
    let start = ContinuousClock.now
    return Clock(
      now: { ContinuousClock.now - start },
      unixMilliseconds: { SystemTime.unixMilliseconds() },
      sleep: { try await Task.sleep(for: $0, clock: .continuous) })
  }()
}
