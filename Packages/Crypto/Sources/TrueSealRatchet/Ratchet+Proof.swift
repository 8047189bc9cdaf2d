internal import TrueSealCrypto

extension Ratchet {
  /// A proof that its maker holds this session, over `statement`; 68 bytes, nil before it can send.
  ///
  /// It is made with the key that the next message would use up, under a text of its own, and
  /// changes nothing: ratchet key ‖ number ‖ HMAC-SHA256 over both and the statement. A message sent
  /// afterwards and read by the peer makes it worthless.
  public func proof(over statement: [UInt8]) -> [UInt8]? {
    guard let sending else { return nil }
    var place = sending.key
    place.append(bigEndian: sending.number)
    let chain = RatchetSecrets.Slot.sendingChain
    return place + Self.code(of: place + statement, chain, secrets.shared)
  }

  /// Whether the peer made `proof` over `statement` with its current chain; changes nothing.
  ///
  /// False also when that chain has passed the number already, or lies more than 1,000 ahead.
  public func verifies(_ proof: [UInt8], over statement: [UInt8]) -> Bool {
    typealias Slot = RatchetSecrets.Slot
    guard proof.count == RatchetLimits.proofByteCount else { return false }
    let key = RatchetKey(proof)
    let number = proof.number32(at: RatchetKey.byteCount)
    let shelf = secrets.shared.copy()
    var (chain, start) = (Slot.receivingChain, receiving?.number ?? 0)
    if receiving?.key != key {
      let bytes = key.bytes
      guard shelf.turn(root: Slot.root, with: bytes.span, label: labels.root) else { return false }
      (chain, start) = (Slot.nextChain, 0)
    }
    guard number >= start, number - start <= UInt32(RatchetLimits.Chosen.skippedAtOnceMax) else {
      return false
    }
    var pieces: [SkippedKeys.Piece] = []
    let last = skip(from: chain, at: start, to: number, into: &pieces, shelf)
    let place = Array(proof.prefix(RatchetKey.byteCount + 4))
    let code = Self.code(of: place + statement, last, shelf)
    return ConstantTime.equal(code, Array(proof.suffix(CryptoLimits.digestByteCount)))
  }

  /// The text is longer than the one byte that steps a chain, so no code is ever a key.
  private static func code(
    of statement: [UInt8], _ chain: Int, _ shelf: SecretShelf
  ) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: CryptoLimits.digestByteCount)
    var target = code.mutableSpan
    let text = RatchetLabels.proof + statement
    shelf.read(chain) {
      MessageAuthentication.hmacSHA256(text.span, key: $0, into: &target)
    }
    return code
  }
}
