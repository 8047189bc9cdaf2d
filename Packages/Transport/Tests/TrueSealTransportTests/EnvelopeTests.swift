import Testing
import TrueSealTransport

@Suite struct `An envelope` {
  static let recipient = [UInt8](1...32)
  static let header = EnvelopeHeader(
    recipient: recipient, ephemeral: [UInt8](repeating: 0xEE, count: 32))

  static func bytes(version: UInt8, count: Int) -> [UInt8] {
    let whole = [0, version] + recipient + [UInt8](repeating: 0xEE, count: max(32, count))
    return Array(whole.prefix(count))
  }

  @Test func `begins with version, recipient and ephemeral`() throws {
    let expected = [0, 1] + [UInt8](1...32) + [UInt8](repeating: 0xEE, count: 32)
    #expect(Self.header.encoded() == expected)
    #expect(expected.count == EnvelopeHeader.byteCount)
    #expect(try EnvelopeHeader(decoding: expected) == Self.header)
    for end in expected.indices {
      #expect(throws: TransportError(.malformed)) {
        try EnvelopeHeader(decoding: Array(expected[..<end]))
      }
    }
    #expect(throws: TransportError(.malformed)) { try EnvelopeHeader(decoding: expected + [0]) }
  }

  @Test(arguments: [0x5EED_0040] as [UInt64])
  func `has a header of which every bit is read and kept`(seed: UInt64) throws {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    let valid = Self.header.encoded()
    var inputs = (0..<valid.count * 8).map { bit in
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      return flipped
    }
    for round in 0..<10_000 {
      let isRandom = round.isMultiple(of: 2)
      inputs.append(
        isRandom
          ? random.bytes(60 + random.below(12))
          : random.edited(valid, fields: [0..<2, 2..<34, 34..<66]))
    }
    for input in inputs {
      guard let header = longest.measure({ try? EnvelopeHeader(decoding: input) }) else {
        #expect(input.count != EnvelopeHeader.byteCount)
        stages.reached("refused")
        continue
      }
      #expect(header.encoded() == input)
      stages.reached("read")
    }
    #expect(stages.count("refused") > 100 && stages.count("read") > 100)
    #expect(longest.milliseconds < 10)
  }

  @Test func `has 338 to 63,570 bytes and our version`() throws {
    for count in [338, 339, 63_570] {
      let bytes = Self.bytes(version: 1, count: count)
      let envelope = try Envelope(decoding: bytes)
      #expect(envelope.header == Self.header)
      #expect(envelope.ciphertext == Array(bytes[66...]))
      #expect(envelope.encoded() == bytes)
    }
    for count in [0, 1, 2, 65, 66, 337, 63_571, 65_482] {
      #expect(throws: TransportError(.malformed)) {
        try Envelope(decoding: Self.bytes(version: 1, count: count))
      }
    }
    for version in [0, 2, 255] as [UInt8] {
      #expect(throws: TransportError(.malformed)) {
        try Envelope(decoding: Self.bytes(version: version, count: 338))
      }
    }
  }

  @Test func `W-36 above our version is told by its first bytes, if it is long enough and ours`()
    throws
  {
    let other = [UInt8](repeating: 9, count: 32)
    for count in [338, 339, 63_571, 65_482] {
      let bytes = Self.bytes(version: 2, count: count)
      #expect(try EnvelopeVersion.peek(bytes, addressedTo: Self.recipient) == .newer(2))
      #expect(throws: TransportError(.malformed)) {
        try EnvelopeVersion.peek(bytes, addressedTo: other)
      }
    }
    for count in 2..<338 {
      #expect(throws: TransportError(.malformed)) {
        try EnvelopeVersion.peek(
          Self.bytes(version: 2, count: count), addressedTo: Self.recipient)
      }
    }
    let highest = [0xff, 0xff] + Self.bytes(version: 1, count: 338).dropFirst(2)
    #expect(try EnvelopeVersion.peek(highest, addressedTo: Self.recipient) == .newer(.max))
  }

  @Test func `W-36 below our version is told by two bytes, whoever it is for`() throws {
    for count in 2...400 {
      let older = Self.bytes(version: 0, count: count)
      #expect(try EnvelopeVersion.peek(older, addressedTo: []) == .older(0))
      let current = Self.bytes(version: 1, count: count)
      #expect(try EnvelopeVersion.peek(current, addressedTo: []) == .current)
    }
    for bytes in [[], [0], [1], [2]] as [[UInt8]] {
      #expect(throws: TransportError(.malformed)) {
        try EnvelopeVersion.peek(bytes, addressedTo: Self.recipient)
      }
    }
  }

  @Test func `V-07 W-36 of the version before ours is opened, and of the one before that is not`()
    throws
  {
    let raised = EndToEndVersions(newest: 3)
    #expect(raised.oldest == 2)
    #expect(EndToEndVersions.released.oldest == 1)
    let expected: [UInt8: EnvelopeVersion] = [
      0: .older(0), 1: .older(1), 2: .current, 3: .current, 4: .newer(4),
    ]
    for (version, verdict) in expected {
      let bytes = Self.bytes(version: version, count: 338)
      #expect(
        try EnvelopeVersion.peek(bytes, addressedTo: Self.recipient, by: raised) == verdict)
      let envelope = try? Envelope(decoding: bytes, of: raised)
      #expect(envelope?.header.version == (verdict == .current ? UInt16(version) : nil))
    }
  }

  @Test func `V-07 is made of the newest version alone`() async {
    await #expect(processExitsWith: .failure) {
      let key = [UInt8](repeating: 1, count: 32)
      let header = EnvelopeHeader(version: 1, recipient: key, ephemeral: key)
      let ciphertext = [UInt8](repeating: 0, count: 272)
      _ = Envelope(header: header, ciphertext: ciphertext, of: EndToEndVersions(newest: 2))
    }
    await #expect(processExitsWith: .failure) { _ = EndToEndVersions(newest: 0) }
  }

  @Test func `stops the program when its maker broke its bounds`() async {
    await #expect(processExitsWith: .failure) {
      _ = EnvelopeHeader(recipient: [1], ephemeral: [UInt8](repeating: 1, count: 32))
    }
    await #expect(processExitsWith: .failure) {
      _ = EnvelopeHeader(recipient: [UInt8](repeating: 1, count: 32), ephemeral: [])
    }
    await #expect(processExitsWith: .failure) {
      let key = [UInt8](repeating: 1, count: 32)
      let header = EnvelopeHeader(recipient: key, ephemeral: key)
      _ = Envelope(header: header, ciphertext: [UInt8](repeating: 0, count: 271))
    }
    await #expect(processExitsWith: .failure) {
      let key = [UInt8](repeating: 1, count: 32)
      let header = EnvelopeHeader(version: 2, recipient: key, ephemeral: key)
      _ = Envelope(header: header, ciphertext: [UInt8](repeating: 0, count: 272))
    }
  }
}
