import Synchronization

/// A monotonic clock that moves only when a test moves it.
final class ManualClock: Sendable {
  private struct State {
    var time = Duration.seconds(1_000)
    var waiting: [UInt64: (until: Duration, CheckedContinuation<Void, any Error>)] = [:]
    var next: UInt64 = 0
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.time } }

  /// When each sleeper is due, ascending.
  var due: [Duration] { state.withLock { $0.waiting.values.map(\.until).sorted() } }

  func pause(_ time: Duration) async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled { return true }
          state.waiting[number] = (state.time + time, continuation)
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.waiting.removeValue(forKey: number) }
      sleeper?.1.resume(throwing: CancellationError())
    }
  }

  /// Moves time on and wakes whoever is due.
  func advance(by time: Duration) {
    let woken = state.withLock { state in
      state.time += time
      let due = state.waiting.filter { $0.value.until <= state.time }
      for number in due.keys { state.waiting[number] = nil }
      return due.values.map(\.1)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Moves time to the earliest sleeper that is due within a while; false if there is none.
  @discardableResult
  func advanceToNext(within limit: Duration = .seconds(1_000_000)) -> Bool {
    guard let first = due.first, first - now <= limit else { return false }
    advance(by: max(first - now, .zero))
    return true
  }
}
