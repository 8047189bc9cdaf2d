/// How often the handler has failed on the message it is at (D-12).
struct HandlerAttempts: Hashable, Sendable {
  private var failures: [MessageID: Int] = [:]

  /// Notes one more failure; returns how many there are.
  mutating func countFailure(of id: MessageID) -> Int {
    failures[id, default: 0] += 1
    return failures[id, default: 0]
  }

  mutating func forget(_ id: MessageID) { failures[id] = nil }

  /// The wait before the next attempt: 1, 2, 4, 8 s.
  static func pause(after failures: Int) -> Duration {
    .seconds(1 << min(max(failures - 1, 0), 3))
  }
}
