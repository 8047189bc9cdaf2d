internal import TrueSealCrypto

extension Ratchet {
  /// Encrypts one message with a key that is then forgotten.
  ///
  /// The peer must give the same `binding`; it is authenticated and travels elsewhere. A message
  /// may have 1 MiB.
  ///
  /// - Throws: `RatchetError`, codes `nothingReceived`, `messageTooLong` and `chainExhausted`.
  ///
  /// Source: Double Ratchet, revision 1, section 3.4.
  public mutating func encrypt(
    _ plaintext: [UInt8], binding: [UInt8] = []
  ) throws(RatchetError) -> RatchetMessage {
    guard plaintext.count <= RatchetLimits.Chosen.messageByteCountMax else {
      throw RatchetError(.messageTooLong, "\(plaintext.count) bytes do not fit a message")
    }
    guard let chain = sending else {
      throw RatchetError(.nothingReceived, "the first message is yet to come")
    }
    guard chain.number < .max else {
      throw RatchetError(.chainExhausted, "the chain has no number left")
    }
    let header = Self.header(chain)
    let shelf = secrets.own()
    shelf.step(
      RatchetSecrets.Slot.sendingChain, next: RatchetSecrets.Slot.chainA,
      message: RatchetSecrets.Slot.messageKey, of: shelf)
    let ciphertext = shelf.seal(
      plaintext, label: labels.message, binding: bound(binding, header: header))
    shelf.keep(RatchetSecrets.Slot.sendingChain, from: RatchetSecrets.Slot.chainA)
    shelf.eraseWork()
    sending?.number += 1
    return RatchetMessage(header: header, ciphertext: ciphertext)
  }

  private static func header(_ chain: Sending) -> [UInt8] {
    var header: [UInt8] = []
    header.reserveCapacity(RatchetLimits.headerByteCount)
    header += chain.key
    header.append(bigEndian: chain.previousCount)
    header.append(bigEndian: chain.number)
    return header
  }

  /// Makes a ratchet key and, with the peer's, the chain that is sent on from now on.
  ///
  /// - Returns: false when the peer's key is of small order; then only work places were touched,
  ///   and the own secret.
  mutating func turnSending(
    with key: Span<UInt8>, _ shelf: SecretShelf, _ entropy: Entropy
  ) -> Bool {
    typealias Slot = RatchetSecrets.Slot
    shelf.write(Slot.ownSecret) { entropy.fill(&$0) }
    guard shelf.turn(root: Slot.root, with: key, label: labels.root) else { return false }
    shelf.keep(Slot.root, from: Slot.nextRoot)
    shelf.keep(Slot.sendingChain, from: Slot.nextChain)
    sending = Sending(
      key: shelf.read(Slot.ownSecret) { AgreementKey.publicKey(of: $0) }, number: 0,
      previousCount: sending?.number ?? 0)
    return true
  }
}
