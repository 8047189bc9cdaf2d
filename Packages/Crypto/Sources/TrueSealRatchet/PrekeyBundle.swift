public import TrueSealCrypto

/// What a device hands out so that another can open a ratchet with it.
///
/// Nothing in it is secret, and nothing is believed before `checked`.
public struct PrekeyBundle: Hashable, Sendable {
  private static let version: UInt8 = 1

  /// The public half of a prekey and its number.
  public struct PublicPrekey: Hashable, Sendable {
    /// The number to call it by.
    public let id: UInt32
    /// An X25519 key, 32 bytes.
    public let key: [UInt8]

    /// Takes a key of 32 bytes, good or not.
    public init(id: UInt32, key: [UInt8]) {
      self.id = id
      self.key = key
    }
  }

  /// The Ed25519 key of the device, 32 bytes.
  public let identity: [UInt8]
  /// The prekey that serves many openings.
  public let signedPrekey: PublicPrekey
  /// The identity's Ed25519 signature over the 32 bytes of the signed prekey, 64 bytes.
  public let signature: [UInt8]
  /// The prekey that serves this opening only, if there is one.
  public let oneTimePrekey: PublicPrekey?

  /// Takes the parts as somebody else wrote them.
  public init(
    identity: [UInt8], signedPrekey: PublicPrekey, signature: [UInt8],
    oneTimePrekey: PublicPrekey?
  ) {
    self.identity = identity
    self.signedPrekey = signedPrekey
    self.signature = signature
    self.oneTimePrekey = oneTimePrekey
  }

  /// Makes the bundle of `identity`, and signs its prekey.
  public init(
    identity: borrowing SigningKey, signedPrekey: borrowing Prekey,
    oneTimePrekey: borrowing Prekey?
  ) {
    self.init(
      identity: identity.publicKey,
      signedPrekey: PublicPrekey(id: signedPrekey.id, key: signedPrekey.publicKey),
      signature: identity.sign(signedPrekey.publicKey),
      oneTimePrekey: Self.publicHalf(of: oneTimePrekey))
  }

  private static func publicHalf(of prekey: borrowing Prekey?) -> PublicPrekey? {
    switch prekey {
    case .some(let prekey): PublicPrekey(id: prekey.id, key: prekey.publicKey)
    case .none: nil
    }
  }
}

// MARK: Bytes

extension PrekeyBundle {
  /// Version 1 ‖ identity ‖ id ‖ signed prekey ‖ signature ‖ 0, or 1 ‖ id ‖ one-time prekey:
  /// 134 or 170 bytes, numbers big-endian of 32 bits.
  ///
  /// Every part must have its length.
  public var encoded: [UInt8] {
    precondition(
      identity.count == 32 && signature.count == 64 && signedPrekey.key.count == 32
        && oneTimePrekey.map { $0.key.count == 32 } != false, "a part has a wrong length")
    var bytes = [Self.version] + identity
    bytes.append(bigEndian: signedPrekey.id)
    bytes += signedPrekey.key + signature
    bytes.append(oneTimePrekey == nil ? 0 : 1)
    if let oneTimePrekey {
      bytes.append(bigEndian: oneTimePrekey.id)
      bytes += oneTimePrekey.key
    }
    return bytes
  }

  /// Reads what `encoded` gives and nothing else.
  ///
  /// - Throws: `RatchetError`, code `malformed`.
  public init(decoding bytes: [UInt8]) throws(RatchetError) {
    var reader = ByteReader(bytes)
    try reader.version(Self.version)
    identity = try reader.take(CryptoLimits.publicKeyByteCount)
    signedPrekey = try Self.prekey(&reader)
    signature = try reader.take(CryptoLimits.signatureByteCount)
    oneTimePrekey = try reader.flag() ? Self.prekey(&reader) : nil
    try reader.end()
  }

  private static func prekey(_ reader: inout ByteReader) throws(RatchetError) -> PublicPrekey {
    PublicPrekey(
      id: try reader.number32(), key: try reader.take(CryptoLimits.publicKeyByteCount))
  }
}

// MARK: Checking

extension PrekeyBundle {
  /// Checks the bundle of somebody whose identity is known.
  ///
  /// - Throws: `RatchetError`, codes `wrongIdentity`, `invalidKey` for a key that no group may
  ///   list, and `wrongSignature`.
  public func checked(for identity: [UInt8]) throws(RatchetError) -> CheckedBundle {
    guard identity == self.identity else {
      throw RatchetError(.wrongIdentity, "the bundle is of another identity")
    }
    guard let agreement = AgreementKey.publicKey(ofSigner: identity) else {
      throw RatchetError(.invalidKey, "the identity cannot agree on anything")
    }
    for prekey in [signedPrekey, oneTimePrekey].compactMap({ $0 }) {
      guard AgreementKey.isValid(publicKey: prekey.key) else {
        throw RatchetError(.invalidKey, "prekey \(prekey.id) cannot agree on anything")
      }
    }
    guard SigningKey.verify(signature, of: signedPrekey.key, by: identity) else {
      throw RatchetError(.wrongSignature, "the identity did not sign prekey \(signedPrekey.id)")
    }
    return CheckedBundle(bundle: self, agreementKey: agreement)
  }
}
