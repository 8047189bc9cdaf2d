import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A refused message` {
  /// A ratchet in the middle of a conversation, and one message of each kind that may come next.
  private struct Scene {
    var bob: Ratchet
    /// Late and known, next in its chain, after a gap, and first of a new chain.
    let messages: [RatchetMessage]

    init() throws {
      var pair = try Pair(seed: 40)
      try pair.greet()
      let late = try pair.alice.encrypt([1, 2, 3])
      _ = try pair.bob.decrypt(pair.alice.encrypt([]))
      let next = try pair.alice.encrypt([4, 5, 6])
      _ = try pair.alice.encrypt([])
      let gap = try pair.alice.encrypt([7, 8, 9])
      _ = try pair.alice.decrypt(pair.bob.encrypt([]))
      _ = try pair.alice.encrypt([])
      let renewed = try pair.alice.encrypt([10, 11, 12])
      bob = pair.bob
      messages = [late, next, gap, renewed]
    }
  }

  @Test func `DR-07 SK-24 altered in any byte changes nothing`() throws {
    let scene = try Scene()
    let before = scene.bob.bytes
    var faults = 0
    var counts: [RatchetError.Code: Int] = [:]
    for message in scene.messages {
      for byte in message.encoded.indices {
        for change: UInt8 in [0x01, 0x80, 0xff] {
          var bytes = message.encoded
          bytes[byte] ^= change
          var bob = scene.bob
          let altered = try RatchetMessage(decoding: bytes)
          let code = refusal { () throws(RatchetError) in try bob.decrypt(altered) }
          faults += 1
          counts[try #require(code), default: 0] += 1
          #expect(bob.bytes == before)
        }
      }
      var bob = scene.bob
      #expect(try bob.decrypt(message).count == 3)
    }
    // Nobody expects other kinds; most numbers that are altered lie too far ahead.
    #expect(faults == 4 * (40 + 3 + 16) * 3)
    #expect(Set(counts.keys) == [.forged, .tooManySkipped, .duplicate])
    #expect(counts[.forged, default: 0] > 4 * (36 + 19) * 2)
  }

  @Test func `DR-07 cut short, joined or made of parts of others changes nothing`() throws {
    let scene = try Scene()
    let before = scene.bob.bytes
    var bob = scene.bob
    var inputs: [[UInt8]] = []
    for message in scene.messages {
      for count in 56..<message.encoded.count { inputs.append(Array(message.encoded[..<count])) }
      inputs.append(message.encoded + [0])
      for other in scene.messages where other != message {
        inputs.append(message.header + other.ciphertext)
      }
    }
    #expect(inputs.count == 4 * (3 + 1 + 3))
    for input in inputs {
      let message = try RatchetMessage(decoding: input)
      #expect(refusal { () throws(RatchetError) in try bob.decrypt(message) } == .forged)
      #expect(bob.bytes == before)
    }
    for message in scene.messages {
      for count in 0..<56 {
        let code = refusal { () throws(RatchetError) in
          try RatchetMessage(decoding: Array(message.encoded[..<count]))
        }
        #expect(code == .malformed)
      }
    }
    let long = [UInt8](repeating: 0, count: 56 + RatchetLimits.Chosen.messageByteCountMax)
    #expect(refusal { () throws(RatchetError) in try RatchetMessage(decoding: long) } == nil)
    let longer = refusal { () throws(RatchetError) in try RatchetMessage(decoding: long + [0]) }
    #expect(longer == .messageTooLong)
  }

  @Test func `DR-07 SK-24 of every kind leaves even a full store as it was`() throws {
    var pair = try Pair(seed: 41)
    try pair.greet()
    var sent = try (0..<2_100).map { try pair.alice.encrypt([UInt8($0 & 0xff)]) }
    _ = try pair.bob.decrypt(sent[1_000])
    _ = try pair.bob.decrypt(sent[2_001])
    _ = try pair.alice.decrypt(pair.bob.encrypt([]))
    sent.append(try pair.alice.encrypt([]))
    #expect(pair.bob.skippedCount == 2_000)
    let before = pair.bob.bytes
    let kinds: [(index: Int, alter: Bool, code: RatchetError.Code)] = [
      (1_000, false, .duplicate), (5, true, .forged), (2_050, true, .forged),
      (2_100, true, .forged),
    ]
    for kind in kinds {
      let bytes = sent[kind.index].encoded
      let message = try RatchetMessage(decoding: kind.alter ? flipped(bytes, 8 * 41) : bytes)
      let code = refusal { () throws(RatchetError) in try pair.bob.decrypt(message) }
      #expect(code == kind.code)
      #expect(pair.bob.bytes == before)
    }
    for index in [5, 2_050, 2_100] { _ = try pair.bob.decrypt(sent[index]) }
  }

  @Test func `DR-02 DR-07 whose key is of small order is called so`() throws {
    let points = try SmallOrder.read()
    #expect(points.count == 14)
    var pair = try Pair(seed: 42)
    let message = try pair.alice.encrypt([1])
    // Neither who has read nothing yet nor who is in the middle takes one.
    for isOld in [false, true] {
      if isOld { try pair.greet() }
      let before = pair.bob.bytes
      for point in points {
        let forged = try RatchetMessage(decoding: point + message.encoded.dropFirst(32))
        let code = refusal { () throws(RatchetError) in try pair.bob.decrypt(forged) }
        #expect(code == .invalidKey)
        #expect(pair.bob.bytes == before)
        #expect(!pair.bob.verifies(point + [UInt8](repeating: 0, count: 36), over: []))
      }
    }
  }

  @Test func `DR-07 of chance changes nothing, and never stops the program`() throws {
    var pair = try Pair(seed: 43)
    try pair.greet()
    let genuine = try pair.alice.encrypt([UInt8](repeating: 5, count: 20))
    let before = pair.bob.bytes
    var dice = Seeded(44)
    var refused = 0
    for _ in 0..<3_000 {
      let bytes = dice.edited(genuine.encoded)
      guard bytes != genuine.encoded, let message = try? RatchetMessage(decoding: bytes) else {
        continue
      }
      refused += 1
      #expect(refusal { () throws(RatchetError) in try pair.bob.decrypt(message) } != nil)
    }
    #expect(refused > 2_000)
    #expect(pair.bob.bytes == before)
    #expect(try pair.bob.decrypt(genuine).count == 20)
  }
}

/// The X25519 keys of small order that `edges.json` lists.
enum SmallOrder {
  private struct Edges: Decodable {
    struct AgreementKey: Decodable { let publicKey: Hex, valid, smallOrder: Bool }
    let agreementKeys: [AgreementKey]
  }

  static func read() throws -> [[UInt8]] {
    try keys().filter(\.smallOrder).map(\.publicKey.bytes)
  }

  /// Those, and the ones that are another spelling of a good key.
  static func readUnusable() throws -> [[UInt8]] {
    try keys().filter { !$0.valid }.map(\.publicKey.bytes)
  }

  private static func keys() throws -> [Edges.AgreementKey] {
    try VectorFile.read("edges.json", as: Edges.self).agreementKeys
  }
}
