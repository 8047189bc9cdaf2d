/// HKDF-SHA256: keys from a secret that is not one yet.
public enum KeyDerivation {
  /// Concentrates `input` into a 32-byte key for `expand`; an empty salt counts as zeros.
  ///
  /// Source: RFC 5869 section 2.2.
  public static func extract(salt: [UInt8], input: borrowing SecretBytes) -> SecretBytes {
    input.withBytes { extract(salt: salt.span, input: $0) }
  }

  /// Concentrates `input` into a 32-byte key for `expand`, with a salt that is itself secret.
  public static func extract(
    salt: borrowing SecretBytes, input: borrowing SecretBytes
  ) -> SecretBytes {
    salt.withBytes { salt in input.withBytes { extract(salt: salt, input: $0) } }
  }

  /// Stretches a key of 32 bytes or more to `count` bytes bound to `info`.
  ///
  /// - Throws: `CryptoError`, code `wrongLength`, for a shorter key or a count outside 1 to
  ///   `CryptoLimits.derivedByteCountMax`.
  ///
  /// Source: RFC 5869 section 2.3.
  public static func expand(
    _ key: borrowing SecretBytes, info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard key.count >= CryptoLimits.digestByteCount else {
      throw CryptoError(.wrongLength, "a key to expand has 32 bytes or more, not \(key.count)")
    }
    guard (1...CryptoLimits.derivedByteCountMax).contains(count) else {
      throw CryptoError(.wrongLength, "\(count) bytes cannot be derived, only 1 to 8160")
    }
    return expand(checkedKey: key, count: count) { $0.add(info.span) }
  }

  /// Extracts, then expands.
  ///
  /// - Throws: `CryptoError`, code `wrongLength`, for a count outside 1 to
  ///   `CryptoLimits.derivedByteCountMax`.
  public static func derive(
    input: borrowing SecretBytes, salt: [UInt8], info: [UInt8], count: Int
  ) throws(CryptoError) -> SecretBytes {
    try expand(extract(salt: salt, input: input), info: info, count: count)
  }
}

extension KeyDerivation {
  private static func extract(salt: Span<UInt8>, input: Span<UInt8>) -> SecretBytes {
    SecretBytes.filled(count: CryptoLimits.digestByteCount) { key in
      extract(salt: salt, input: input, into: &key)
    }
  }

  static func expand(
    checkedKey key: borrowing SecretBytes, count: Int, info: (inout Sodium.Code) -> Void
  ) -> SecretBytes {
    SecretBytes.filled(count: count) { derived in
      key.withBytes { expand(key: $0, into: &derived, info: info) }
    }
  }
}
