import TrueSealTransport

/// A relay's inbox that delivers one envelope at a time and waits until it may be forgotten.
final class Inbox: Link {
  private let frames: AsyncStream<Frame>
  private let deliver: AsyncStream<Frame>.Continuation
  private let acks: AsyncStream<Void>
  private let acknowledge: AsyncStream<Void>.Continuation

  init() {
    (frames, deliver) = AsyncStream.makeStream()
    (acks, acknowledge) = AsyncStream.makeStream()
  }

  /// Returns when the envelope was acknowledged.
  func hand(_ envelope: [UInt8]) async {
    deliver.yield(.deliver(blobID: 1, envelope: envelope))
    for await _ in acks { return }
  }

  func send(_ frame: Frame) async throws(LinkError) {
    switch frame {
    case .deliverAck: acknowledge.yield()
    case .heartbeat: deliver.yield(.heartbeat)
    default: throw LinkError(.malformed)
    }
  }

  func receive() async throws(LinkError) -> Frame? {
    for await frame in frames { return frame }
    return nil
  }

  func close() { deliver.finish() }
}
