/// XChaCha20-Poly1305: seals under a nonce of 24 bytes that it draws itself.
///
/// Random nonces of this length do not repeat, however many messages one key seals.
public enum XChaChaPoly {
  /// How much longer what is sealed is, in bytes: nonce and tag.
  public static let overheadByteCount =
    CryptoLimits.longNonceByteCount + CryptoLimits.tagByteCount

  /// The nonce, the sealed message and its tag, 40 bytes more than `plaintext` has.
  ///
  /// `binding` is authenticated with the message and kept elsewhere. The key has 32 bytes.
  ///
  /// Source: draft-irtf-cfrg-xchacha-03 section 2; libsodium
  /// `crypto_aead_xchacha20poly1305_ietf_encrypt`.
  public static func seal(
    _ plaintext: [UInt8], key: borrowing SecretBytes, binding: [UInt8],
    from entropy: Entropy = .system
  ) -> [UInt8] {
    let nonce = entropy.bytes(count: CryptoLimits.longNonceByteCount)
    var sealed = [UInt8](repeating: 0, count: plaintext.count + CryptoLimits.tagByteCount)
    var target = sealed.mutableSpan
    key.withBytes { key in
      Sodium.seal(
        plaintext.span, key: key, nonce: nonce.span, binding: binding.span, into: &target)
    }
    return nonce + sealed
  }

  /// The message that was sealed.
  ///
  /// - Throws: `CryptoError`, code `forged`, also for anything shorter than a nonce and a tag.
  ///
  /// Source: libsodium `crypto_aead_xchacha20poly1305_ietf_decrypt`.
  public static func open(
    _ sealed: [UInt8], key: borrowing SecretBytes, binding: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard sealed.count >= overheadByteCount else {
      throw CryptoError(.forged, "\(sealed.count) bytes cannot hold a nonce and a tag")
    }
    let nonceCount = CryptoLimits.longNonceByteCount
    var plaintext = [UInt8](repeating: 0, count: sealed.count - overheadByteCount)
    var target = plaintext.mutableSpan
    let isGenuine = key.withBytes { key in
      Sodium.open(
        sealed.span.extracting(nonceCount...), key: key,
        nonce: sealed.span.extracting(..<nonceCount), binding: binding.span, into: &target)
    }
    guard isGenuine else {
      throw CryptoError(.forged, "the tag fits neither key, binding nor message")
    }
    return plaintext
  }
}
