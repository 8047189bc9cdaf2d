/// Eight bytes that name a session: a hash, cut short, of the key that opened it (SK-23).
public struct SessionTag: Hashable, Sendable {
  /// The bytes as one number, big-endian.
  public let number: UInt64

  /// Names a session.
  public init(number: UInt64) { self.number = number }

  /// Reads a tag.
  ///
  /// - Throws: `SessionResetError`, code `malformed`, unless there are 8 bytes.
  public init(bytes: [UInt8]) throws(SessionResetError) {
    number = try ByteReader.number(in: bytes)
  }

  /// The 8 bytes.
  public var bytes: [UInt8] { ByteReader.bytes(of: number) }
}
