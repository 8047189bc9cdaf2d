public import TrueSealCrypto

extension Ratchet {
  private typealias Slot = RatchetSecrets.Slot

  /// Decrypts one message, in whatever order messages come; `entropy` is asked when chains are
  /// renewed.
  ///
  /// - Throws: `RatchetError`, codes `duplicate`, `tooManySkipped`, `invalidKey` and `forged`; the
  ///   ratchet is then what it was.
  ///
  /// Source: Double Ratchet, revision 1, section 3.5.
  public mutating func decrypt(
    _ message: RatchetMessage, binding: [UInt8] = [], entropy: Entropy = .system
  ) throws(RatchetError) -> [UInt8] {
    let chain = RatchetKey(message.header)
    let bound = bound(binding, header: message.header)
    let shelf = secrets.own()
    defer { shelf.eraseWork() }
    if let place = skipped.place(of: chain, message.number) {
      skipped.copy(place, to: Slot.messageKey, of: shelf)
      let plaintext = try shelf.open(message.ciphertext, label: labels.message, binding: bound)
      skipped.remove(place)
      return plaintext
    }
    if let receiving, receiving.key == chain {
      let walk = try walk(
        from: Slot.receivingChain, at: receiving.number, to: message.number, shelf)
      let plaintext = try shelf.open(message.ciphertext, label: labels.message, binding: bound)
      commit(walk, in: chain, upTo: message.number, shelf)
      return plaintext
    }
    return try decryptRenewing(message, chain, bound: bound, shelf, entropy)
  }

  /// Decrypts the first message that comes of a new chain.
  private mutating func decryptRenewing(
    _ message: RatchetMessage, _ chain: RatchetKey, bound: [UInt8], _ shelf: SecretShelf,
    _ entropy: Entropy
  ) throws(RatchetError) -> [UInt8] {
    if past.contains(where: { $0.key == chain && message.number < $0.count }) {
      throw RatchetError(.duplicate, "message \(message.number) of a past chain was used")
    }
    let before = max(message.previousCount, receiving?.number ?? 0)
    try checkJump(from: receiving?.number ?? before, to: before)
    try checkJump(from: 0, to: message.number)
    let key = message.ratchetKey
    guard shelf.turn(root: Slot.root, with: key.span, label: labels.root) else {
      throw Self.invalidKey
    }
    let walk = try walk(from: Slot.nextChain, at: 0, to: message.number, shelf)
    let plaintext = try shelf.open(message.ciphertext, label: labels.message, binding: bound)
    // The message is genuine: from here on nothing can fail.
    shelf.keep(Slot.aside, from: walk.chain)
    endReceiving(at: before, shelf)
    shelf.keep(Slot.root, from: Slot.nextRoot)
    commit(Walk(chain: Slot.aside, pieces: walk.pieces), in: chain, upTo: message.number, shelf)
    let isGood = turnSending(with: key.span, shelf, entropy)
    precondition(isGood, "a key that agreed on something does so again")
    opening = nil
    return plaintext
  }

  /// Keeps the keys of what the peer's former chain still owes, and remembers that it ended.
  private mutating func endReceiving(at end: UInt32, _ shelf: SecretShelf) {
    guard let receiving else { return }
    var pieces: [SkippedKeys.Piece] = []
    _ = skip(from: Slot.receivingChain, at: receiving.number, to: end, into: &pieces, shelf)
    skipped.add(pieces, of: receiving.key)
    past.append(Past(key: receiving.key, count: end))
    if past.count > RatchetLimits.Chosen.pastChainCountMax { past.removeFirst() }
  }

  private mutating func commit(
    _ walk: Walk, in chain: RatchetKey, upTo number: UInt32, _ shelf: SecretShelf
  ) {
    shelf.keep(Slot.receivingChain, from: walk.chain)
    skipped.add(walk.pieces, of: chain)
    receiving = Receiving(key: chain, number: number + 1)
  }
}

// MARK: Walking a chain

extension Ratchet {
  /// What came of walking: where the next chain key lies, and the keys passed over.
  struct Walk {
    let chain: Int
    let pieces: [SkippedKeys.Piece]
  }

  /// Walks to a message; its key then lies in `messageKey`, and nothing that is kept has changed.
  private func walk(
    from chain: Int, at start: UInt32, to number: UInt32, _ shelf: SecretShelf
  ) throws(RatchetError) -> Walk {
    guard number >= start else {
      throw RatchetError(.duplicate, "message \(number) was used, \(start) is next")
    }
    guard number < .max else { throw RatchetError(.malformed, "no message has this number") }
    try checkJump(from: start, to: number)
    var pieces: [SkippedKeys.Piece] = []
    let last = skip(from: chain, at: start, to: number, into: &pieces, shelf)
    let next = last == Slot.chainA ? Slot.chainB : Slot.chainA
    shelf.step(last, next: next, message: Slot.messageKey, of: shelf)
    return Walk(chain: next, pieces: pieces)
  }

  /// Puts the keys from `start` up to before `end` into pieces.
  ///
  /// - Returns: where the chain key of `end` lies: in a work place, unless nothing was skipped.
  func skip(
    from chain: Int, at start: UInt32, to end: UInt32, into pieces: inout [SkippedKeys.Piece],
    _ shelf: SecretShelf
  ) -> Int {
    var chain = chain
    var number = start
    while number < end {
      let piece = SkippedKeys.piece(from: number, count: Int(end - number))
      for slot in 0..<piece.keys.slotCount {
        let next = chain == Slot.chainA ? Slot.chainB : Slot.chainA
        shelf.step(chain, next: next, message: slot, of: piece.keys)
        chain = next
      }
      number += UInt32(piece.keys.slotCount)
      pieces.append(piece)
    }
    return chain
  }

  func checkJump(from start: UInt32, to end: UInt32) throws(RatchetError) {
    guard end - start <= UInt32(RatchetLimits.Chosen.skippedAtOnceMax) else {
      throw RatchetError(.tooManySkipped, "\(end - start) messages are missing before this one")
    }
  }
}
