internal import TrueSealCrypto
public import TrueSealStore

extension CellCipher {
  /// The cipher of a store key of 32 bytes: XChaCha20-Poly1305 under a key derived from it (S-13).
  ///
  /// For custom parts; `TrueSeal.open` makes it from its `storeKey`. A key of another length is a programming error.
  public init(storeKey: [UInt8]) {
    precondition(storeKey.count == SyncLimits.storeKeyByteCount, "a store key has 32 bytes")
    let key = SecretBytes(storeKey)
    let cells = SealingKey(Self.derive(from: key, "trueseal store cells v1", count: 32))
    let mark = Self.derive(from: key, "trueseal store mark v1", count: 4)
    self.init(mark: mark.exposed().reduce(0) { $0 << 8 | UInt32($1) }) { bytes, place in
      XChaChaPoly.seal(bytes, key: cells.bytes, binding: place)
    } open: { sealed, place in
      try? XChaChaPoly.open(sealed, key: cells.bytes, binding: place)
    }
  }

  private static func derive(
    from key: borrowing SecretBytes, _ purpose: String, count: Int
  ) -> SecretBytes {
    do throws(CryptoError) {
      return try KeyDerivation.derive(input: key, salt: [], info: Array(purpose.utf8), count: count)
    } catch {
      preconditionFailure("any key gives as few bytes as these")
    }
  }
}

/// A key that two closures share, since secrets are moved and never copied.
private final class SealingKey: Sendable {
  let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
