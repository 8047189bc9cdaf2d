import Synchronization
import TrueSealTransport

/// A relay that takes every push at once, delivers nothing, and answers each with an Ack.
final class Sink: Link {
  private let expected: Int
  private let keeps: Bool
  private let taken = Mutex((count: 0, envelopes: [[UInt8]]()))
  private let acks: AsyncStream<Void>
  private let acknowledge: AsyncStream<Void>.Continuation
  private let done: AsyncStream<Void>
  private let finish: AsyncStream<Void>.Continuation

  /// Expects so many pushes, and keeps their envelopes if asked to.
  init(expecting count: Int, keeps: Bool = false) {
    expected = count
    self.keeps = keeps
    (acks, acknowledge) = AsyncStream.makeStream()
    (done, finish) = AsyncStream.makeStream()
  }

  /// Returns when all pushes have come.
  func full() async {
    for await _ in done {}
  }

  /// What was kept, in order.
  var envelopes: [[UInt8]] { taken.withLock { $0.envelopes } }

  func send(_ frame: Frame) async throws(LinkError) {
    guard case .push(_, let envelope) = frame else { throw LinkError(.malformed) }
    let count = taken.withLock { taken in
      taken.count += 1
      if keeps { taken.envelopes.append(envelope) }
      return taken.count
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
