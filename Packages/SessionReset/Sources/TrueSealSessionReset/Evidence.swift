/// Sixteen bytes of a hash over a message that failed, so that a copy proves nothing new (SK-32).
public struct Evidence: Hashable, Sendable {
  /// The bytes as one number, big-endian.
  public let number: UInt128

  /// Names a message.
  public init(number: UInt128) { self.number = number }

  /// Reads a hash cut to 16 bytes.
  ///
  /// - Throws: `SessionResetError`, code `malformed`, unless there are 16 bytes.
  public init(bytes: [UInt8]) throws(SessionResetError) {
    number = try ByteReader.number(in: bytes)
  }
}
