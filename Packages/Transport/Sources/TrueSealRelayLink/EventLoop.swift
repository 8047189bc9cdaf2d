import Dispatch
import Synchronization

/// One thread that watches any number of sockets and deadlines, and wakes the tasks that wait for them.
///
/// Tasks above it read and write; the thread itself never blocks on anything but news.
public final class EventLoop: Sendable {
  /// The loop that connectors and listeners use when none is named; it runs until the process ends.
  public static let shared = EventLoop()

  let watch: Watch
  let resolver: Resolver

  /// Starts a loop that measures time with the system's monotonic clock.
  ///
  /// The process must have two descriptors left; without them the program stops.
  public convenience init() {
    let clock = ContinuousClock()
    let start = clock.now
    self.init(now: { start.duration(to: clock.now) })
  }

  /// Starts a loop that measures time with `now`, a clock that never runs backwards.
  ///
  /// When time moves in leaps, as in tests, call `clockChanged()` after each.
  public convenience init(now: @escaping @Sendable () -> Duration) {
    self.init(now: now) { Socket.resolve(host: $0, port: $1, numericOnly: false) }
  }

  package init(
    now: @escaping @Sendable () -> Duration,
    lookUp: @escaping @Sendable (_ host: String, _ port: UInt16) -> [SocketAddress]
  ) {
    watch = Watch(now: now)
    resolver = Resolver(lookUp)
    let queue = DispatchQueue(label: "TrueSeal event loop", qos: .userInitiated)
    queue.async { [watch] in watch.run() }
  }

  deinit {
    watch.stop()
  }

  /// The time deadlines are measured with.
  public var now: Duration { watch.now() }

  /// Looks at the clock again at once.
  public func clockChanged() {
    watch.wake()
  }

  /// Calls `action` on the event thread, at `time` or soon after; it must not block.
  func schedule(at time: Duration, _ action: @escaping TimerHeap.Action) {
    watch.schedule(at: time, action)
  }

  /// Calls `action` on the event thread, soon; it must not block.
  func run(_ action: @escaping @Sendable () -> Void) {
    watch.schedule(at: .zero) { _ in action() }
  }
}

/// What the event thread works on; apart from `EventLoop`, so that dropping that ends the thread.
final class Watch: Sendable {
  private struct State {
    var channels: [UInt64: Channel] = [:]
    var channelCount: UInt64 = 0
    var timers = TimerHeap()
    var sleepsUntil: Duration?
    var isAsleep = false
    var isStopped = false
  }

  let now: @Sendable () -> Duration
  private let poller: Poller
  private let state = Mutex(State())

  init(now: @escaping @Sendable () -> Duration) {
    guard let poller = Poller() else {
      preconditionFailure("There is no descriptor left for an event loop.")
    }
    self.now = now
    self.poller = poller
  }

  /// Has the channel told of its descriptor's news until it is removed; nil when there is no room.
  func add(_ channel: Channel, _ descriptor: Int32) -> UInt64? {
    let token = state.withLock { state in
      state.channelCount += 1
      state.channels[state.channelCount] = channel
      return state.channelCount
    }
    if poller.add(descriptor, as: token) { return token }
    remove(token)
    return nil
  }

  func remove(_ token: UInt64) {
    let channel = state.withLock { $0.channels.removeValue(forKey: token) }
    _ = channel  // Dropped outside the lock, since its end may come back here.
  }

  func schedule(at time: Duration, _ action: @escaping TimerHeap.Action) {
    let oversleeps = state.withLock { state in
      state.timers.insert(at: time, action)
      guard state.isAsleep, state.sleepsUntil.map({ time < $0 }) ?? true else { return false }
      state.sleepsUntil = time
      return true
    }
    if oversleeps { poller.wake() }
  }

  func wake() {
    poller.wake()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    poller.wake()
  }

  func run() {
    while let timeout = fallAsleep() {
      let events = poller.wait(milliseconds: timeout.milliseconds)
      deliver(events)
    }
    poller.release()
  }

  /// How long to sleep, nil when the loop is over.
  private func fallAsleep() -> Timeout? {
    let now = now()
    return state.withLock { state in
      guard !state.isStopped else { return nil }
      state.isAsleep = true
      state.sleepsUntil = state.timers.next
      return Timeout(milliseconds: state.timers.next.map { Self.milliseconds(from: now, to: $0) })
    }
  }

  private struct Timeout {
    let milliseconds: Int32?
  }

  private func deliver(_ events: [PollerEvent]) {
    let now = now()
    let (told, due) = state.withLock { state in
      state.isAsleep = false
      let told = events.map { (state.channels[$0.token], $0) }
      return (told, state.timers.removeDue(at: now))
    }
    for (channel, event) in told {
      if event.isReadable { channel?.readable.raise() }
      if event.isWritable { channel?.writable.raise() }
    }
    for action in due { action(now) }
  }

  /// Rounded up, so that a deadline is past when the thread wakes; a minute at most.
  private static func milliseconds(from now: Duration, to time: Duration) -> Int32 {
    let wait = min(max(time - now, .zero), .seconds(60))
    let (seconds, attoseconds) = wait.components
    return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
