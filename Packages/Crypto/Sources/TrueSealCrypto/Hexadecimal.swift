/// Two digits a byte.
public enum Hexadecimal {
  /// The lower case spelling of `bytes`; its time does not depend on what they are.
  ///
  /// Source: RFC 4648 section 8; libsodium `sodium_bin2hex`.
  public static func encode(_ bytes: [UInt8]) -> String {
    Sodium.hexadecimal(bytes)
  }

  /// The bytes `text` spells, in either case; nothing is skipped.
  ///
  /// - Throws: `CryptoError`, code `malformed`.
  ///
  /// Source: libsodium `sodium_hex2bin`.
  public static func decode(_ text: String) throws(CryptoError) -> [UInt8] {
    guard let bytes = Sodium.bytes(hexadecimal: text) else {
      throw CryptoError(.malformed, "the text is not hexadecimal")
    }
    return bytes
  }
}
