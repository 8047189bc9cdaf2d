/// How pauses grow: each is twice the one before, up to a longest one.
public struct RetryPolicy: Hashable, Sendable {
  /// The first pause.
  public let pauseFirst: Duration
  /// The longest pause, chance included.
  public let pauseMax: Duration
  /// How much of a pause chance may add, in thousandths.
  public let jitterPerMille: Int

  /// A policy of pauses from `pauseFirst` to `pauseMax`.
  public init(
    pauseFirst: Duration, pauseMax: Duration, jitterPerMille: Int = OutboxLimits.jitterPerMille
  ) {
    precondition(pauseFirst > .zero, "without a pause a refusal would be asked for again at once")
    precondition(pauseFirst <= pauseMax, "the first pause is also the shortest")
    precondition((0...1_000).contains(jitterPerMille), "chance at most doubles a pause")
    self.pauseFirst = pauseFirst
    self.pauseMax = pauseMax
    self.jitterPerMille = jitterPerMille
  }

  /// One recipient's pauses: 1, 2, 4 and so on to 256, then 300 seconds (rule D-03).
  public static let delivery = RetryPolicy(
    pauseFirst: OutboxLimits.pauseFirst, pauseMax: OutboxLimits.pauseMax)
  /// The pauses before a session is opened again: 1, 2, 4, 8, 16, 30 seconds (rule D-03).
  public static let reconnect = RetryPolicy(
    pauseFirst: OutboxLimits.pauseFirst, pauseMax: OutboxLimits.reconnectPauseMax)

  /// The pause that follows `pause`.
  public func longer(than pause: Duration) -> Duration {
    min(pause * 2, pauseMax)
  }

  /// `pause` with its share of chance, never beyond the longest pause.
  public func lengthened(_ pause: Duration, by jitter: Jitter) -> Duration {
    let scale = 1_000 * Int(UInt16.max)
    return min(pause + pause * (jitterPerMille * Int(jitter.draw)) / scale, pauseMax)
  }
}
