import Testing
import TrueSealTransport

@Suite struct `A version prefix` {
  @Test func `W-10 is ten bytes that name the device's version`() throws {
    #expect(VersionPrefix().encoded() == Array("TRUESEAL".utf8) + [0, 1])
    #expect(VersionPrefix(version: 0xA1B2).encoded() == Array("TRUESEAL".utf8) + [0xA1, 0xB2])
    #expect(VersionPrefix.byteCount == 10)
    for version in [UInt16](arrayLiteral: 0, 1, 2, 256, .max) {
      let prefix = VersionPrefix(version: version)
      #expect(try VersionPrefix(decoding: prefix.encoded()) == prefix)
    }
  }

  @Test func `W-10 has no other length and no other magic`() {
    let valid = VersionPrefix().encoded()
    for end in valid.indices {
      #expect(throws: TransportError(.malformed)) {
        try VersionPrefix(decoding: Array(valid[..<end]))
      }
    }
    #expect(throws: TransportError(.malformed)) { try VersionPrefix(decoding: valid + [0]) }
    for bit in 0..<64 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TransportError(.malformed)) { try VersionPrefix(decoding: flipped) }
    }
  }

  @Test func `W-11 is refused by a relay that does not speak it, with what it speaks`() {
    let spoken: ClosedRange<UInt16> = 2...4
    for version in [UInt16](arrayLiteral: 0, 1, 5, .max) {
      #expect(
        VersionPrefix(version: version).refusal(speaking: spoken) == VersionRefusal(spoken))
    }
    for version in spoken {
      #expect(VersionPrefix(version: version).refusal(speaking: spoken) == nil)
    }
  }
}

@Suite struct `A version refusal` {
  @Test func `W-11 is twelve bytes that name the lowest and highest version`() throws {
    let refusal = VersionRefusal(2...0x0304)
    #expect(refusal.encoded() == Array("TSREFUSE".utf8) + [0, 2, 3, 4])
    #expect(VersionRefusal.byteCount == 12)
    let read = try VersionRefusal(decoding: refusal.encoded())
    #expect(read == refusal)
    #expect(read.lowest == 2)
    #expect(read.highest == 0x0304)
  }

  @Test func `W-11 never names version 0, an empty range, or the reader's own version`() throws {
    func read(_ lowest: UInt8, _ highest: UInt8, speaking: UInt16) throws -> VersionRefusal {
      try VersionRefusal(
        decoding: VersionRefusal.magic + [0, lowest, 0, highest], speaking: speaking)
    }
    for (lowest, highest) in [(0, 0), (0, 3), (3, 2), (1, 2), (2, 3), (1, 3), (2, 2)]
      as [(UInt8, UInt8)]
    {
      #expect(throws: TransportError(.malformed)) { try read(lowest, highest, speaking: 2) }
    }
    #expect(try read(1, 1, speaking: 2).supported == 1...1)
    #expect(try read(3, 9, speaking: 2).supported == 3...9)
  }

  @Test func `W-11 has no other length and no other magic`() {
    let valid = VersionRefusal(2...3).encoded()
    for end in valid.indices {
      #expect(throws: TransportError(.malformed)) {
        try VersionRefusal(decoding: Array(valid[..<end]))
      }
    }
    #expect(throws: TransportError(.malformed)) { try VersionRefusal(decoding: valid + [0]) }
    for bit in 0..<64 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: TransportError(.malformed)) { try VersionRefusal(decoding: flipped) }
    }
  }

  @Test func `stops a relay that would announce the reserved version`() async {
    await #expect(processExitsWith: .failure) { _ = VersionRefusal(0...1) }
  }
}
