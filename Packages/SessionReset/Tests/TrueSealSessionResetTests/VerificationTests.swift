import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("What both can compare, and who they are")
struct VerificationTests {
  @Test func `SK-42 both sides hash the same, and another epoch something else`() throws {
    let pair = try Pair.settled()
    let a = try #require(try pair.a.engine.verificationInput(in: pair.a.shelf))
    let b = try #require(try pair.b.engine.verificationInput(in: pair.b.shelf))
    #expect(a == b)
    let tag = try #require(try pair.a.status.active)
    #expect(
      a.bytes == tag.bytes + [0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 1, count: 32)
        + Array(repeating: 2, count: 32))
    try pair.start(pair.b)
    #expect(try pair.b.engine.verificationInput(in: pair.b.shelf) == nil)
    try pair.deliverAll()
    let later = try #require(try pair.a.engine.verificationInput(in: pair.a.shelf))
    #expect(later == (try pair.b.engine.verificationInput(in: pair.b.shelf)))
    #expect(later != a && later.epoch == 2)
  }

  @Test func `SK-42 there is nothing to compare before the first session`() throws {
    let pair = try Pair()
    #expect(try pair.a.engine.verificationInput(in: pair.a.shelf) == nil)
    try pair.start(pair.a)
    #expect(try pair.a.engine.verificationInput(in: pair.a.shelf) == nil)
  }

  @Test func `SK-38 a conversation has two different devices`() throws {
    let key = Array(repeating: UInt8(1), count: 32)
    for (own, peer) in [
      (key, key), (key, Array(key.dropLast())), ([], key), (key + [0], key),
    ] {
      #expect(throws: SessionResetError(code: .malformed)) { try Parties(own: own, peer: peer) }
    }
    let other = Array(key.dropLast()) + [2]
    #expect(try Parties(own: key, peer: other).lower == .own)
    #expect(try Parties(own: other, peer: key).lower == .peer)
    // The first byte that differs decides, whatever follows.
    let first = [0] + Array(repeating: UInt8(255), count: 31)
    #expect(try Parties(own: key, peer: first).lower == .peer)
  }

  @Test func `SK-38 a reset of one conversation leaves another alone`() throws {
    let chance = Chance(seed: 3)
    let one = try Pair.settled(seed: 3)
    let other = try Device(own: 1, peer: 3, chance: chance)
    try one.start(one.a)
    #expect(try other.status.phase == .none)
    #expect(other.shelf.contents.record == nil)
  }

  @Test func `names are read and written big-endian, and only at their length`() throws {
    let bytes = (1...16).map { UInt8($0) }
    #expect(AttemptID(number: 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10).bytes == bytes)
    #expect(try AttemptID(bytes: bytes).bytes == bytes)
    #expect(SessionTag(number: 0x0102_0304_0506_0708).bytes == Array(bytes.prefix(8)))
    #expect(try SessionTag(bytes: Array(bytes.prefix(8))).number == 0x0102_0304_0506_0708)
    #expect(try Evidence(bytes: bytes).number == AttemptID(bytes: bytes).number)
    for count in [0, 7, 9, 15, 17] {
      let wrong = Array(repeating: UInt8(0), count: count)
      #expect(throws: SessionResetError(code: .malformed)) { try AttemptID(bytes: wrong) }
      #expect(throws: SessionResetError(code: .malformed)) { try SessionTag(bytes: wrong) }
      #expect(throws: SessionResetError(code: .malformed)) { try Evidence(bytes: wrong) }
    }
  }
}
