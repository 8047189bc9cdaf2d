import Synchronization

/// Writes bodies in zlib format (RFC 1950) with one state that is kept and reset (W-33).
///
/// Making one costs about 50 microseconds and 256 KiB; keep it. It may be shared between threads,
/// which then wait for each other. Nothing of an earlier body shows in a later result.
public final class Deflater: Sendable {
  private let state = Mutex(Deflate.Writer())

  /// The version of zlib in use, for a log.
  ///
  /// Source: zlib `zlibVersion`.
  public static var engineVersion: String { Deflate.version }

  /// Makes the state.
  public init() {}

  /// Deflates `body` into `output` and says how many bytes that took; nil when it does not fit.
  ///
  /// Source: zlib `deflate` with `Z_FINISH`.
  public func deflate(_ body: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
    state.withLock { state in state.deflate(body, into: &output) }
  }

  /// Deflates `body`; nil when the result would be longer than `byteCountMax` bytes.
  public func deflate(_ body: [UInt8], byteCountMax: Int) -> [UInt8]? {
    guard byteCountMax > 0 else { return nil }
    var deflated = [UInt8](repeating: 0, count: byteCountMax)
    var output = deflated.mutableSpan
    guard let byteCount = deflate(body.span, into: &output) else { return nil }
    return Array(deflated.prefix(byteCount))
  }
}
