/// A message sealed for the holder of one agreement key.
///
/// The box is as long as the message and a tag. Its sender is unknown: sign inside it.
public enum SealedBox {
  /// Seals `plaintext` to `recipient`, bound to `label` and `header`.
  ///
  /// `header` travels beside the box and should name both public keys. The ephemeral key must
  /// never seal twice under one label and header: the nonce is always zero.
  ///
  /// - Throws: `CryptoError`, codes `messageTooLong` above
  ///   `CryptoLimits.Chosen.boxMessageByteCountMax`, `wrongLength` and `smallOrder`.
  public static func seal(
    _ plaintext: [UInt8], to recipient: [UInt8], from ephemeral: borrowing AgreementKey,
    label: String, header: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard plaintext.count <= CryptoLimits.Chosen.boxMessageByteCountMax else {
      throw CryptoError(.messageTooLong, "\(plaintext.count) bytes do not fit a box")
    }
    let key = try key(of: ephemeral, and: recipient, label: label, header: header)
    return ChaChaPoly.seal(plaintext, key: key, nonce: nonce, binding: header)
  }

  /// Opens a box that was sealed to `key` by the holder of `ephemeral`.
  ///
  /// - Throws: `CryptoError`, codes `forged`, `messageTooLong` above
  ///   `CryptoLimits.Chosen.boxMessageByteCountMax`, `wrongLength` and `smallOrder`.
  public static func open(
    _ ciphertext: [UInt8], with key: borrowing AgreementKey, from ephemeral: [UInt8],
    label: String, header: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let ciphertextCountMax =
      CryptoLimits.Chosen.boxMessageByteCountMax + CryptoLimits.tagByteCount
    guard ciphertext.count <= ciphertextCountMax else {
      throw CryptoError(.messageTooLong, "no box has \(ciphertext.count) bytes")
    }
    let key = try self.key(of: key, and: ephemeral, label: label, header: header)
    return try ChaChaPoly.open(ciphertext, key: key, nonce: nonce, binding: header)
  }
}

extension SealedBox {
  private static let nonce = [UInt8](repeating: 0, count: CryptoLimits.nonceByteCount)

  /// The label ends at the first zero byte, so that no label can run into a header.
  private static func key(
    of own: borrowing AgreementKey, and other: [UInt8], label: String, header: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    let label = Array(label.utf8)
    precondition(!label.contains(0), "a label holds no zero byte")
    let shared = try own.sharedSecret(with: other)
    let key = KeyDerivation.extract(salt: [], input: shared)
    return KeyDerivation.expand(checkedKey: key, count: CryptoLimits.keyByteCount) { code in
      code.add(label.span)
      code.add(0)
      code.add(header.span)
    }
  }
}
