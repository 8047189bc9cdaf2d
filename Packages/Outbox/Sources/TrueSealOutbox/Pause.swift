/// A wait on the monotonic clock that grows from one refusal to the next.
public struct Pause: Hashable, Sendable {
  /// How it grows.
  public let policy: RetryPolicy
  /// How long the next wait is, before chance.
  public private(set) var length: Duration
  /// When the present wait ends; nil when there is none.
  public private(set) var end: Duration?

  /// No wait, and the shortest to come.
  public init(policy: RetryPolicy) {
    self.policy = policy
    length = policy.pauseFirst
    end = nil
  }

  /// Whether nothing is left of any earlier refusal.
  public var isFresh: Bool { end == nil && length == policy.pauseFirst }

  /// Waits from `uptime` on; the next wait will be longer.
  public mutating func begin(at uptime: Duration, jitter: Jitter) {
    end = uptime + policy.lengthened(length, by: jitter)
    length = policy.longer(than: length)
  }

  /// Whether `uptime` is no part of the wait.
  public func isOver(at uptime: Duration) -> Bool {
    end.map { uptime >= $0 } ?? true
  }

  /// Ends the wait; the next one is still the longer one.
  public mutating func lift() {
    end = nil
  }

  /// Makes the next wait the shortest again; the present one stays.
  public mutating func forgive() {
    length = policy.pauseFirst
  }

  /// Ends the wait and makes the next one the shortest again, after a success.
  public mutating func reset() {
    self = Pause(policy: policy)
  }
}
