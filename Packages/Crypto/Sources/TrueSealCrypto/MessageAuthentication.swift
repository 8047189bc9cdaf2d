/// HMAC-SHA256: a code that only a holder of the key can make or check.
public enum MessageAuthentication {
  /// Writes the 32-byte code of `message` into `code`, without allocating; keys of any length.
  ///
  /// Source: RFC 2104; libsodium `crypto_auth_hmacsha256_init`.
  public static func hmacSHA256(
    _ message: Span<UInt8>, key: Span<UInt8>, into code: inout MutableSpan<UInt8>
  ) {
    Sodium.authenticate(key: key, into: &code) { $0.add(message) }
  }

  /// The 32-byte code of `message`.
  public static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    hmacSHA256(message, key: key.span)
  }

  /// The 32-byte code of `message`.
  public static func hmacSHA256(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
    key.withBytes { hmacSHA256(message, key: $0) }
  }

  /// Whether `code` is the code of `message`; takes the same time wherever they differ.
  public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    ConstantTime.equal(code, hmacSHA256(message, key: key))
  }

  /// Whether `code` is the code of `message`; takes the same time wherever they differ.
  public static func isValid(
    _ code: [UInt8], for message: [UInt8], key: borrowing SecretBytes
  ) -> Bool {
    ConstantTime.equal(code, hmacSHA256(message, key: key))
  }

  /// Writes the codes of two messages of one byte under one key, without a second set-up.
  package static func hmacSHA256(
    _ first: UInt8, into firstCode: inout MutableSpan<UInt8>,
    _ second: UInt8, into secondCode: inout MutableSpan<UInt8>, key: Span<UInt8>
  ) {
    Sodium.withKey(key) { keyed in
      keyed.authenticate(into: &firstCode) { $0.add(first) }
      keyed.authenticate(into: &secondCode) { $0.add(second) }
    }
  }

  private static func hmacSHA256(_ message: [UInt8], key: Span<UInt8>) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: CryptoLimits.digestByteCount)
    var target = code.mutableSpan
    hmacSHA256(message.span, key: key, into: &target)
    return code
  }
}
