/// The random name of one installation; it says nothing about the device and is made anew when lost.
public struct InstallID: Hashable, Sendable, CustomStringConvertible {
  private let text: String

  /// Makes a version 4 UUID of 16 random bytes; nil for any other count.
  ///
  /// Source: RFC 9562, section 5.4.
  public init?(randomBytes: [UInt8]) {
    guard randomBytes.count == 16 else { return nil }
    var bytes = randomBytes
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.text(bytes[$0]) }
    text = parts.joined(separator: "-")
  }

  /// Takes a version 4 UUID in lower case; nil for anything else.
  public init?(_ text: String) {
    let digits = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard digits.map(\.utf8.count) == [8, 4, 4, 4, 12],
      let bytes = Hexadecimal.bytes(digits.joined()), bytes[6] >> 4 == 4, bytes[8] >> 6 == 2
    else { return nil }
    self.text = text
  }

  /// Of sixteen zero bytes, for a phone whose state cannot be read and is not written.
  package static let unnamed = InstallID(zeroes: ())

  private init(zeroes: Void) { text = "00000000-0000-4000-8000-000000000000" }

  /// The UUID in lower case.
  public var description: String { text }
}
