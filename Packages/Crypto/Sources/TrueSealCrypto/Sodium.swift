internal import CSodium

/// Every call into libsodium, and every pointer handed to it.
///
/// C reads and writes as far as it is told, so each function first checks the sizes it relies on.
enum Sodium {
  /// Starts libsodium once, and refuses one whose verdict on keys differs from everybody else's.
  private static let ready: Void = {
    precondition(sodium_init() >= 0, "libsodium could not start")
    // Before the fix for CVE-2025-69277 a key with a component of order two passed as valid,
    // so two devices could disagree on who belongs to a group. Better not to start at all.
    let point = mixedOrderPoint
    precondition(!accepts(point.span), "libsodium lacks the fix for CVE-2025-69277")
  }()

  /// The version of the library that is linked.
  static var version: String { unsafe String(cString: sodium_version_string()) }

  static func check(_ span: borrowing Span<UInt8>, has count: Int, _ what: StaticString) {
    _ = ready
    precondition(span.count == count, "\(what) has \(count) bytes, not \(span.count)")
  }
}

// MARK: Memory and chance

extension Sodium {
  static func erase(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
    unsafe sodium_memzero(start, count)
  }

  static func fillWithRandom(_ target: inout MutableSpan<UInt8>) {
    _ = ready
    let count = target.count
    unsafe target.lend { target in unsafe randombytes_buf(target, count) }
  }

  static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    return unsafe lend(left, right) { left, right in
      unsafe sodium_memcmp(left, right, count) == 0
    }
  }
}

// MARK: Ed25519

extension Sodium {
  /// Makes the pair of a seed; `secretKey` becomes seed ‖ public key, which is what signing needs.
  static func makeSigningPair(
    seed: Span<UInt8>, publicKey: inout MutableSpan<UInt8>, secretKey: inout MutableSpan<UInt8>
  ) {
    check(seed, has: CryptoLimits.seedByteCount, "a seed")
    check(publicKey.span, has: CryptoLimits.publicKeyByteCount, "a public key")
    check(secretKey.span, has: CryptoLimits.expandedSigningKeyByteCount, "an expanded key")
    unsafe seed.lend { seed in
      unsafe publicKey.lend { publicKey in
        unsafe secretKey.lend { _ = unsafe crypto_sign_seed_keypair(publicKey, $0, seed) }
      }
    }
  }

  static func sign(
    _ message: Span<UInt8>, secretKey: Span<UInt8>, into signature: inout MutableSpan<UInt8>
  ) {
    check(secretKey, has: CryptoLimits.expandedSigningKeyByteCount, "an expanded key")
    check(signature.span, has: CryptoLimits.signatureByteCount, "a signature")
    let count = UInt64(message.count)
    unsafe lend(message, secretKey) { message, secretKey in
      unsafe signature.lend { _ = unsafe crypto_sign_detached($0, nil, message, count, secretKey) }
    }
  }

  static func verifies(
    _ signature: Span<UInt8>, message: Span<UInt8>, publicKey: Span<UInt8>
  ) -> Bool {
    check(signature, has: CryptoLimits.signatureByteCount, "a signature")
    check(publicKey, has: CryptoLimits.publicKeyByteCount, "a public key")
    let count = UInt64(message.count)
    return unsafe lend(signature, publicKey) { signature, publicKey in
      unsafe message.lend {
        unsafe crypto_sign_verify_detached(signature, $0, count, publicKey) == 0
      }
    }
  }

  static func isValidPoint(_ point: Span<UInt8>) -> Bool {
    check(point, has: CryptoLimits.publicKeyByteCount, "a public key")
    return accepts(point)
  }

  private static func accepts(_ point: Span<UInt8>) -> Bool {
    unsafe point.lend { point in unsafe crypto_core_ed25519_is_valid_point(point) == 1 }
  }
}

// MARK: X25519

