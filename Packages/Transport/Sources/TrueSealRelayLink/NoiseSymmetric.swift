import TrueSealCrypto
import TrueSealTransport

/// What both ends of a handshake know so far: a key that every agreement goes into, and a hash of
/// all that was said.
///
/// Source: Noise revision 34, section 5.2.
struct NoiseSymmetric: ~Copyable {
  private var chainingKey: SecretBytes
  private var cipher: NoiseCipher
  /// Before the first agreement there is no key and everything is plain.
  private var hasKey = false
  /// SHA-256 over the pattern's name, the prologue and every message.
  private(set) var hash: [UInt8]

  /// Starts with a name longer than 32 bytes, as all ours are.
  init(name: String, prologue: [UInt8]) {
    let name = Array(name.utf8)
    hash =
      name.count <= CryptoLimits.digestByteCount
      ? name + [UInt8](repeating: 0, count: CryptoLimits.digestByteCount - name.count)
      : Digest.sha256(name)
    chainingKey = SecretBytes(hash)
    cipher = NoiseCipher(key: SecretBytes([UInt8](repeating: 0, count: CryptoLimits.keyByteCount)))
    mixHash(prologue)
  }

  /// Binds `bytes` to everything that follows.
  mutating func mixHash(_ bytes: [UInt8]) {
    hash = Digest.sha256([hash, bytes])
  }

  /// Takes an agreement in and starts a new cipher.
  mutating func mixKey(_ input: borrowing SecretBytes) throws(LinkError) {
    let derived = try derive(from: input)
    chainingKey = derived.part(0..<CryptoLimits.keyByteCount)
    cipher = NoiseCipher(key: derived.part(CryptoLimits.keyByteCount..<derived.count))
    hasKey = true
  }

  /// Bytes that `seal` adds now.
  var overhead: Int { hasKey ? NoiseCipher.tagByteCount : 0 }

  /// Encrypts once there is a key, and binds what travels.
  mutating func seal(_ plaintext: [UInt8]) throws(LinkError) -> [UInt8] {
    var sealed = plaintext
    if hasKey {
      sealed += [UInt8](repeating: 0, count: NoiseCipher.tagByteCount)
      var target = sealed.mutableSpan
      let binding = hash
      try cipher.seal(plaintext.span, binding: binding.span, into: &target)
    }
    mixHash(sealed)
    return sealed
  }

  /// Undoes `seal`.
  mutating func open(_ sealed: [UInt8]) throws(LinkError) -> [UInt8] {
    var plaintext = sealed
    if hasKey {
      plaintext.removeLast(NoiseCipher.tagByteCount)
      var target = plaintext.mutableSpan
      let binding = hash
      try cipher.open(sealed.span, binding: binding.span, into: &target)
    }
    mixHash(sealed)
    return plaintext
  }

  /// The ciphers of the session: of what the initiator sends and of what the responder sends.
  func split() throws(LinkError) -> NoiseCiphers {
    let derived = try derive(from: SecretBytes([]))
    return NoiseCiphers(
      initiator: NoiseCipher(key: derived.part(0..<CryptoLimits.keyByteCount)),
      responder: NoiseCipher(key: derived.part(CryptoLimits.keyByteCount..<derived.count)))
  }

  /// Noise's HKDF with two outputs is RFC 5869 with the chaining key as salt and no info.
  private func derive(from input: borrowing SecretBytes) throws(LinkError) -> SecretBytes {
    do throws(CryptoError) {
      return try KeyDerivation.expand(
        KeyDerivation.extract(salt: chainingKey, input: input), info: [],
        count: 2 * CryptoLimits.keyByteCount)
    } catch {
      throw LinkError(.handshakeFailed, "No key could be derived.")
    }
  }
}

/// The two directions of a session, named after who sends.
struct NoiseCiphers: ~Copyable {
  let initiator: NoiseCipher
  let responder: NoiseCipher
}
