import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A conversation` {
  @Test(arguments: [true, false])
  func `DR-01 DR-12 goes both ways, with and without a one-time prekey`(
    withOneTimePrekey: Bool
  ) throws {
    var pair = try Pair(seed: 1, withOneTimePrekey: withOneTimePrekey)
    #expect(pair.alice.canSend)
    #expect(!pair.bob.canSend)
    #expect(refusal { () throws(RatchetError) in try pair.bob.encrypt([]) } == .nothingReceived)
    #expect(pair.alice.sessionTag == pair.bob.sessionTag)
    #expect(pair.alice.opening?.sessionTag == pair.bob.sessionTag)
    let dice = Dice(2)
    var ratchetKeys: Set<[UInt8]> = []
    var ciphertexts: Set<[UInt8]> = []
    for _ in 0..<40 {
      for _ in 0..<dice.number(1..<4) {
        let text = dice.bytes(dice.number(0..<100))
        let message = try pair.alice.encrypt(text, binding: [1, 2])
        ratchetKeys.insert(message.ratchetKey)
        #expect(message.ciphertext.count == text.count + 16)
        #expect(ciphertexts.insert(message.encoded).inserted)
        #expect(try pair.bob.decrypt(message, binding: [1, 2]) == text)
      }
      for _ in 0..<dice.number(1..<4) {
        let text = dice.bytes(dice.number(0..<100))
        let message = try pair.bob.encrypt(text)
        ratchetKeys.insert(message.ratchetKey)
        #expect(ciphertexts.insert(message.encoded).inserted)
        #expect(try pair.alice.decrypt(message) == text)
      }
    }
    #expect(ratchetKeys.count == 80)
    #expect(pair.alice.skippedCount == 0)
    #expect(pair.bob.skippedCount == 0)
  }

  @Test func `DR-04 is read in any order, each message once`() throws {
    for seed: UInt64 in 0..<6 {
      var pair = try Pair(seed: seed)
      let dice = Dice(seed)
      var toBob: [(message: RatchetMessage, text: [UInt8])] = []
      var toAlice: [(message: RatchetMessage, text: [UInt8])] = []
      func take<Item>(_ items: inout [Item]) -> Item? {
        items.isEmpty ? nil : items.remove(at: dice.number(0..<items.count))
      }
      var read = 0
      var step = 0
      while step < 400 || !toBob.isEmpty || !toAlice.isEmpty {
        step += 1
        switch step < 400 ? dice.number(0..<4) : dice.number(2..<4) {
        case 0:
          let text = dice.bytes(8)
          toBob.append((try pair.alice.encrypt(text), text))
        case 1 where pair.bob.canSend:
          let text = dice.bytes(8)
          toAlice.append((try pair.bob.encrypt(text), text))
        case 2:
          guard let (message, text) = take(&toBob) else { continue }
          #expect(try pair.bob.decrypt(message) == text, "seed \(seed)")
          #expect(code(&pair.bob, message) == .duplicate, "seed \(seed)")
          read += 1
        default:
          guard let (message, text) = take(&toAlice) else { continue }
          #expect(try pair.alice.decrypt(message) == text, "seed \(seed)")
          #expect(code(&pair.alice, message) == .duplicate, "seed \(seed)")
          read += 1
        }
      }
      #expect(read > 100)
      #expect(pair.alice.skippedCount == 0)
      #expect(pair.bob.skippedCount == 0)
    }
  }

  private func code(_ ratchet: inout Ratchet, _ message: RatchetMessage) -> RatchetError.Code? {
    let before = ratchet.bytes
    let code = refusal { () throws(RatchetError) in try ratchet.decrypt(message) }
    #expect(ratchet.bytes == before)
    return code
  }

  /// The case of libsignal-protocol-java, issue 54: the skip of the former chain was left out.
  @Test func `DR-04 reads the last of a chain after the first of the next`() throws {
    var pair = try Pair(seed: 4)
    try pair.greet()
    let early = try pair.alice.encrypt([1])
    let late = try pair.alice.encrypt([2])
    _ = try pair.bob.decrypt(early)
    _ = try pair.alice.decrypt(pair.bob.encrypt([3]))
    let next = try pair.alice.encrypt([4])
    #expect(next.ratchetKey != late.ratchetKey)
    #expect(next.previousCount == 2)
    #expect(try pair.bob.decrypt(next) == [4])
    #expect(pair.bob.skippedCount == 1)
    #expect(try pair.bob.decrypt(late) == [2])
    #expect(pair.bob.skippedCount == 0)
  }

  @Test func `DR-04 knows a copy of a message of any of the last 32 chains`() throws {
    var pair = try Pair(seed: 5)
    var messages: [RatchetMessage] = []
    for _ in 0..<34 {
      messages.append(try pair.alice.encrypt([1]))
      _ = try pair.bob.decrypt(messages[messages.count - 1])
      _ = try pair.alice.decrypt(pair.bob.encrypt([2]))
    }
    // The last chain is the current one, 32 are remembered, and one is not.
    let codes = messages.map { code(&pair.bob, $0) }
    #expect(codes.first == .forged)
    #expect(codes.dropFirst().allSatisfy { $0 == .duplicate })
  }

  @Test func `DR-08 carries its opening until the peer has answered, and never after`() throws {
    var pair = try Pair(seed: 6)
    #expect(pair.bob.opening == nil)
    let opening = try #require(pair.alice.opening)
    #expect(opening.signedPrekeyID == 7)
    #expect(opening.oneTimePrekeyID == 0)
    let messages = try (0..<3).map { try pair.alice.encrypt([UInt8($0)]) }
    #expect(pair.alice.opening == opening)
    #expect(!pair.alice.hasReceived)
    for (index, message) in messages.enumerated().reversed() {
      #expect(try pair.bob.decrypt(message) == [UInt8(index)])
      #expect(pair.bob.hasReceived)
    }
    let reply = try pair.bob.encrypt([9])
    let forged = try RatchetMessage(decoding: flipped(reply.encoded, 8 * 45))
    #expect(code(&pair.alice, forged) == .forged)
    #expect(pair.alice.opening == opening)
    _ = try pair.alice.decrypt(reply)
    #expect(pair.alice.opening == nil)
    #expect(pair.alice.hasReceived)
    let stored = try Ratchet(decoding: pair.alice.bytes)
    #expect(stored.opening == nil)
  }

  @Test func `DR-13 is bound to what the caller adds, to both identities and to the session`()
    throws
  {
    var pair = try Pair(seed: 7)
    let message = try pair.alice.encrypt([1], binding: [1, 2, 3])
    for binding: [UInt8] in [[], [1, 2], [1, 2, 3, 0], [1, 2, 4]] {
      let before = pair.bob.bytes
      let code = refusal { () throws(RatchetError) in
        try pair.bob.decrypt(message, binding: binding)
      }
      #expect(code == .forged)
      #expect(pair.bob.bytes == before)
    }
    var others = try Pair(seed: 8)
    #expect(code(&others.bob, message) == .forged)
    // The same secrets under another name: the identities stand after version and stage.
    for bit in [2 * 8, 34 * 8, 65 * 8 + 7] {
      var renamed = try Ratchet(decoding: flipped(pair.bob.bytes, bit))
      let code = refusal { () throws(RatchetError) in
        try renamed.decrypt(message, binding: [1, 2, 3])
      }
      #expect(code == .forged)
    }
    #expect(try pair.bob.decrypt(message, binding: [1, 2, 3]) == [1])
  }

  @Test func `DR-12 goes on apart in a copy`() throws {
    var pair = try Pair(seed: 9)
    try pair.greet()
    let before = pair.alice.bytes
    var copy = pair.alice
    let message = try copy.encrypt([1])
    #expect(pair.alice.bytes == before)
    #expect(copy != pair.alice)
    #expect(try pair.bob.decrypt(message) == [1])
    // Going on from the older state would use the same key again.
    #expect(try pair.alice.encrypt([1]) == message)
  }

  @Test func `DR-12 takes messages up to a mebibyte, and ends with the last number`() throws {
    var pair = try Pair(seed: 10)
    let limit = RatchetLimits.Chosen.messageByteCountMax
    let large = [UInt8](repeating: 7, count: limit)
    #expect(try pair.bob.decrypt(pair.alice.encrypt(large)) == large)
    let before = pair.alice.bytes
    let tooLong = refusal { () throws(RatchetError) in try pair.alice.encrypt(large + [7]) }
    #expect(tooLong == .messageTooLong)
    // The number of the chain that is sent on follows two secrets and its key.
    var bytes = pair.alice.bytes
    bytes.replaceSubrange(194..<198, with: [0xff, 0xff, 0xff, 0xfe])
    var last = try Ratchet(decoding: bytes)
    #expect(try last.encrypt([]).number == .max - 1)
    #expect(refusal { () throws(RatchetError) in try last.encrypt([]) } == .chainExhausted)
    #expect(pair.alice.bytes == before)
  }
}
