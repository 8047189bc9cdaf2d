#if os(Linux)
  import CryptoFixtures
  import Testing
  import TrueSealCrypto
  import TrueSealRatchet

  /// Searches all memory of the process, one search at a time; see `MemorySearch`.
  @Suite(.serialized) struct `Secrets of a ratchet` {
    /// The second half of the 32 bytes at `start` of the stored form, masked.
    private func search(_ ratchet: borrowing Ratchet, at start: Int) -> MemorySearch {
      ratchet.encoded().withBytes { MemorySearch($0.extracting((start + 16)..<(start + 32))) }
    }

    private static let root = 98
    private static let ownSecret = 130
    private static let sendingChain = 162

    /// What a step makes of the key at `start`: of 1 a message's key, of 2 the next chain's.
    private func search(_ ratchet: borrowing Ratchet, at start: Int, step: UInt8) -> MemorySearch {
      let code = SecretBytes.filled(count: 32) { code in
        ratchet.encoded().withBytes { bytes in
          let message: [UInt8] = [step]
          MessageAuthentication.hmacSHA256(
            message.span, key: bytes.extracting(start..<(start + 32)), into: &code)
        }
      }
      return code.withBytes { MemorySearch($0.extracting(last: 16)) }
    }

    @Test func `DR-11 are there once while it lives, and not at all when it is dropped`() throws {
      var searches: [MemorySearch] = []
      do {
        var pair = try Pair(entropy: .system)
        try pair.greet()
        for start in [Self.root, Self.ownSecret, Self.sendingChain, Self.sendingChain + 32] {
          searches.append(search(pair.bob, at: start))
        }
        // The chain that bob sends on is the one that alice reads from.
        #expect(searches.map { $0.count() } == [1, 1, 2, 1])
        let copy = pair.bob
        _ = try pair.bob.encrypt([1])
        #expect(searches.map { $0.count() } == [2, 2, 2, 2])
        _ = consume copy
        #expect(searches.map { $0.count() } == [1, 1, 1, 1])
      }
      #expect(searches.map { $0.count() } == [0, 0, 0, 0])
    }

    @Test func `DR-11 that served are erased: keys of messages and chains, sent and read`() throws {
      var pair = try Pair(entropy: .system)
      try pair.greet()
      let used = [
        search(pair.alice, at: Self.sendingChain),
        search(pair.alice, at: Self.sendingChain, step: 1),
      ]
      let next = search(pair.alice, at: Self.sendingChain, step: 2)
      let message = try pair.alice.encrypt([1])
      #expect(used.map { $0.count() } == [0, 0])
      #expect(next.count() == 1)
      _ = try pair.bob.decrypt(message)
      #expect(used.map { $0.count() } == [0, 0])
      #expect(next.count() == 2)
    }

    @Test func `DR-11 of skipped messages are erased when read, given up or refused`() throws {
      var pair = try Pair(entropy: .system)
      try pair.greet()
      let skipped = search(pair.alice, at: Self.sendingChain, step: 1)
      let late = try pair.alice.encrypt([1])
      let next = try pair.alice.encrypt([2])
      let forged = try RatchetMessage(decoding: flipped(next.encoded, 8 * 41))
      #expect(refusal { () throws(RatchetError) in try pair.bob.decrypt(forged) } == .forged)
      #expect(skipped.count() == 0)
      _ = try pair.bob.decrypt(next)
      #expect(skipped.count() == 1)
      _ = try pair.bob.decrypt(late)
      #expect(skipped.count() == 0)

      let evicted = search(pair.alice, at: Self.sendingChain, step: 1)
      for _ in 0..<2 {
        for _ in 0..<1_000 { _ = try pair.alice.encrypt([]) }
        _ = try pair.bob.decrypt(pair.alice.encrypt([]))
      }
      #expect(evicted.count() == 1)
      _ = try pair.alice.encrypt([])
      _ = try pair.bob.decrypt(pair.alice.encrypt([]))
      #expect(evicted.count() == 0)
    }

    @Test func `DR-11 of prekeys go with their last use`() throws {
      let search: MemorySearch
      do {
        let prekey = Prekey.generate(id: 1, from: .system)
        search = prekey.secret().withBytes { MemorySearch($0.extracting(last: 16)) }
        #expect(search.count() == 1)
        let stored = prekey.encoded()
        #expect(search.count() == 2)
        _ = consume stored
        _ = consume prekey
      }
      #expect(search.count() == 0)
    }
  }
#endif
