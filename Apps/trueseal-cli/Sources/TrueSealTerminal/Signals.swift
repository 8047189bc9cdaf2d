internal import Synchronization

/// The signals that ask the program to leave: the first cancels its work, another ends it at once.
final class Signals: Sendable {
  private struct State {
    var sources: [EventSource] = []
    var count = 0
    var work: Task<ExitCode, Never>?
  }

  private let state = Mutex(State())

  /// Listens from here on.
  init() {
    let sources = System.leaveSignals.map { number in
      System.hold(number)
      return EventSource(signal: number) { [weak self] in self?.heard() }
    }
    state.withLock { $0.sources = sources }
  }

  /// Cancels this work when a signal comes, or came already.
  func cancel(_ work: Task<ExitCode, Never>) {
    let isLate = state.withLock { state in
      state.work = work
      return state.count > 0
    }
    if isLate { work.cancel() }
  }

  private func heard() {
    let (count, work) = state.withLock { state in
      state.count += 1
      return (state.count, state.work)
    }
    if count > 1 { System.leave(with: ExitCode.interrupted.rawValue) }
    work?.cancel()
  }
}
