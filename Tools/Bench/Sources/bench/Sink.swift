import Synchronization
import TrueSealTransport

/// A relay that takes every push at once, keeps nothing, and answers each with an Ack.
final class Sink: Link {
  private let expected: Int
  private let taken = Mutex(0)
  private let acks: AsyncStream<Void>
  private let acknowledge: AsyncStream<Void>.Continuation
  private let done: AsyncStream<Void>
  private let finish: AsyncStream<Void>.Continuation

  init(expecting count: Int) {
    expected = count
    (acks, acknowledge) = AsyncStream.makeStream()
    (done, finish) = AsyncStream.makeStream()
  }

  /// Returns when all pushes have come.
  func full() async {
    for await _ in done {}
  }

  func send(_ frame: Frame) async throws(LinkError) {
    guard case .push = frame else { throw LinkError(.malformed) }
    let count = taken.withLock { taken in
      taken += 1
      return taken
    }
    acknowledge.yield()
    if count == expected { finish.finish() }
  }

  func receive() async throws(LinkError) -> Frame? {
    for await _ in acks { return .ack }
    return nil
  }

  func close() { acknowledge.finish() }
}
