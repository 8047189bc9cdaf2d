internal import Synchronization
public import TrueSealSync

/// A clock that stands still until a test moves it.
///
/// `Clock` values made from it read and wait on it; moving it wakes every wait whose time has come.
public final class ManualClock: Sendable {
  private struct Sleeper {
    let due: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var unixMilliseconds: Int64
    var sleepers: [UInt64: Sleeper] = [:]
    var cancelled: Set<UInt64> = []
    var nextSleeper: UInt64 = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  /// Makes a clock that shows a Unix time in milliseconds.
  public init(unixMilliseconds: Int64 = 1_700_000_000_000) {
    state = Mutex(State(unixMilliseconds: unixMilliseconds))
  }

  /// The clock as a client's part.
  public var clock: Clock {
    Clock(
      now: { self.now }, unixMilliseconds: { self.unixMilliseconds },
      sleep: { try await self.sleep($0) })
  }

  /// Time since the clock was made, on the clock that only moves forward.
  public var now: Duration { state.withLock { $0.now } }

  /// What the calendar shows, in milliseconds since 1970.
  public var unixMilliseconds: Int64 { state.withLock { $0.unixMilliseconds } }

  /// How many waits are under way.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The shortest time in which a wait ends; nil when nobody waits.
  public var timeToNextWake: Duration? {
    state.withLock { state in
      state.sleepers.values.map(\.due).min().map { $0 - state.now }
    }
  }

  /// Moves both the calendar and the forward clock, and wakes whom that makes due.
  public func advance(by time: Duration) {
    let due = state.withLock { state in
      state.now += time
      let (seconds, attoseconds) = time.components
      state.unixMilliseconds += seconds * 1_000 + attoseconds / 1_000_000_000_000_000
      let due = state.sleepers.filter { $0.value.due <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.due < $1.due }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Sets the calendar alone, as a person does.
  public func setUnixMilliseconds(_ time: Int64) {
    state.withLock { $0.unixMilliseconds = time }
  }

  /// Returns when the clock has been moved that far.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(_ time: Duration) async throws {
    let id = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(id, for: time, continuation)
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let sleeper = state.sleepers.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns once at least `count` waits are under way.
  public func untilAsleep(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func enter(
    _ id: UInt64, for time: Duration, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    enum Entry { case waits, isOver, isCancelled }
    let (entry, watchers) = state.withLock { state in
      if state.cancelled.remove(id) != nil {
        return (Entry.isCancelled, [CheckedContinuation<Void, Never>]())
      }
      guard time > .zero else { return (.isOver, []) }
      state.sleepers[id] = Sleeper(due: state.now + time, continuation: continuation)
      let reached = state.watchers.filter { $0.count <= state.sleepers.count }
      state.watchers.removeAll { $0.count <= state.sleepers.count }
      return (.waits, reached.map(\.continuation))
    }
    switch entry {
    case .waits: break
    case .isOver: continuation.resume()
    case .isCancelled: continuation.resume(throwing: CancellationError())
    }
    for watcher in watchers { watcher.resume() }
  }
}
