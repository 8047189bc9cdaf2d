public import TrueSealCrypto

extension Ratchet {
  /// Begins a session with the device whose bundle was checked.
  ///
  /// Messages can be sent at once; each must carry `opening` until that is nil.
  ///
  /// Source: X3DH, revision 1, section 3.3; Double Ratchet, revision 1, section 3.3.
  public static func initiating(
    with checked: CheckedBundle, identity: borrowing SigningKey,
    labels: RatchetLabels = .trueSeal, entropy: Entropy = .system
  ) throws(RatchetError) -> Ratchet {
    try initiating(
      with: checked, identity: identity, openingKey: AgreementKey.generate(from: entropy),
      labels: labels, entropy: entropy)
  }

  /// Begins a session with a key drawn before, for who must know its tag first; the key must never
  /// begin another.
  ///
  /// Source: X3DH, revision 1, section 3.3; Double Ratchet, revision 1, section 3.3.
  public static func initiating(
    with checked: CheckedBundle, identity: borrowing SigningKey,
    openingKey ephemeral: borrowing AgreementKey, labels: RatchetLabels = .trueSeal,
    entropy: Entropy = .system
  ) throws(RatchetError) -> Ratchet {
    let bundle = checked.bundle
    var secret = OpeningSecret()
    try secret.add(identity, bundle.signedPrekey.key)
    try secret.add(ephemeral, checked.agreementKey)
    try secret.add(ephemeral, bundle.signedPrekey.key)
    if let prekey = bundle.oneTimePrekey { try secret.add(ephemeral, prekey.key) }

    var ratchet = Ratchet(
      labels: labels, initiator: identity.publicKey, responder: bundle.identity,
      openingKey: ephemeral.publicKey)
    let shelf = ratchet.secrets.own()
    secret.derive(label: labels.opening, to: RatchetSecrets.Slot.root, of: shelf)
    let isGood = ratchet.turnSending(with: bundle.signedPrekey.key.span, shelf, entropy)
    shelf.eraseWork()
    guard isGood else { throw Self.invalidKey }
    ratchet.opening = Opening(
      openingKey: ephemeral.publicKey, signedPrekeyID: bundle.signedPrekey.id,
      oneTimePrekeyID: bundle.oneTimePrekey?.id)
    return ratchet
  }

  /// Answers a session that `peer` began with our prekeys; its first message is yet to be decrypted.
  ///
  /// Whether the opening is genuine shows with that message: only then may the one-time prekey be
  /// forgotten.
  ///
  /// - Throws: `RatchetError`, codes `wrongPrekey` when a prekey is not the one that the opening
  ///   names, and `invalidKey`.
  ///
  /// Source: X3DH, revision 1, section 3.4; Double Ratchet, revision 1, section 3.3.
  public static func responding(
    to opening: Opening, of peer: [UInt8], identity: borrowing SigningKey,
    signedPrekey: borrowing Prekey, oneTimePrekey: borrowing Prekey?,
    labels: RatchetLabels = .trueSeal
  ) throws(RatchetError) -> Ratchet {
    guard let peerKey = AgreementKey.publicKey(ofSigner: peer) else {
      throw RatchetError(.invalidKey, "the identity cannot agree on anything")
    }
    let oneTimeID = Self.id(of: oneTimePrekey)
    guard opening.signedPrekeyID == signedPrekey.id, opening.oneTimePrekeyID == oneTimeID else {
      throw RatchetError(.wrongPrekey, "the opening names other prekeys")
    }
    var secret = OpeningSecret()
    try secret.add(signedPrekey.key, peerKey)
    try secret.add(identity, opening.openingKey)
    try secret.add(signedPrekey.key, opening.openingKey)
    switch oneTimePrekey {
    case .some(let prekey): try secret.add(prekey.key, opening.openingKey)
    case .none: break
    }

    var ratchet = Ratchet(
      labels: labels, initiator: peer, responder: identity.publicKey,
      openingKey: opening.openingKey)
    let shelf = ratchet.secrets.own()
    secret.derive(label: labels.opening, to: RatchetSecrets.Slot.root, of: shelf)
    signedPrekey.secret().withBytes { shelf.set(RatchetSecrets.Slot.ownSecret, to: $0) }
    return ratchet
  }

  private static func id(of prekey: borrowing Prekey?) -> UInt32? {
    switch prekey {
    case .some(let prekey): prekey.id
    case .none: nil
    }
  }

  static var invalidKey: RatchetError {
    RatchetError(.invalidKey, "the agreement gave only zeros")
  }
}

/// What the agreements of an opening concentrate into.
private struct OpeningSecret: ~Copyable {
  /// Thirty-two ff, which no key begins with, and up to four agreements.
  private let parts = SecretShelf(slotCount: 5)
  private var count = 1

  init() {
    parts.write(0) { part in
      for index in part.indices { part[index] = 0xff }
    }
  }

  mutating func add(_ own: borrowing AgreementKey, _ other: [UInt8]) throws(RatchetError) {
    do throws(CryptoError) {
      try parts.write(count) { part throws(CryptoError) in
        try own.agree(with: other.span, into: &part)
      }
    } catch { throw RatchetError(.invalidKey, error.detail) }
    count += 1
  }

  mutating func add(_ own: borrowing SigningKey, _ other: [UInt8]) throws(RatchetError) {
    guard parts.write(count, { own.agree(with: other.span, into: &$0) }) else {
      throw Ratchet.invalidKey
    }
    count += 1
  }

  func derive(label: [UInt8], to slot: Int, of shelf: SecretShelf) {
    parts.read(0, count: count * SecretShelf.slotByteCount) { input in
      shelf.write(slot) { root in
        let zeros: [UInt8] = []
        KeyDerivation.derive(input: input, salt: zeros.span, info: label.span, into: &root)
      }
    }
  }
}