extension Sodium {
  /// The agreement secret that grows from the same seed as a signing key.
  static func makeAgreementSecret(
    signingKey: Span<UInt8>, into secret: inout MutableSpan<UInt8>
  ) {
    check(signingKey, has: CryptoLimits.expandedSigningKeyByteCount, "an expanded key")
    check(secret.span, has: CryptoLimits.agreementSecretByteCount, "an agreement secret")
    unsafe signingKey.lend { signingKey in
      unsafe secret.lend { _ = unsafe crypto_sign_ed25519_sk_to_curve25519($0, signingKey) }
    }
  }

  /// False when `signer` is no canonical point of the main subgroup.
  ///
  /// libsodium looks at all but the spelling here too; twice would cost a multiplication.
  static func makeAgreementKey(
    signer: Span<UInt8>, publicKey: inout MutableSpan<UInt8>
  ) -> Bool {
    check(signer, has: CryptoLimits.publicKeyByteCount, "a public key")
    guard isCanonicalPoint(signer) else { return false }
    check(publicKey.span, has: CryptoLimits.publicKeyByteCount, "a public key")
    return unsafe signer.lend { signer in
      unsafe publicKey.lend { unsafe crypto_sign_ed25519_pk_to_curve25519($0, signer) == 0 }
    }
  }

  static func makeAgreementKey(secret: Span<UInt8>, publicKey: inout MutableSpan<UInt8>) {
    check(secret, has: CryptoLimits.agreementSecretByteCount, "an agreement secret")
    check(publicKey.span, has: CryptoLimits.publicKeyByteCount, "a public key")
    unsafe secret.lend { secret in
      unsafe publicKey.lend { publicKey in _ = unsafe crypto_scalarmult_base(publicKey, secret) }
    }
  }

  /// False when the result is all zero.
  static func agree(
    secret: Span<UInt8>, publicKey: Span<UInt8>, into shared: inout MutableSpan<UInt8>
  ) -> Bool {
    check(secret, has: CryptoLimits.agreementSecretByteCount, "an agreement secret")
    check(publicKey, has: CryptoLimits.publicKeyByteCount, "a public key")
    check(shared.span, has: CryptoLimits.sharedSecretByteCount, "a shared secret")
    return unsafe lend(secret, publicKey) { secret, publicKey in
      unsafe shared.lend { shared in unsafe crypto_scalarmult(shared, secret, publicKey) == 0 }
    }
  }
}

// MARK: ChaCha20-Poly1305, with a longer nonce XChaCha20-Poly1305, and Argon2id

extension Sodium {
  static func seal(
    _ plaintext: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into sealed: inout MutableSpan<UInt8>
  ) {
    check(sealed.span, has: plaintext.count + CryptoLimits.tagByteCount, "the sealed message")
    checkSealing(key: key, nonce: nonce, count: plaintext.count)
    let (count, bindingCount) = (UInt64(plaintext.count), UInt64(binding.count))
    let encrypt =
      nonce.count == CryptoLimits.nonceByteCount
      ? unsafe crypto_aead_chacha20poly1305_ietf_encrypt
      : unsafe crypto_aead_xchacha20poly1305_ietf_encrypt
    unsafe lend(plaintext, binding, nonce, key) { plaintext, binding, nonce, key in
      unsafe sealed.lend {
        _ = unsafe encrypt($0, nil, plaintext, count, binding, bindingCount, nil, nonce, key)
      }
    }
  }

  /// False when the tag does not fit; `plaintext` then holds zeros.
  static func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, binding: Span<UInt8>,
    into plaintext: inout MutableSpan<UInt8>
  ) -> Bool {
    check(sealed, has: plaintext.count + CryptoLimits.tagByteCount, "the sealed message")
    checkSealing(key: key, nonce: nonce, count: plaintext.count)
    let (count, bindingCount) = (UInt64(sealed.count), UInt64(binding.count))
    let decrypt =
      nonce.count == CryptoLimits.nonceByteCount
      ? unsafe crypto_aead_chacha20poly1305_ietf_decrypt
      : unsafe crypto_aead_xchacha20poly1305_ietf_decrypt
    return unsafe lend(sealed, binding, nonce, key) { sealed, binding, nonce, key in
      unsafe plaintext.lend {
        unsafe decrypt($0, nil, nil, sealed, count, binding, bindingCount, nonce, key) == 0
      }
    }
  }

  /// Argon2id; false when there is no memory for it.
  static func stretch(
    _ passphrase: Span<UInt8>, salt: Span<UInt8>, passes: Int, memoryByteCount: Int,
    into key: inout MutableSpan<UInt8>
  ) -> Bool {
    check(salt, has: CryptoLimits.passphraseSaltByteCount, "a salt")
    let (count, keyCount, passes) = (UInt64(passphrase.count), UInt64(key.count), UInt64(passes))
    return unsafe lend(passphrase, salt) { passphrase, salt in
      unsafe key.lend {
        unsafe crypto_pwhash(
          $0, keyCount, passphrase, count, salt, passes, memoryByteCount,
          crypto_pwhash_ALG_ARGON2ID13) == 0
      }
    }
  }
}

