import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `Skipped messages` {
  private func code(_ ratchet: inout Ratchet, _ message: RatchetMessage) -> RatchetError.Code? {
    let before = ratchet.bytes
    let code = refusal { () throws(RatchetError) in try ratchet.decrypt(message) }
    #expect(ratchet.bytes == before)
    return code
  }

  private func messages(_ ratchet: inout Ratchet, _ count: Int) throws -> [RatchetMessage] {
    try (0..<count).map { try ratchet.encrypt([UInt8($0 % 251), UInt8($0 / 251)]) }
  }

  private func expect(
    _ ratchet: inout Ratchet, reads messages: [RatchetMessage], at index: Int
  ) throws {
    let text = try ratchet.decrypt(messages[index])
    #expect(text == [UInt8(index % 251), UInt8(index / 251)])
  }

  @Test func `DR-05 may be 1,000 at once within a chain, and not 1,001`() throws {
    var pair = try Pair(seed: 20)
    try pair.greet()
    let sent = try messages(&pair.alice, 1_003)
    _ = try pair.bob.decrypt(sent[0])
    #expect(code(&pair.bob, sent[1_002]) == .tooManySkipped)
    #expect(pair.bob.skippedCount == 0)
    try expect(&pair.bob, reads: sent, at: 1_001)
    #expect(pair.bob.skippedCount == 1_000)
    try expect(&pair.bob, reads: sent, at: 1_002)
    for index in (1...1_000).reversed() { try expect(&pair.bob, reads: sent, at: index) }
    #expect(pair.bob.skippedCount == 0)
    #expect(code(&pair.bob, sent[500]) == .duplicate)
  }

  @Test func `DR-05 may be 1,000 at the start of a chain, and not 1,001`() throws {
    var pair = try Pair(seed: 21)
    let sent = try messages(&pair.alice, 1_002)
    #expect(code(&pair.bob, sent[1_001]) == .tooManySkipped)
    try expect(&pair.bob, reads: sent, at: 1_000)
    #expect(pair.bob.skippedCount == 1_000)
    try expect(&pair.bob, reads: sent, at: 0)
    try expect(&pair.bob, reads: sent, at: 999)
    try expect(&pair.bob, reads: sent, at: 1_001)
    #expect(pair.bob.skippedCount == 998)
  }

  @Test func `DR-05 may be 1,000 at the end of the former chain, and not 1,001`() throws {
    for (count, isRead) in [(1_000, true), (1_001, false)] {
      var pair = try Pair(seed: 22)
      try pair.greet()
      let first = try pair.alice.encrypt([7])
      _ = try pair.bob.decrypt(first)
      let lost = try messages(&pair.alice, count)
      _ = try pair.alice.decrypt(pair.bob.encrypt([8]))
      let next = try pair.alice.encrypt([9])
      #expect(Int(next.previousCount) == count + 1)
      if isRead {
        #expect(try pair.bob.decrypt(next) == [9])
        #expect(pair.bob.skippedCount == 1_000)
        for index in [999, 0, 500] { try expect(&pair.bob, reads: lost, at: index) }
      } else {
        #expect(code(&pair.bob, next) == .tooManySkipped)
        // What is missing can still be read, and then the message as well.
        try expect(&pair.bob, reads: lost, at: 0)
        #expect(try pair.bob.decrypt(next) == [9])
      }
    }
  }

  /// The cases of status-go, pull request 1257, and agent-governance-toolkit, pull request 2184.
  @Test func `DR-06 are 2,000 in all, and the oldest give way to any number of new ones`() throws {
    var pair = try Pair(seed: 23)
    try pair.greet()
    var chains: [[RatchetMessage]] = []
    for round in 0..<7 {
      let sent = try messages(&pair.alice, 401)
      chains.append(sent)
      try expect(&pair.bob, reads: sent, at: 400)
      #expect(pair.bob.skippedCount == min(2_000, 400 * (round + 1)))
      _ = try pair.alice.decrypt(pair.bob.encrypt([1]))
    }
    // Seven times 400 were skipped: the first two chains have given way.
    for chain in chains[..<2] {
      for index in [0, 1, 199, 399] { #expect(code(&pair.bob, chain[index]) == .duplicate) }
    }
    for chain in chains[2...] {
      for index in [0, 63, 64, 399, 200] { try expect(&pair.bob, reads: chain, at: index) }
    }
    #expect(pair.bob.skippedCount == 2_000 - 5 * 5)
  }

  @Test func `DR-06 give way one by one, the lowest number first`() throws {
    var pair = try Pair(seed: 24)
    try pair.greet()
    let sent = try messages(&pair.alice, 2_500)
    try expect(&pair.bob, reads: sent, at: 1_000)
    try expect(&pair.bob, reads: sent, at: 2_001)
    #expect(pair.bob.skippedCount == 2_000)
    try expect(&pair.bob, reads: sent, at: 2_005)
    // Three more were skipped, so three went: 0, 1 and 2.
    #expect(pair.bob.skippedCount == 2_000)
    for index in 0..<3 { #expect(code(&pair.bob, sent[index]) == .duplicate) }
    for index in [3, 999, 1_001, 2_000, 2_002, 2_004] {
      try expect(&pair.bob, reads: sent, at: index)
    }
    #expect(pair.bob.skippedCount == 1_994)
  }

  @Test func `DR-06 are bounded over any number of chains with one gap each`() throws {
    var pair = try Pair(seed: 25)
    try pair.greet()
    var lost: [RatchetMessage] = []
    for _ in 0..<2_100 {
      lost.append(try pair.alice.encrypt([1]))
      _ = try pair.bob.decrypt(pair.alice.encrypt([2]))
      _ = try pair.alice.decrypt(pair.bob.encrypt([3]))
    }
    #expect(pair.bob.skippedCount == 2_000)
    #expect(try pair.bob.decrypt(lost[100]) == [1])
    #expect(try pair.bob.decrypt(lost[2_099]) == [1])
    // So long ago that the chain itself is forgotten.
    #expect(code(&pair.bob, lost[99]) == .forged)
    var stored = try Ratchet(decoding: pair.bob.bytes)
    #expect(stored == pair.bob)
    for index in 101..<2_099 { #expect(try stored.decrypt(lost[index]) == [1]) }
    #expect(stored.skippedCount == 0)
  }

  @Test func `DR-12 are read by each copy of the ratchet on its own`() throws {
    var pair = try Pair(seed: 26)
    let sent = try messages(&pair.alice, 200)
    try expect(&pair.bob, reads: sent, at: 199)
    let before = pair.bob.bytes
    var copy = pair.bob
    for index in stride(from: 0, to: 199, by: 2) { try expect(&copy, reads: sent, at: index) }
    #expect(copy.skippedCount == 99)
    #expect(pair.bob.bytes == before)
    for index in 0..<199 { try expect(&pair.bob, reads: sent, at: index) }
    for index in stride(from: 1, to: 199, by: 2) { try expect(&copy, reads: sent, at: index) }
    #expect(copy == pair.bob)
  }
}
