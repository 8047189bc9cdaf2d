internal import TrueSealCrypto

/// The secrets of one ratchet and the room to work on the next ones; a copy writes to its own.
struct RatchetSecrets: Sendable {
  /// The places in the row.
  ///
  /// From `kept` on they are zero between two operations.
  enum Slot {
    static let root = 0
    static let ownSecret = 1
    static let sendingChain = 2
    static let receivingChain = 3
    static let kept = 4

    static let chainA = 4
    static let chainB = 5
    static let messageKey = 6
    /// A key and, from the next place on, a nonce: derived in one go.
    static let sealing = 7
    static let nonce = 8
    /// A root key and, in the next place, a chain key: derived in one go.
    static let nextRoot = 9
    static let nextChain = 10
    static let shared = 11
    /// Where a chain key waits while another chain is walked.
    static let aside = 12
    static let count = 13
  }

  private var shelf = SecretShelf(slotCount: Slot.count)

  /// The row, which is this value's alone from now on.
  mutating func own() -> SecretShelf {
    if !isKnownUniquelyReferenced(&shelf) { shelf = shelf.copy() }
    return shelf
  }

  /// The row, for reading.
  var shared: SecretShelf { shelf }
}

// MARK: The steps

extension SecretShelf {
  typealias Slot = RatchetSecrets.Slot

  func eraseWork() { erase(Slot.kept..<Slot.count) }

  /// Puts the secret of one place into another.
  func keep(_ slot: Int, from other: Int) { set(slot, from: self, other) }

  /// One step of a chain: the key of a message, and the key of the chain after it.
  ///
  /// Source: Double Ratchet, revision 1, section 5.2 (HMAC with the constants 1 and 2).
  func step(_ chain: Int, next: Int, message: Int, of row: SecretShelf) {
    read(chain) { chain in
      write(next) { next in
        row.write(message) { message in
          MessageAuthentication.hmacSHA256(1, into: &message, 2, into: &next, key: chain)
        }
      }
    }
  }

  /// One step of the root chain: agrees, and derives the next root and chain keys.
  ///
  /// - Returns: false when the key is of small order.
  ///
  /// Source: Double Ratchet, revision 1, section 5.2 (HKDF with the root key as salt).
  func turn(root: Int, with key: Span<UInt8>, label: [UInt8]) -> Bool {
    let agreed = read(Slot.ownSecret) { secret in
      write(Slot.shared) { AgreementKey.agree(secret: secret, publicKey: key, into: &$0) }
    }
    guard agreed else { return false }
    deriveRoot(from: root, label: label)
    return true
  }

  private func deriveRoot(from root: Int, label: [UInt8]) {
    read(Slot.shared) { shared in
      read(root) { root in
        write(Slot.nextRoot, count: 2 * Self.slotByteCount) { next in
          KeyDerivation.derive(input: shared, salt: root, info: label.span, into: &next)
        }
      }
    }
  }

  /// Turns the key of a message into the key and nonce it is sealed with.
  private func deriveSealing(label: [UInt8]) {
    let count = CryptoLimits.keyByteCount + CryptoLimits.nonceByteCount
    read(Slot.messageKey) { key in
      write(Slot.sealing, count: count) { sealing in
        let zeros: [UInt8] = []
        KeyDerivation.derive(input: key, salt: zeros.span, info: label.span, into: &sealing)
      }
    }
  }

  /// Seals with the key in `messageKey`.
  func seal(_ plaintext: [UInt8], label: [UInt8], binding: [UInt8]) -> [UInt8] {
    deriveSealing(label: label)
    var sealed = [UInt8](repeating: 0, count: plaintext.count + CryptoLimits.tagByteCount)
    var target = sealed.mutableSpan
    read(Slot.sealing) { key in
      read(Slot.nonce, count: CryptoLimits.nonceByteCount) { nonce in
        ChaChaPoly.seal(
          plaintext.span, key: key, nonce: nonce, binding: binding.span, into: &target)
      }
    }
    return sealed
  }

  /// Opens with the key in `messageKey`.
  func open(
    _ sealed: [UInt8], label: [UInt8], binding: [UInt8]
  ) throws(RatchetError) -> [UInt8] {
    deriveSealing(label: label)
    var plaintext = [UInt8](repeating: 0, count: sealed.count - CryptoLimits.tagByteCount)
    var target = plaintext.mutableSpan
    do throws(CryptoError) {
      try read(Slot.sealing) { key throws(CryptoError) in
        try read(Slot.nonce, count: CryptoLimits.nonceByteCount) { nonce throws(CryptoError) in
          try ChaChaPoly.open(
            sealed.span, key: key, nonce: nonce, binding: binding.span, into: &target)
        }
      }
    } catch { throw RatchetError(.forged, "the message does not fit the key it names") }
    return plaintext
  }
}
