/// An X25519 key: two holders of such keys agree on a secret nobody else can know.
public struct AgreementKey: ~Copyable, Sendable {
  /// The public half, 32 bytes.
  public let publicKey: [UInt8]
  private let scalar: SecretBytes

  /// Takes the 32-byte secret half; any 32 bytes are one.
  ///
  /// - Throws: `CryptoError`, code `wrongLength`.
  ///
  /// Source: RFC 7748 section 6.1; libsodium `crypto_scalarmult_base`.
  public init(secret: borrowing SecretBytes) throws(CryptoError) {
    guard secret.count == CryptoLimits.agreementSecretByteCount else {
      throw CryptoError(.wrongLength, "an agreement secret has 32 bytes, not \(secret.count)")
    }
    self.init(checkedSecret: secret.duplicate())
  }

  /// Takes both halves of a key back that this package stored side by side.
  ///
  /// Nothing checks that they belong together; working the public half out again costs as much as
  /// an agreement.
  ///
  /// - Throws: `CryptoError`, code `wrongLength`.
  package init(
    secret: borrowing SecretBytes, storedPublicKey: [UInt8]
  ) throws(CryptoError) {
    guard secret.count == CryptoLimits.agreementSecretByteCount,
      storedPublicKey.count == CryptoLimits.publicKeyByteCount
    else { throw CryptoError(.wrongLength, "both halves of a key have 32 bytes") }
    publicKey = storedPublicKey
    scalar = secret.duplicate()
  }

  init(checkedSecret secret: consuming SecretBytes) {
    publicKey = secret.withBytes { Self.publicKey(of: $0) }
    scalar = secret
  }

  /// Makes a new key.
  public static func generate(from entropy: Entropy) -> AgreementKey {
    AgreementKey(
      checkedSecret: .random(count: CryptoLimits.agreementSecretByteCount, from: entropy))
  }

  /// The secret half as it was given, to store the key.
  public func secret() -> SecretBytes {
    scalar.duplicate()
  }
}

// MARK: Agreement

extension AgreementKey {
  /// Writes the 32-byte secret shared with the holder of `publicKey` into `shared`.
  ///
  /// The secret is raw: derive keys from it, never use it as one. Does not allocate.
  ///
  /// - Throws: `CryptoError`, codes `wrongLength` and, when the result is all zero, `smallOrder`.
  ///
  /// Source: RFC 7748 section 6.1; libsodium `crypto_scalarmult`.
  public func agree(
    with publicKey: Span<UInt8>, into shared: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard publicKey.count == CryptoLimits.publicKeyByteCount else {
      throw CryptoError(.wrongLength, "a public key has 32 bytes, not \(publicKey.count)")
    }
    let agreed = scalar.withBytes { Sodium.agree(secret: $0, publicKey: publicKey, into: &shared) }
    guard agreed else { throw CryptoError(.smallOrder, "the agreement gave only zeros") }
  }

  /// The 32-byte secret shared with the holder of `publicKey`; derive keys from it.
  ///
  /// - Throws: `CryptoError`, codes `wrongLength` and, when the result is all zero, `smallOrder`.
  public func sharedSecret(with publicKey: [UInt8]) throws(CryptoError) -> SecretBytes {
    try SecretBytes.filled(count: CryptoLimits.sharedSecretByteCount) {
      shared throws(CryptoError) in
      try agree(with: publicKey.span, into: &shared)
    }
  }

  /// Whether a group may list this key: written canonically and not of small order.
  ///
  /// Canonical means below 2^255 - 19 as a little-endian number, so no key has two spellings.
  /// Costs one multiplication.
  public static func isValid(publicKey: [UInt8]) -> Bool {
    guard publicKey.count == CryptoLimits.publicKeyByteCount else { return false }
    var product = [UInt8](repeating: 0, count: CryptoLimits.sharedSecretByteCount)
    var target = product.mutableSpan
    let isOfLargeOrder = Sodium.agree(
      secret: probe.span, publicKey: publicKey.span, into: &target)
    return isOfLargeOrder && isCanonical(publicKey)
  }

  /// 2^254: shares no factor with the large prime orders, and is a multiple of every small one,
  /// so it turns exactly the keys of small order into zero.
  private static let probe: [UInt8] = [UInt8](repeating: 0, count: 31) + [0x40]

  /// As 2^255 - 19 is ed, thirty ff, 7f, only ed to ff before the same end are too large.
  private static func isCanonical(_ publicKey: [UInt8]) -> Bool {
    guard publicKey[31] < 0x80 else { return false }
    return publicKey[31] < 0x7f || publicKey[0] < 0xed
      || publicKey[1..<31].contains { $0 != 0xff }
  }
}

// MARK: Parts of protocols

extension AgreementKey {
  /// The 32-byte public half of a 32-byte secret that lies among others.
  package static func publicKey(of secret: Span<UInt8>) -> [UInt8] {
    var publicKey = [UInt8](repeating: 0, count: CryptoLimits.publicKeyByteCount)
    var target = publicKey.mutableSpan
    Sodium.makeAgreementKey(secret: secret, publicKey: &target)
    return publicKey
  }

  /// The public half that belongs to an Ed25519 key; nil when no group may list that one.
  ///
  /// Source: libsodium `crypto_sign_ed25519_pk_to_curve25519`.
  public static func publicKey(ofSigner signer: [UInt8]) -> [UInt8]? {
    guard signer.count == CryptoLimits.publicKeyByteCount else { return nil }
    var publicKey = [UInt8](repeating: 0, count: CryptoLimits.publicKeyByteCount)
    var target = publicKey.mutableSpan
    let isValid = Sodium.makeAgreementKey(signer: signer.span, publicKey: &target)
    return isValid ? publicKey : nil
  }

  /// Writes what two keys of 32 bytes agree on; false when that is all zero.
  package static func agree(
    secret: Span<UInt8>, publicKey: Span<UInt8>, into shared: inout MutableSpan<UInt8>
  ) -> Bool {
    Sodium.agree(secret: secret, publicKey: publicKey, into: &shared)
  }
}
