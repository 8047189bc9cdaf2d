import Synchronization

/// A bell that many may ring and one waits for.
///
///     silent ──ring──► rung ──wait──► silent
///       └────wait────► awaited ──ring──► silent
///
/// Rings while nobody waits count as one, so the waiter looks at what there is to do, not at how
/// often it was called.
final class Bell: Sendable {
  private enum State {
    case silent
    case rung
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.silent)

  func ring() {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      if case .awaited(let waiter) = state {
        state = .silent
        return waiter
      }
      state = .rung
      return nil
    }
    waiter?.resume()
  }

  /// Returns at the next ring, or at once when there was one since the last wait; one waiter only.
  func wait() async {
    await withCheckedContinuation { waiter in
      let wasRung = state.withLock { state in
        switch state {
        case .rung:
          state = .silent
          return true
        case .silent:
          state = .awaited(waiter)
          return false
        case .awaited:
          preconditionFailure("a bell has one waiter")
        }
      }
      if wasRung { waiter.resume() }
    }
  }
}
