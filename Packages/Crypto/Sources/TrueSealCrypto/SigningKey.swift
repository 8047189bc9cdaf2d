/// An Ed25519 key that signs; its public half is an identity.
public struct SigningKey: ~Copyable, Sendable {
  /// The public half, 32 bytes.
  public let publicKey: [UInt8]
  /// Seed ‖ public key, as libsodium signs with.
  private let expanded: SecretBytes

  /// Grows the key from its 32-byte seed.
  ///
  /// - Throws: `CryptoError`, code `wrongLength`.
  ///
  /// Source: RFC 8032 section 5.1.5; libsodium `crypto_sign_seed_keypair`.
  public init(seed: borrowing SecretBytes) throws(CryptoError) {
    guard seed.count == CryptoLimits.seedByteCount else {
      throw CryptoError(.wrongLength, "a signing seed has 32 bytes, not \(seed.count)")
    }
    self.init(checkedSeed: seed)
  }

  private init(checkedSeed seed: borrowing SecretBytes) {
    var publicKey = [UInt8](repeating: 0, count: CryptoLimits.publicKeyByteCount)
    var publicBytes = publicKey.mutableSpan
    expanded = .filled(count: CryptoLimits.expandedSigningKeyByteCount) { expanded in
      seed.withBytes { seed in
        Sodium.makeSigningPair(seed: seed, publicKey: &publicBytes, secretKey: &expanded)
      }
    }
    self.publicKey = publicKey
  }

  /// Makes a new key.
  public static func generate(from entropy: Entropy) -> SigningKey {
    SigningKey(checkedSeed: .random(count: CryptoLimits.seedByteCount, from: entropy))
  }

  /// The agreement key that belongs to this key, for a protocol whose identities do both.
  ///
  /// Source: libsodium `crypto_sign_ed25519_sk_to_curve25519`.
  public func agreementKey() -> AgreementKey {
    let secret = SecretBytes.filled(count: CryptoLimits.agreementSecretByteCount) { secret in
      expanded.withBytes { Sodium.makeAgreementSecret(signingKey: $0, into: &secret) }
    }
    return AgreementKey(checkedSecret: secret)
  }

  /// Writes what the agreement key that belongs to this key and another of 32 bytes agree on.
  ///
  /// False when that is all zero. Spares the public half.
  package func agree(
    with publicKey: Span<UInt8>, into shared: inout MutableSpan<UInt8>
  ) -> Bool {
    let secret = SecretBytes.filled(count: CryptoLimits.agreementSecretByteCount) { secret in
      expanded.withBytes { Sodium.makeAgreementSecret(signingKey: $0, into: &secret) }
    }
    return secret.withBytes { Sodium.agree(secret: $0, publicKey: publicKey, into: &shared) }
  }

  /// The seed, to store the key.
  public func seed() -> SecretBytes {
    expanded.part(0..<CryptoLimits.seedByteCount)
  }
}

// MARK: Signatures

extension SigningKey {
  /// Writes the 64-byte signature of `message` into `signature`, without allocating.
  ///
  /// Source: RFC 8032 section 5.1.6; libsodium `crypto_sign_detached`.
  public func sign(_ message: Span<UInt8>, into signature: inout MutableSpan<UInt8>) {
    expanded.withBytes { Sodium.sign(message, secretKey: $0, into: &signature) }
  }

  /// The 64-byte signature of `message`.
  public func sign(_ message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: CryptoLimits.signatureByteCount)
    var target = signature.mutableSpan
    sign(message.span, into: &target)
    return signature
  }

  /// Whether `publicKey` signed `message`; false for any other length than 64 and 32 bytes.
  ///
  /// One signature has one spelling: S is below the group order, R and the key are canonical
  /// and not of small order, and the equation holds without the cofactor.
  ///
  /// Source: RFC 8032 section 5.1.7; libsodium `crypto_sign_verify_detached`.
  public static func verify(
    _ signature: Span<UInt8>, of message: Span<UInt8>, by publicKey: Span<UInt8>
  ) -> Bool {
    guard signature.count == CryptoLimits.signatureByteCount,
      publicKey.count == CryptoLimits.publicKeyByteCount
    else { return false }
    return Sodium.verifies(signature, message: message, publicKey: publicKey)
  }

  /// Whether `publicKey` signed `message`; false for any other length than 64 and 32 bytes.
  public static func verify(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    verify(signature.span, of: message.span, by: publicKey.span)
  }

  /// Whether a group may list this key: a canonical point of the main subgroup, not of small order.
  ///
  /// Stricter than `verify`, which also takes keys with a small-order component.
  ///
  /// Source: libsodium `crypto_core_ed25519_is_valid_point`.
  public static func isValid(publicKey: [UInt8]) -> Bool {
    publicKey.count == CryptoLimits.publicKeyByteCount && Sodium.isValidPoint(publicKey.span)
  }
}
