import Synchronization
import TrueSealTransport

/// Something that happens elsewhere and that tasks wait for.
///
///     idle ──raise──► raised ──the next wait──► idle
///      └────────────fail─────┴────────────────► failed, for good
///
/// A raise is remembered until one wait has used it; a wait in progress uses it at once. Deadlines
/// cost nothing while waits are short: at most one timer is set, and it looks again when it fires.
final class Signal: Sendable {
  /// What a wait comes to when it is not yet over.
  enum Readiness {
    case raised
    /// The callback will be called, exactly once.
    case awaited
    case failed(LinkError)
  }

  private struct Waiter {
    let identity: UInt64
    let deadline: Duration?
    let resume: @Sendable (LinkError?) -> Void
  }

  private struct State {
    var isRaised: Bool
    var failure: LinkError?
    var waiters: [Waiter] = []
    var waiterCount: UInt64 = 0
    var timer: Duration?
  }

  private let loop: EventLoop
  private let state: Mutex<State>

  init(on loop: EventLoop, isRaised: Bool = false) {
    self.loop = loop
    state = Mutex(State(isRaised: isRaised))
  }

  /// Why every wait from now on fails, if it does.
  var failure: LinkError? { state.withLock { $0.failure } }

  /// Ends all waits in progress, or the next one when there are none.
  func raise() {
    resume(with: nil) { state in
      state.isRaised = state.waiters.isEmpty
      return true
    }
  }

  /// Ends all waits in progress, so that each looks again; is not remembered.
  func nudge() {
    resume(with: nil) { _ in true }
  }

  /// Ends all waits, present and future, with `error`; only the first failure counts.
  func fail(_ error: LinkError) {
    resume(with: error) { state in
      guard state.failure == nil else { return false }
      state.failure = error
      return true
    }
  }

  /// Waits for a raise.
  ///
  /// - Throws: `timedOut` at the deadline, `cancelled` with the task, or what `fail` was told.
  func wait(until deadline: Duration? = nil) async throws(LinkError) {
    let identity = state.withLock { state -> UInt64? in
      guard !state.isRaised || state.failure != nil else {
        state.isRaised = false
        return nil
      }
      state.waiterCount += 1
      return state.waiterCount
    }
    guard let identity else { return }
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<LinkError?, Never>) in
        switch arm(until: deadline, identity, { continuation.resume(returning: $0) }) {
        case .raised: continuation.resume(returning: nil)
        case .failed(let error): continuation.resume(returning: error)
        case .awaited: if Task.isCancelled { withdraw(identity) }
        }
      }
    } onCancel: {
      withdraw(identity)
    }
    if let failure { throw failure }
  }

  /// Has `body` called at the next raise, failure or at the deadline, unless there is news already.
  func whenRaised(
    until deadline: Duration?, _ body: @escaping @Sendable (LinkError?) -> Void
  ) -> Readiness {
    arm(until: deadline, 0, body)
  }

  private func arm(
    until deadline: Duration?, _ identity: UInt64, _ body: @escaping @Sendable (LinkError?) -> Void
  ) -> Readiness {
    let (readiness, timer) = state.withLock { state -> (Readiness, Duration?) in
      if let failure = state.failure { return (.failed(failure), nil) }
      if state.isRaised {
        state.isRaised = false
        return (.raised, nil)
      }
      state.waiters.append(Waiter(identity: identity, deadline: deadline, resume: body))
      guard let deadline, deadline < state.timer ?? .seconds(Int64.max) else {
        return (.awaited, nil)
      }
      state.timer = deadline
      return (.awaited, deadline)
    }
    if let timer { setTimer(timer) }
    return readiness
  }

  private func withdraw(_ identity: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.identity == identity }) else {
        return nil
      }
      return state.waiters.remove(at: index)
    }
    waiter?.resume(LinkError(.cancelled, "The waiting task was cancelled."))
  }

  private func resume(with error: LinkError?, if condition: (inout State) -> Bool) {
    let waiters = state.withLock { state -> [Waiter] in
      guard condition(&state), !state.waiters.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(error) }
  }

  private func setTimer(_ time: Duration) {
    loop.schedule(at: time) { [weak self] now in self?.timerFired(set: time, now) }
  }

  private func timerFired(set time: Duration, _ now: Duration) {
    let (late, next) = state.withLock { state -> ([Waiter], Duration?) in
      let late = state.waiters.filter { $0.deadline.map { $0 <= now } ?? false }
      state.waiters.removeAll { $0.deadline.map { $0 <= now } ?? false }
      // A timer that was set before an earlier one fires for nothing.
      guard state.timer == time else { return (late, nil) }
      state.timer = state.waiters.compactMap(\.deadline).min()
      return (late, state.timer)
    }
    if let next { setTimer(next) }
    for waiter in late { waiter.resume(LinkError(.timedOut, "A deadline passed.")) }
  }
}
