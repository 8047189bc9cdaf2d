import Synchronization
import TrueSealRelayLink

@testable import RelayMock

/// A clock that a test moves, and a relay's event loop that goes by it.
final class ManualTime: Sendable {
  private let reading: Reading
  let eventLoop: EventLoop

  init() {
    let reading = Reading()
    self.reading = reading
    eventLoop = EventLoop(now: { reading.time.withLock { $0 } })
  }

  func advance(by seconds: Double) {
    reading.time.withLock { $0 += .seconds(seconds) }
    eventLoop.clockChanged()
  }

  /// The live parts, but with this time.
  var parts: RelayParts {
    var parts = RelayParts.live
    parts.eventLoop = eventLoop
    return parts
  }

  private final class Reading: Sendable {
    let time = Mutex(Duration.zero)
  }
}