// MARK: SHA-256 and HMAC-SHA256

extension Sodium {
  /// A digest that is being fed.
  struct Hash: ~Copyable {
    private var state = crypto_hash_sha256_state()

    init() { _ = unsafe crypto_hash_sha256_init(&state) }

    mutating func add(_ part: Span<UInt8>) {
      let count = UInt64(part.count)
      unsafe part.lend { _ = unsafe crypto_hash_sha256_update(&state, $0, count) }
    }

    mutating func finish(into digest: inout MutableSpan<UInt8>) {
      check(digest.span, has: CryptoLimits.digestByteCount, "a digest")
      unsafe digest.lend { _ = unsafe crypto_hash_sha256_final(&state, $0) }
    }
  }

  /// An authentication code that is being fed.
  struct Code: ~Copyable {
    fileprivate var state: crypto_auth_hmacsha256_state

    mutating func add(_ part: Span<UInt8>) {
      let count = UInt64(part.count)
      unsafe part.lend { _ = unsafe crypto_auth_hmacsha256_update(&state, $0, count) }
    }

    mutating func add(_ byte: UInt8) {
      var byte = byte
      _ = unsafe crypto_auth_hmacsha256_update(&state, &byte, 1)
    }
  }

  /// A key that is set up once, for as many codes as are wanted.
  struct Keyed: ~Copyable {
    private var state = crypto_auth_hmacsha256_state()

    init(_ key: Span<UInt8>) {
      let count = key.count
      unsafe key.lend { _ = unsafe crypto_auth_hmacsha256_init(&state, $0, count) }
    }

    /// Writes `code` after `feed` returns; finishing erases what was fed, not the key.
    func authenticate(into code: inout MutableSpan<UInt8>, feed: (inout Code) -> Void) {
      check(code.span, has: CryptoLimits.digestByteCount, "a code")
      var pending = Code(state: state)
      feed(&pending)
      unsafe code.lend { _ = unsafe crypto_auth_hmacsha256_final(&pending.state, $0) }
    }

    mutating func erase() {
      unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    }
  }
}

// MARK: Text

extension Sodium {
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: bytes.count * 2 + 1)
    _ = unsafe sodium_bin2hex(&text, text.count, bytes, bytes.count)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    let form = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, form))
    _ = unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, form)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Nil when the text is not hexadecimal from end to end.
  static func bytes(hexadecimal text: String) -> [UInt8]? {
    let text = text.utf8.map(CChar.init(bitPattern:))
    var bytes = [UInt8](repeating: 0, count: text.count / 2)
    var count = 0
    let code = unsafe sodium_hex2bin(&bytes, bytes.count, text, text.count, nil, &count, nil)
    return code == 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Nil when the text is not base64url from end to end.
  static func bytes(base64URL text: String) -> [UInt8]? {
    let text = text.utf8.map(CChar.init(bitPattern:))
    // libsodium 1.0.18 reads every byte above 127 as if it were `_`.
    guard text.allSatisfy({ $0 >= 0 }) else { return nil }
    let form = sodium_base64_VARIANT_URLSAFE_NO_PADDING
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 2)
    var count = 0
    let code = unsafe sodium_base642bin(
      &bytes, bytes.count, text, text.count, nil, &count, nil, form)
    return code == 0 ? Array(bytes.prefix(count)) : nil
  }
}
