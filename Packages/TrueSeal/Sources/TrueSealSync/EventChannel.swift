internal import Synchronization

/// Hands each element to every listener in order, and keeps the first ones until somebody listens.
final class EventChannel<Element: Sendable>: Sendable {
  /// Something posted, and what to do once a listener has had it.
  struct Posted: Sendable {
    let element: Element
    let whenHeard: (@Sendable () -> Void)?
  }

  private struct State {
    var backlog: [Posted] = []
    var listeners: [UInt64: AsyncStream<Posted>.Continuation] = [:]
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
  ///
  /// `whenHeard` is called each time a listener has returned from it.
  func post(_ element: Element, whenHeard: (@Sendable () -> Void)? = nil) {
    let posted = Posted(element: element, whenHeard: whenHeard)
    state.withLock { state in
      guard !state.isFinished else { return }
      guard !state.wasHeard else {
        for listener in state.listeners.values { listener.yield(posted) }
        return
      }
      state.backlog.removeAll { replaces(element, $0.element) }
      if state.backlog.count == SyncLimits.bufferedEventsMax { state.backlog.removeFirst() }
      state.backlog.append(posted)
    }
  }

  /// Calls `handler` with each element, one after the other, beginning with those that waited.
  func listen(_ handler: @escaping @concurrent @Sendable (Element) async -> Void) -> Subscription {
    let (stream, end) = open()
    let isCancelled = Cancellation()
    Task {
      for await posted in stream {
        guard !isCancelled.isSet else { return }
        await handler(posted.element)
        posted.whenHeard?()
      }
    }
    return Subscription {
      isCancelled.set()
      end()
    }
  }

  /// The elements as a sequence of its own; whoever asks for the next one, or for no more, has heard the last one.
  func stream() -> AsyncStream<Element> {
    let hearing = Hearing(open().stream)
    return AsyncStream { await hearing.next() }
  }

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

  private func open() -> (stream: AsyncStream<Posted>, end: @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Posted.self, bufferingPolicy: .bufferingNewest(SyncLimits.bufferedEventsMax))
    let id = state.withLock { state -> UInt64? in
      guard !state.isFinished else { return nil }
      for posted in state.backlog { continuation.yield(posted) }
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

/// One reader of a sequence of what was posted.
private actor Hearing<Element: Sendable> {
  private let stream: AsyncStream<EventChannel<Element>.Posted>
  private var whenHeard: (@Sendable () -> Void)?

  init(_ stream: AsyncStream<EventChannel<Element>.Posted>) { self.stream = stream }

  deinit { whenHeard?() }

  func next() async -> Element? {
    whenHeard?()
    whenHeard = nil
    var iterator = stream.makeAsyncIterator()
    let posted = await iterator.next(isolation: self)
    whenHeard = posted?.whenHeard
    return posted?.element
  }
}

/// Whether a listener was taken back; read between two calls.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}
