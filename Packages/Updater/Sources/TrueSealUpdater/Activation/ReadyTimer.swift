/// The foreground time that a trial has to become ready.
///
///     idle ──armed──► waiting ──page started──► running ──time is up──► idle
///      ▲                 │                     │      ▲
///      └──── disarmed ───┴──────────┬──────────┘      │
///                                   └──── paused ◄────┘
///
/// Uptimes are monotonic. One step of the clock counts for a second at most, so that a process that
/// was frozen gains and loses nothing; the timer therefore asks to be woken every second.
public struct ReadyTimer: Hashable, Sendable {
  /// Where the time stands.
  public enum State: Hashable, Sendable {
    /// No trial is watched; waiting when armed.
    case idle
    /// The trial's page has not started to load; running or paused when it has.
    case waiting
    /// Time passes, and was last counted at an uptime; paused in the background.
    case running(elapsed: Duration, since: Duration)
    /// The app is in the background; running in the foreground.
    case paused(elapsed: Duration)
  }

  /// What can happen, and when.
  public enum Event: Hashable, Sendable {
    /// A trial's showing begins.
    case armed
    /// It has ended.
    case disarmed
    /// The trial's page starts to load, or fails to.
    case pageStarted(at: Duration)
    /// The app leaves the screen.
    case enteredBackground(at: Duration)
    /// The app is on screen.
    case enteredForeground(at: Duration)
    /// Time has passed.
    case clockReached(Duration)
  }

  /// What must now be done.
  public enum Effect: Hashable, Sendable {
    /// Tell the time at this uptime; an earlier request falls away.
    case wake(at: Duration)
    /// Send `timedOut` to the machine.
    case timeOut
  }

  /// Where the time stands.
  public private(set) var state: State = .idle
  /// Whether the app is on screen.
  public private(set) var isForeground: Bool
  /// The foreground time a trial has.
  public let readyTime: Duration

  /// An idle timer.
  public init(isForeground: Bool = true, readyTime: Duration = UpdaterLimits.readyTime) {
    self.isForeground = isForeground
    self.readyTime = readyTime
  }

  /// Takes one event, moves to the next state and says what must now be done, in order.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (_, .armed):
      state = .waiting
      return []

    case (_, .disarmed):
      state = .idle
      return []

    case (.waiting, .pageStarted(let now)):
      return resume(.zero, at: now)

    case (.running(let elapsed, let since), .clockReached(let now)):
      return count(elapsed, from: since, to: now)

    case (.running(let elapsed, let since), .enteredBackground(let now)):
      isForeground = false
      let effects = count(elapsed, from: since, to: now)
      if case .running(let elapsed, _) = state { state = .paused(elapsed: elapsed) }
      return effects.filter { $0 == .timeOut }

    case (.paused(let elapsed), .enteredForeground(let now)):
      isForeground = true
      return resume(elapsed, at: now)

    case (.idle, .enteredForeground), (.waiting, .enteredForeground),
      (.running, .enteredForeground):
      isForeground = true
      return []

    case (.idle, .enteredBackground), (.waiting, .enteredBackground), (.paused, .enteredBackground):
      isForeground = false
      return []

    // A page that starts again, or reloads itself for ever, gains no time.
    case (.running, .pageStarted), (.paused, .pageStarted), (.idle, .pageStarted),
      (.idle, .clockReached), (.waiting, .clockReached), (.paused, .clockReached):
      return []
    }
  }

  private mutating func resume(_ elapsed: Duration, at now: Duration) -> [Effect] {
    guard isForeground else {
      state = .paused(elapsed: elapsed)
      return []
    }
    state = .running(elapsed: elapsed, since: now)
    return [.wake(at: now + step(after: elapsed))]
  }

  private mutating func count(
    _ elapsed: Duration, from since: Duration, to now: Duration
  ) -> [Effect] {
    let passed = min(max(now - since, .zero), UpdaterLimits.readyStepMax)
    let total = elapsed + passed
    guard total < readyTime else {
      state = .idle
      return [.timeOut]
    }
    state = .running(elapsed: total, since: now)
    return [.wake(at: now + step(after: total))]
  }

  private func step(after elapsed: Duration) -> Duration {
    min(UpdaterLimits.readyStepMax, readyTime - elapsed)
  }
}
