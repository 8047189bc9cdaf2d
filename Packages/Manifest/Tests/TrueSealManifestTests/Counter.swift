import Synchronization

/// Counts how often a check was asked.
final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add() -> Bool {
    value.withLock { $0 += 1 }
    return true
  }
}
