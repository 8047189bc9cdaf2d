/// The name of a signing key: the first 8 bytes of the SHA-256 of its public key.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt64

  /// Names a public key by its digest; nil unless that has 32 bytes.
  public init?(digest: [UInt8]) {
    guard digest.count == 32 else { return nil }
    value = digest[..<8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Takes 16 lower-case hexadecimal digits; nil for anything else.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 16, let bytes = Hexadecimal.bytes(text) else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// 16 lower-case hexadecimal digits.
  public var description: String {
    Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) })
  }
}
