import Synchronization

/// Room that is taken before work and given back after it; whoever finds none waits in line.
///
/// A single request larger than the whole budget is served when nothing else is out, so that no
/// size waits forever.
final class Budget: Sendable {
  private struct State {
    var taken = 0
    var line: [(amount: Int, waiter: CheckedContinuation<Void, Never>)] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// How many wait in line.
  var waitingCount: Int { state.withLock(\.line.count) }

  func take(_ amount: Int) async {
    await withCheckedContinuation { waiter in
      let isServed = state.withLock { state in
        guard state.line.isEmpty, fits(amount, state.taken) else {
          state.line.append((amount, waiter))
          return false
        }
        state.taken += amount
        return true
      }
      if isServed { waiter.resume() }
    }
  }

  func giveBack(_ amount: Int) {
    let served = state.withLock { state in
      state.taken -= amount
      var served: [CheckedContinuation<Void, Never>] = []
      while let next = state.line.first, fits(next.amount, state.taken) {
        state.taken += next.amount
        served.append(next.waiter)
        state.line.removeFirst()
      }
      return served
    }
    for waiter in served { waiter.resume() }
  }

  private func fits(_ amount: Int, _ taken: Int) -> Bool {
    taken == 0 || taken + amount <= limit
  }
}
