import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A proof of the session` {
  @Test func `DR-09 SK-31 is checked by the peer, and changes nothing`() throws {
    var pair = try Pair(seed: 100)
    try pair.greet()
    _ = try pair.bob.decrypt(pair.alice.encrypt([1]))
    for isInNewChain in [false, true] {
      if isInNewChain { _ = try pair.alice.decrypt(pair.bob.encrypt([2])) }
      let states = (pair.alice.bytes, pair.bob.bytes)
      let proof = try #require(pair.alice.proof(over: [1, 2, 3]))
      #expect(proof.count == RatchetLimits.proofByteCount)
      #expect(proof == pair.alice.proof(over: [1, 2, 3]))
      #expect(pair.bob.verifies(proof, over: [1, 2, 3]))
      for statement: [UInt8] in [[], [1, 2], [1, 2, 3, 0], [1, 2, 4]] {
        #expect(!pair.bob.verifies(proof, over: statement))
      }
      #expect(!pair.alice.verifies(proof, over: [1, 2, 3]))
      for bit in 0..<(proof.count * 8) {
        #expect(!pair.bob.verifies(flipped(proof, bit), over: [1, 2, 3]), "bit \(bit)")
      }
      for count in proof.indices {
        #expect(!pair.bob.verifies(Array(proof[..<count]), over: [1, 2, 3]))
      }
      #expect(!pair.bob.verifies(proof + [0], over: [1, 2, 3]))
      #expect(states == (pair.alice.bytes, pair.bob.bytes))
    }
  }

  @Test func `DR-09 holds before anything was read, from who can send`() throws {
    let pair = try Pair(seed: 101)
    #expect(pair.bob.proof(over: []) == nil)
    let proof = try #require(pair.alice.proof(over: [7]))
    #expect(pair.bob.verifies(proof, over: [7]))
  }

  @Test func `DR-09 holds over messages on their way, and not once a later one was read`() throws {
    var pair = try Pair(seed: 102)
    try pair.greet()
    let lost = try pair.alice.encrypt([1])
    let proof = try #require(pair.alice.proof(over: [7]))
    #expect(pair.bob.verifies(proof, over: [7]))
    #expect(try pair.bob.decrypt(lost) == [1])
    #expect(pair.bob.verifies(proof, over: [7]))
    #expect(try pair.bob.decrypt(pair.alice.encrypt([2])) == [2])
    #expect(!pair.bob.verifies(proof, over: [7]))
  }

  @Test func `DR-09 reaches as far as a message may skip`() throws {
    for isInNewChain in [false, true] {
      var pair = try Pair(seed: 103)
      try pair.greet()
      if isInNewChain {
        _ = try pair.alice.decrypt(pair.bob.encrypt([2]))
      } else {
        _ = try pair.bob.decrypt(pair.alice.encrypt([1]))
      }
      for _ in 0..<1_000 { _ = try pair.alice.encrypt([]) }
      let near = try #require(pair.alice.proof(over: []))
      #expect(pair.bob.verifies(near, over: []))
      _ = try pair.alice.encrypt([])
      let far = try #require(pair.alice.proof(over: []))
      #expect(!pair.bob.verifies(far, over: []))
    }
  }

  @Test func `DR-09 is of one session only`() throws {
    var pair = try Pair(seed: 104)
    try pair.greet()
    var other = try Pair(seed: 105)
    try other.greet()
    let proof = try #require(pair.alice.proof(over: []))
    #expect(!other.bob.verifies(proof, over: []))
  }

  /// By hand: HMAC-SHA256 under the chain's key, which stands after root and own secret.
  @Test func `DR-09 is the code that the rules spell out`() throws {
    let pair = try Pair(seed: 106)
    let bytes = pair.alice.bytes
    var alice = pair.alice
    let place = try alice.encrypt([]).ratchetKey + [0, 0, 0, 0]
    let text = Array("trueseal ratchet proof v1\0".utf8) + place + [1, 2]
    let code = MessageAuthentication.hmacSHA256(text, key: Array(bytes[162..<194]))
    #expect(pair.alice.proof(over: [1, 2]) == place + code)
  }

  @Test func `DR-01 tag is the start of a digest over the opening key`() throws {
    let pair = try Pair(seed: 107)
    let digest = Digest.sha256(Array("trueseal session tag v1\0".utf8) + pair.alice.openingKey)
    #expect(pair.bob.sessionTag == Array(digest[..<8]))
  }
}
