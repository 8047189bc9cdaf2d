/// The name a device gives itself: short, printable text that is compared as bytes.
///
/// A label proves nothing about who carries it. Source: W-03.
public struct Label: Hashable, Sendable, CustomStringConvertible {
  /// The label's UTF-8, 1 to 64 bytes.
  public let bytes: [UInt8]

  /// Takes a text as it is; nothing is trimmed or normalised.
  ///
  /// - Throws: `ManifestError`, code `malformed`, where `isValid` is false.
  public init(_ text: String) throws(ManifestError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Takes the bytes of a text.
  ///
  /// - Throws: `ManifestError`, code `malformed`, for anything but 1 to 64 bytes of permitted UTF-8.
  public init(bytes: [UInt8]) throws(ManifestError) {
    guard !bytes.isEmpty, bytes.count <= ManifestLimits.labelByteCountMax else {
      throw ManifestError(.malformed, "a label has 1 to 64 bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ManifestError(.malformed, "a label is UTF-8")
    }
    guard text.unicodeScalars.allSatisfy(Self.permits) else {
      throw ManifestError(.malformed, "a label has no control or direction characters")
    }
    guard bytes.first != Self.space, bytes.last != Self.space else {
      throw ManifestError(.malformed, "a label neither begins nor ends with a space")
    }
    self.bytes = bytes
  }

  /// Whether a text can be a label, to be asked before a device is named.
  public static func isValid(_ text: String) -> Bool {
    (try? Label(text)) != nil
  }

  /// The label as text.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The label as text.
  public var description: String { text }

  /// Joins two words of our own lists, which hold nothing a label forbids.
  init(words adjective: String, _ noun: String) {
    bytes = Array("\(adjective) \(noun)".utf8)
  }

  /// Takes bytes that were checked before they were stored.
  init(checked bytes: [UInt8]) {
    self.bytes = bytes
  }

  private static let space: UInt8 = 0x20

  /// Refuses what can hide text, break a line or turn the direction of what follows.
  private static func permits(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1f, 0x7f...0x9f, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: false
    default: true
    }
  }
}
