/// Argon2id: a key from what a person remembers, slowly, so that guessing is slow as well.
public enum PassphraseKey {
  /// Stretches `passphrase` into a key of 32 bytes; takes as long and as much memory as asked.
  ///
  /// - Parameters:
  ///   - salt: 16 random bytes, which are no secret.
  ///   - passes: how often the memory is gone through.
  ///   - memoryByteCount: in bytes; whole KiB count.
  /// - Throws: `CryptoError`, codes `wrongLength` for another salt or for numbers outside
  ///   `CryptoLimits.Chosen`, `noMemory` when the system has too little.
  ///
  /// Source: RFC 9106 with one lane; libsodium `crypto_pwhash`, `crypto_pwhash_ALG_ARGON2ID13`.
  public static func derive(
    from passphrase: borrowing SecretBytes, salt: [UInt8], passes: Int, memoryByteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    guard salt.count == CryptoLimits.passphraseSaltByteCount else {
      throw CryptoError(.wrongLength, "a salt has 16 bytes, not \(salt.count)")
    }
    guard CryptoLimits.Chosen.stretchingPasses.contains(passes),
      CryptoLimits.Chosen.stretchingByteCounts.contains(memoryByteCount)
    else {
      throw CryptoError(.wrongLength, "\(passes) passes through \(memoryByteCount) bytes")
    }
    return try SecretBytes.filled(count: CryptoLimits.keyByteCount) {
      (key: inout MutableSpan<UInt8>) throws(CryptoError) in
      let isDone = passphrase.withBytes { passphrase in
        Sodium.stretch(
          passphrase, salt: salt.span, passes: passes, memoryByteCount: memoryByteCount,
          into: &key)
      }
      guard isDone else { throw CryptoError(.noMemory, "\(memoryByteCount) bytes are too many") }
    }
  }
}
