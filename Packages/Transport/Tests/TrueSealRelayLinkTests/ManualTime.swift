import Synchronization
import TrueSealRelayLink
import TrueSealTransport

/// A clock that stands still until it is moved, and the event loop that goes by it.
final class ManualTime: Sendable {
  private final class Hand: Sendable {
    let time = Mutex(Duration.seconds(1_000))
  }

  private let hand: Hand
  let loop: EventLoop

  init() {
    let hand = Hand()
    self.hand = hand
    loop = EventLoop { hand.time.withLock { $0 } }
  }

  init(lookUp: @escaping @Sendable (String, UInt16) -> [SocketAddress]) {
    let hand = Hand()
    self.hand = hand
    loop = EventLoop(now: { hand.time.withLock { $0 } }, lookUp: lookUp)
  }

  func advance(by duration: Duration) {
    hand.time.withLock { $0 += duration }
    loop.clockChanged()
  }
}

/// Yields until `condition` holds; the suite's time limit ends a wait for what never comes.
func until(_ condition: () throws -> Bool) async rethrows {
  while try !condition() { await Task.yield() }
}

/// A box a task writes to and a test looks into.
final class Noted<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }
  func note(_ value: Value) { content.withLock { $0 = value } }
}

/// A number tasks count up and a test looks at.
final class Tally: Sendable {
  private let content = Mutex(0)

  var value: Int { content.withLock { $0 } }
  func count() { content.withLock { $0 += 1 } }
}

/// What an asynchronous call comes to.
func outcome<Success: Sendable>(
  _ body: () async throws(LinkError) -> Success
) async -> Result<Success, LinkError> {
  do throws(LinkError) {
    return .success(try await body())
  } catch {
    return .failure(error)
  }
}

extension Result where Failure == LinkError {
  var failure: LinkError? {
    if case .failure(let error) = self { error } else { nil }
  }

  var code: LinkError.Code? { failure?.code }
}
