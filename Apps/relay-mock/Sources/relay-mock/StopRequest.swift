import Synchronization

/// The wish that the program stop, made from anywhere and waited for in one place.
final class StopRequest: Sendable {
  private struct State {
    var isMade = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Makes the wish; later ones change nothing.
  func make() {
    let waiter = state.withLock { state in
      state.isMade = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns once the wish was made; one waiter only.
  func wait() async {
    await withCheckedContinuation { waiter in
      let isMade = state.withLock { state in
        if !state.isMade { state.waiter = waiter }
        return state.isMade
      }
      if isMade { waiter.resume() }
    }
  }
}
