internal import TrueSealCrypto

/// How a passphrase becomes a store key: a salt and an effort, no secrets, kept beside the store they belong to.
///
/// For apps without a keychain. Whoever loses them has lost the store, as with the passphrase.
/// Source: RFC 9106 (Argon2id).
public struct PassphraseStretching: Hashable, Sendable {
  /// 16 random bytes.
  public let salt: [UInt8]
  /// How often the memory is gone through.
  public let passes: Int
  /// The memory it takes, in bytes.
  public let memoryByteCount: Int

  /// What was kept; nil for a salt of another length, or an effort no store was made with.
  public init?(salt: [UInt8], passes: Int, memoryByteCount: Int) {
    guard salt.count == CryptoLimits.passphraseSaltByteCount,
      CryptoLimits.Chosen.stretchingPasses.contains(passes),
      CryptoLimits.Chosen.stretchingByteCounts.contains(memoryByteCount)
    else { return nil }
    self.init(checkedSalt: salt, passes: passes, memoryByteCount: memoryByteCount)
  }

  private init(checkedSalt salt: [UInt8], passes: Int, memoryByteCount: Int) {
    self.salt = salt
    self.passes = passes
    self.memoryByteCount = memoryByteCount
  }

  /// A new salt, and three passes through 256 MiB, which take about a second.
  ///
  /// Source: libsodium `crypto_pwhash_OPSLIMIT_MODERATE`, `crypto_pwhash_MEMLIMIT_MODERATE`.
  public static func fresh() -> PassphraseStretching {
    PassphraseStretching(
      checkedSalt: Entropy.system.bytes(count: CryptoLimits.passphraseSaltByteCount), passes: 3,
      memoryByteCount: 256 * 1_024 * 1_024)
  }

  /// The 32 bytes for `TrueSeal.open`; nil when the system lacks the memory.
  ///
  /// Blocks all the while.
  public func storeKey(from passphrase: [UInt8]) -> [UInt8]? {
    let key = try? PassphraseKey.derive(
      from: SecretBytes(passphrase), salt: salt, passes: passes, memoryByteCount: memoryByteCount)
    switch consume key {
    case .some(let key): return key.exposed()
    case .none: return nil
    }
  }
}
