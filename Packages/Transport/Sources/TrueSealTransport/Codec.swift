/// How a body is written in its payload (W-33).
public enum Codec: UInt8, Hashable, Sendable {
  /// The payload is the body.
  case plain = 0
  /// The payload is the body in zlib format, and shorter than it.
  case deflated = 1
}
