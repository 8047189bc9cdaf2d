internal import Synchronization
internal import TrueSealTransport

/// Compressors that are kept between messages, since making one costs more than most messages do.
final class DeflaterPool: Sendable {
  private let idle = Mutex<[Deflater]>([])

  /// Lends a compressor nobody else has, and takes it back.
  func lend<Result>(_ body: (Deflater) throws -> Result) rethrows -> Result {
    let deflater = idle.withLock { $0.popLast() } ?? Deflater()
    defer { idle.withLock { $0.append(deflater) } }
    return try body(deflater)
  }
}
