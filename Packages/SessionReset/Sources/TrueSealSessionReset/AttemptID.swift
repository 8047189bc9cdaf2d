/// Sixteen random bytes that name one attempt at a reset (SK-06).
public struct AttemptID: Hashable, Sendable {
  /// The bytes as one number, big-endian.
  public let number: UInt128

  /// Names an attempt by a number that nobody can guess.
  public init(number: UInt128) { self.number = number }

  /// Reads an id.
  ///
  /// - Throws: `SessionResetError`, code `malformed`, unless there are 16 bytes.
  public init(bytes: [UInt8]) throws(SessionResetError) {
    number = try ByteReader.number(in: bytes)
  }

  /// The 16 bytes.
  public var bytes: [UInt8] { ByteReader.bytes(of: number) }
}
