import Dispatch
import Synchronization
import TrueSealTransport

/// Looks names up on threads of its own, few at a time, and never waits longer than it may.
///
/// A lookup cannot be stopped: one that misses its deadline is left behind and keeps its place among
/// the few until the C library gives up. One that has not begun by then never begins.
final class Resolver: Sendable {
  /// The addresses of a host and a port, empty when there are none.
  typealias LookUp = @Sendable (String, UInt16) -> [SocketAddress]

  private struct Lookup {
    let host: String
    let port: UInt16
    let done: Signal
    let addresses: Answer
  }

  /// Where a lookup leaves what it found.
  private final class Answer: Sendable {
    let addresses = Mutex<[SocketAddress]>([])
    let isAbandoned = Atomic(false)
  }

  private struct State {
    var runningCount = 0
    var waiting: [Lookup] = []
  }

  private let queue = DispatchQueue(label: "TrueSeal names", attributes: .concurrent)
  private let state = Mutex(State())
  private let lookUp: LookUp

  /// Looks names up with `lookUp`, which may block.
  init(_ lookUp: @escaping LookUp) {
    self.lookUp = lookUp
  }

  /// The addresses of `host`, at least one.
  ///
  /// - Throws: `unreachable` when there are none, `timedOut`, `cancelled`.
  func addresses(
    of host: String, port: UInt16, until deadline: Duration, on loop: EventLoop
  ) async throws(LinkError) -> [SocketAddress] {
    var addresses = Socket.resolve(host: host, port: port, numericOnly: true)
    if addresses.isEmpty {
      let answer = Answer()
      let done = Signal(on: loop)
      defer { answer.isAbandoned.store(true, ordering: .relaxed) }
      start(Lookup(host: host, port: port, done: done, addresses: answer))
      try await done.wait(until: deadline)
      addresses = answer.addresses.withLock { $0 }
    }
    guard !addresses.isEmpty else { throw LinkError(.unreachable, "The name has no address.") }
    return addresses
  }

  private func start(_ lookup: Lookup) {
    let mayRun = state.withLock { state in
      guard state.runningCount < RelayLinkLimits.Chosen.lookupsMax else {
        state.waiting.append(lookup)
        return false
      }
      state.runningCount += 1
      return true
    }
    if mayRun { queue.async { self.run(lookup) } }
  }

  private func run(_ first: Lookup) {
    var lookup: Lookup? = first
    while let current = lookup {
      if !current.addresses.isAbandoned.load(ordering: .relaxed) {
        let found = lookUp(current.host, current.port)
        current.addresses.addresses.withLock { $0 = found }
        current.done.raise()
      }
      lookup = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.runningCount -= 1
        return nil
      }
    }
  }
}
