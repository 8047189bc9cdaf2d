public import TrueSealCrypto

/// A key pair that stands in a bundle: the signed prekey, or one that serves a single opening.
public struct Prekey: ~Copyable, Sendable {
  private static let version: UInt8 = 1

  /// The number the peer calls it by; any, zero included.
  public let id: UInt32
  let key: AgreementKey

  /// The public half, 32 bytes.
  public var publicKey: [UInt8] { key.publicKey }

  /// Takes the 32-byte secret half; any 32 bytes are one.
  ///
  /// - Throws: `RatchetError`, code `malformed`, for another length.
  public init(id: UInt32, secret: borrowing SecretBytes) throws(RatchetError) {
    do throws(CryptoError) {
      self.init(id: id, key: try AgreementKey(secret: secret))
    } catch { throw RatchetError(.malformed, error.detail) }
  }

  private init(id: UInt32, key: consuming AgreementKey) {
    self.id = id
    self.key = key
  }

  /// Makes a new pair.
  public static func generate(id: UInt32, from entropy: Entropy) -> Prekey {
    Prekey(id: id, key: .generate(from: entropy))
  }

  /// The 32-byte secret half.
  public func secret() -> SecretBytes { key.secret() }

  /// What is stored: version 1 ‖ id as a big-endian 32-bit number ‖ public key ‖ secret, 69 bytes.
  ///
  /// The public half spares the reader the multiplication that would give it.
  public func encoded() -> SecretBytes {
    var head = [Self.version]
    head.append(bigEndian: id)
    head += publicKey
    let secret = key.secret()
    return SecretBytes.filled(count: RatchetLimits.prekeyByteCount) { bytes in
      for index in head.indices { bytes[index] = head[index] }
      secret.withBytes { secret in
        for index in secret.indices { bytes[head.count + index] = secret[index] }
      }
    }
  }

  /// Reads what `encoded` gave.
  ///
  /// - Throws: `RatchetError`, code `malformed`.
  public init(decoding bytes: [UInt8]) throws(RatchetError) {
    var reader = ByteReader(bytes)
    try reader.version(Self.version)
    let id = try reader.number32()
    let publicKey = try reader.take(RatchetKey.byteCount)
    let shelf = SecretShelf(slotCount: 1)
    try reader.secret(to: 0, of: shelf)
    try reader.end()
    do throws(CryptoError) {
      let secret = shelf.read(0) { SecretBytes($0) }
      self.init(id: id, key: try AgreementKey(secret: secret, storedPublicKey: publicKey))
    } catch { throw RatchetError(.malformed, error.detail) }
  }
}
