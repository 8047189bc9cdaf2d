import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A stored state` {
  /// One ratchet of each stage, the last with keys of several chains.
  private func stages() throws -> [Ratchet] {
    let fresh = try Pair(seed: 80)
    let noOneTime = try Pair(seed: 81, withOneTimePrekey: false)
    var old = try Pair(seed: 82)
    try old.greet()
    for gap in [1, 3] {
      for _ in 0..<gap { _ = try old.alice.encrypt([1]) }
      _ = try old.bob.decrypt(old.alice.encrypt([2]))
      _ = try old.alice.encrypt([3])
      _ = try old.alice.decrypt(old.bob.encrypt([4]))
    }
    return [fresh.bob, fresh.alice, noOneTime.alice, old.bob]
  }

  @Test func `DR-10 reads back as the same ratchet at every step of a conversation`() throws {
    for seed: UInt64 in 0..<5 {
      var pair = try Pair(seed: seed)
      let dice = Dice(seed)
      var flying: [(isToBob: Bool, message: RatchetMessage)] = []
      var read = 0
      for _ in 0..<150 {
        pair.alice = try Ratchet(decoding: pair.alice.bytes)
        pair.bob = try Ratchet(decoding: pair.bob.bytes)
        switch dice.number(0..<4) {
        case 0: flying.append((true, try pair.alice.encrypt([1])))
        case 1 where pair.bob.canSend: flying.append((false, try pair.bob.encrypt([2])))
        default:
          guard !flying.isEmpty else { continue }
          let (isToBob, message) = flying.remove(at: dice.number(0..<flying.count))
          let text = try isToBob ? pair.bob.decrypt(message) : pair.alice.decrypt(message)
          #expect(text == [isToBob ? 1 : 2])
          read += 1
        }
      }
      #expect(read > 40, "seed \(seed)")
    }
  }

  @Test func `DR-10 has one spelling, and another is refused`() throws {
    for ratchet in try stages() {
      let bytes = ratchet.bytes
      #expect(try Ratchet(decoding: bytes) == ratchet)
      try expectOneSpelling(bytes) { bytes throws(RatchetError) in
        try Ratchet(decoding: bytes).bytes
      }
    }
  }

  @Test func `DR-10 differs between ratchets that differ in anything`() throws {
    let stages = try stages()
    for (index, ratchet) in stages.enumerated() {
      for (other, another) in stages.enumerated() {
        #expect((ratchet == another) == (index == other))
      }
    }
    let labels = RatchetLabels(opening: [1], root: [2], message: [3])
    #expect(try Ratchet(decoding: stages[0].bytes, labels: labels) != stages[0])
  }

  @Test func `DR-10 of a full ratchet is bounded, and nothing longer is looked at`() throws {
    var pair = try Pair(seed: 83)
    try pair.greet()
    for _ in 0..<2 {
      for _ in 0..<1_000 { _ = try pair.alice.encrypt([]) }
      _ = try pair.bob.decrypt(pair.alice.encrypt([]))
    }
    let bytes = pair.bob.bytes
    // Fixed parts, two thousand numbers with keys, and one chain's head.
    #expect(bytes.count == 2 + 96 + 128 + 4 + 4 + 36 + 1 + 36 * Int(bytes[270]) + 2 + 34 + 72_000)
    #expect(try Ratchet(decoding: bytes) == pair.bob)
    let long = bytes + [UInt8](repeating: 0, count: 100_000)
    #expect(refusal { () throws(RatchetError) in try Ratchet(decoding: long) } == .malformed)
  }

  @Test func `DR-10 with skipped keys that make no sense is refused`() throws {
    var pair = try Pair(seed: 84)
    try pair.greet()
    for _ in 0..<3 { _ = try pair.alice.encrypt([]) }
    _ = try pair.bob.decrypt(pair.alice.encrypt([]))
    let bytes = pair.bob.bytes
    // The end: one chain of three numbers 0, 1 and 2, each with its key.
    let chain = bytes.count - 3 * 36 - 34
    #expect(Array(bytes[(chain - 2)..<chain]) == [0, 1])
    #expect(Array(bytes[(chain + 32)..<(chain + 38)]) == [0, 3, 0, 0, 0, 0])
    func code(_ change: (inout [UInt8]) -> Void) -> RatchetError.Code? {
      var bytes = bytes
      change(&bytes)
      return refusal { () throws(RatchetError) in try Ratchet(decoding: bytes) }
    }
    #expect(code { $0[chain + 33] = 0 } == .malformed)
    #expect(code { $0[chain + 37] = 2 } == .malformed)
    #expect(code { $0[chain + 37 + 72] = 5 } == .malformed)
    #expect(
      code {
        $0 += $0[chain...]; $0[chain - 1] = 2
      } == .malformed)
    // Another chain after the current one.
    #expect(
      code {
        $0 += flipped(Array($0[chain...]), 0)
        $0[chain - 1] = 2
      } == .malformed)
    // Another chain before it is fine.
    #expect(
      code {
        $0.insert(contentsOf: flipped(Array($0[chain...]), 0), at: chain)
        $0[chain - 1] = 2
      } == nil)
  }

  @Test func `DR-10 with 2,001 skipped keys is refused, and with 2,000 is one`() throws {
    var pair = try Pair(seed: 84)
    try pair.greet()
    _ = try pair.alice.encrypt([])
    _ = try pair.bob.decrypt(pair.alice.encrypt([]))
    // The end: one chain, made another one here, with a count and one number with its key.
    let bytes = pair.bob.bytes
    let start = flipped(Array(bytes.dropLast(2 + 36)), (bytes.count - 70) * 8)
    for (count, code) in [(2_000, nil), (2_001, RatchetError.Code.malformed)] {
      var full = start + [UInt8(count >> 8), UInt8(count & 0xff)]
      for number in 0..<count {
        full += [0, 0, UInt8(number >> 8), UInt8(number & 0xff)] + bytes.suffix(32)
      }
      #expect(refusal { () throws(RatchetError) in try Ratchet(decoding: full) } == code)
    }
  }

  @Test func `DR-10 of chance is refused or is one, and never stops the program`() throws {
    let ratchet = try stages()[3]
    var dice = Seeded(85)
    var refused = 0
    for _ in 0..<3_000 {
      let bytes = dice.edited(ratchet.bytes)
      do throws(RatchetError) {
        #expect(try Ratchet(decoding: bytes).bytes == bytes)
      } catch {
        #expect(error.code == .malformed)
        refused += 1
      }
    }
    #expect(refused > 1_000)
  }
}
