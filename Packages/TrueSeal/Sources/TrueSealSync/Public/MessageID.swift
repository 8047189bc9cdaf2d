internal import TrueSealCrypto

/// The name of one message, equal on every device that sees it.
///
/// 48 characters: `tsm1_` and the base64url form of a SHA-256 over the author's signing key and its sequence number.
/// Source: rule W-01.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes behind the text.
  let bytes: [UInt8]

  /// The text form.
  public var description: String { Self.prefix + Base64URL.encode(bytes) }

  /// Reads the text form; nil for any other spelling.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == Self.byteCount
    else { return nil }
    self.bytes = bytes
  }

  /// Names the message an author sent under a sequence number of at most 2^63-1.
  init(author: [UInt8], sequence: UInt64) {
    bytes = Digest.sha256([Self.label, author, sequence.bigEndianBytes])
  }

  private static let prefix = "tsm1_"
  private static let label = Array("trueseal-message-id-v1".utf8) + [0]
  private static let byteCount = 32
}

extension UInt64 {
  /// The eight bytes of the number, highest first.
  var bigEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
  }
}
