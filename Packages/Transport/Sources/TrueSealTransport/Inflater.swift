import Synchronization

/// Reads bodies in zlib format (RFC 1950) with one state that is kept and reset (W-33).
///
/// Making one costs some microseconds and 40 KiB; keep it. It may be shared between threads, which
/// then wait for each other.
public final class Inflater: Sendable {
  private let state = Mutex(Deflate.Reader())

  /// Makes the state.
  public init() {}

  /// Inflates `payload` so that it fills `output` exactly; writes nothing beyond it.
  ///
  /// - Throws: `TransportError`, code `malformed`: not zlib format, damaged, cut, followed by other
  ///   bytes, longer or shorter than `output`, or made with a preset dictionary.
  ///
  /// Source: zlib `inflate` with `Z_FINISH`.
  public func inflate(
    _ payload: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(TransportError) {
    guard state.withLock({ state in state.inflate(payload, into: &output) }) else {
      throw TransportError(.malformed, "The payload is not one zlib stream of the stated length.")
    }
  }

  /// Inflates `payload` to exactly `byteCount` bytes, at most `TransportLimits.bodyByteCountMax`.
  ///
  /// - Throws: `TransportError`, code `malformed`.
  public func inflate(_ payload: Span<UInt8>, byteCount: Int) throws(TransportError) -> [UInt8] {
    guard byteCount >= 0, byteCount <= TransportLimits.bodyByteCountMax else {
      throw TransportError(.malformed, "A body has at most 61,440 bytes.")
    }
    var body = [UInt8](repeating: 0, count: byteCount)
    var output = body.mutableSpan
    try inflate(payload, into: &output)
    return body
  }
}
