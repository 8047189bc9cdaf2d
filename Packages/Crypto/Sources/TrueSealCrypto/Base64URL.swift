/// Base64 for links and names: `A` to `Z`, `a` to `z`, `0` to `9`, `-` and `_`, no padding.
public enum Base64URL {
  /// The one spelling of `bytes`; its time does not depend on what they are.
  ///
  /// Source: RFC 4648 section 5; libsodium `sodium_bin2base64`.
  public static func encode(_ bytes: [UInt8]) -> String {
    Sodium.base64URL(bytes)
  }

  /// The bytes that `encode` spells as `text`; nothing is skipped and no other spelling passes.
  ///
  /// - Throws: `CryptoError`, code `malformed`.
  ///
  /// Source: libsodium `sodium_base642bin`.
  public static func decode(_ text: String) throws(CryptoError) -> [UInt8] {
    guard let bytes = Sodium.bytes(base64URL: text) else {
      throw CryptoError(.malformed, "the text is not canonical base64url without padding")
    }
    return bytes
  }
}
