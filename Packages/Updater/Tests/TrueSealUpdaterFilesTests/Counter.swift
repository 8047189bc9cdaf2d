import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
  private let state = Mutex(0)

  var count: Int { state.withLock { $0 } }

  /// Counts one more and returns how many that makes.
  @discardableResult
  func next() -> Int {
    state.withLock { state in
      state += 1
      return state
    }
  }
}
