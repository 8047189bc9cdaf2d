internal import Synchronization

/// Hands each element to every listener in order, and keeps the first ones until somebody listens.
final class EventChannel<Element: Sendable>: Sendable {
  private struct State {
    var backlog: [Element] = []
    var listeners: [UInt64: AsyncStream<Element>.Continuation] = [:]
    var nextListener: UInt64 = 0
    var wasHeard = false
    var isFinished = false
  }

  private let state = Mutex(State())
  private let replaces: @Sendable (_ newer: Element, _ older: Element) -> Bool

  /// Makes a channel; an element that `replaces` a waiting one takes its place at the end.
  init(
    replacing replaces: @escaping @Sendable (_ newer: Element, _ older: Element) -> Bool = {
      _, _ in false
    }
  ) {
    self.replaces = replaces
  }

  /// Hands an element on; when too many wait, the oldest waiting one goes.
  func post(_ element: Element) {
    state.withLock { state in
      guard !state.isFinished else { return }
      guard !state.wasHeard else {
        for listener in state.listeners.values { listener.yield(element) }
        return
      }
      state.backlog.removeAll { replaces(element, $0) }
      if state.backlog.count == SyncLimits.bufferedEventsMax { state.backlog.removeFirst() }
      state.backlog.append(element)
    }
  }

  /// Calls `handler` with each element, one after the other, beginning with those that waited.
  func listen(_ handler: @escaping @concurrent @Sendable (Element) async -> Void) -> Subscription {
    let (stream, end) = open()
    let isCancelled = Cancellation()
    Task {
      for await element in stream {
        guard !isCancelled.isSet else { return }
        await handler(element)
      }
    }
    return Subscription {
      isCancelled.set()
      end()
    }
  }

  /// The elements as a sequence of its own.
  func stream() -> AsyncStream<Element> { open().stream }

  /// Ends every listener once it has had what was posted before.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      state.backlog = []
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func open() -> (stream: AsyncStream<Element>, end: @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(SyncLimits.bufferedEventsMax))
    let id = state.withLock { state -> UInt64? in
      guard !state.isFinished else { return nil }
      for element in state.backlog { continuation.yield(element) }
      state.backlog = []
      state.wasHeard = true
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    guard let id else {
      continuation.finish()
      return (stream, {})
    }
    let end: @Sendable () -> Void = { [weak self] in
      self?.state.withLock { $0.listeners[id] = nil }
      continuation.finish()
    }
    continuation.onTermination = { _ in
      end()
    }
    return (stream, end)
  }
}

/// Whether a listener was taken back; read between two calls.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}
