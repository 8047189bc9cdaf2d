import Testing
import TrueSealTransport

@Suite struct `A deflated body` {
  static let text = Array(
    String(repeating: "a quiet heron stands in shallow water; ", count: 40).utf8)

  @Test(arguments: [1, 2, 3, 100, 1_024, 61_440]) func `W-33 inflates to what it was`(
    byteCount: Int
  ) throws {
    let body = Array(Array(repeatElement(Self.text, count: 40).joined()).prefix(byteCount))
    let deflated = try #require(Deflater().deflate(body, byteCountMax: byteCount + 64))
    #expect(try Inflater().inflate(deflated.span, byteCount: byteCount) == body)
  }

  @Test func `W-33 is in zlib format with a 15-bit window, no dictionary, and its Adler-32`() throws
  {
    let deflated = try #require(Deflater().deflate(Self.text, byteCountMax: Self.text.count))
    #expect(deflated[0] == 0x78)
    #expect((Int(deflated[0]) * 256 + Int(deflated[1])).isMultiple(of: 31))
    #expect(deflated[1] & 0x20 == 0)
    #expect(Array(deflated.suffix(4)) == adler32(Self.text))
  }

  @Test func `fits or is nil, and writes nothing beyond its bound`() throws {
    let deflater = Deflater()
    let exact = try #require(deflater.deflate(Self.text, byteCountMax: Self.text.count))
    #expect(deflater.deflate(Self.text, byteCountMax: exact.count) == exact)
    #expect(deflater.deflate(Self.text, byteCountMax: exact.count - 1) == nil)
    #expect(deflater.deflate(Self.text, byteCountMax: 0) == nil)
    #expect(deflater.deflate(Self.text, byteCountMax: -1) == nil)
    var buffer = [UInt8](repeating: 0xAA, count: exact.count + 16)
    let byteCount = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      var output = unsafe buffer.extracting(..<(exact.count - 1)).mutableSpan
      return deflater.deflate(Self.text.span, into: &output)
    }
    #expect(byteCount == nil)
    #expect(buffer.suffix(17).allSatisfy { $0 == 0xAA })
  }

  @Test func `shows nothing of the body before it, nor of one that did not fit`() {
    let deflater = Deflater()
    let fresh = Deflater().deflate(Self.text, byteCountMax: 4_096)
    _ = deflater.deflate(Self.text, byteCountMax: 4_096)
    #expect(deflater.deflate(Self.text, byteCountMax: 4_096) == fresh)
    _ = deflater.deflate(Self.text, byteCountMax: 10)
    #expect(deflater.deflate(Self.text, byteCountMax: 4_096) == fresh)
  }

  @Test func `W-33 has exactly the stated length and nothing behind it`() throws {
    let inflater = Inflater()
    let deflated = try #require(Deflater().deflate(Self.text, byteCountMax: 4_096))
    for byteCount in [0, 1, Self.text.count - 1, Self.text.count + 1, 61_440] {
      #expect(throws: TransportError(.malformed)) {
        try inflater.inflate(deflated.span, byteCount: byteCount)
      }
    }
    for tail in [[0], [0x78], deflated] as [[UInt8]] {
      let longer = deflated + tail
      #expect(throws: TransportError(.malformed)) {
        try inflater.inflate(longer.span, byteCount: Self.text.count)
      }
    }
    for end in deflated.indices {
      let cut = Array(deflated[..<end])
      #expect(throws: TransportError(.malformed)) {
        try inflater.inflate(cut.span, byteCount: Self.text.count)
      }
    }
    #expect(try inflater.inflate(deflated.span, byteCount: Self.text.count) == Self.text)
  }

  @Test func `W-33 with one bit wrong is refused or is the same body`() throws {
    let inflater = Inflater()
    let deflated = try #require(Deflater().deflate(Self.text, byteCountMax: 4_096))
    var refusedCount = 0
    for bit in 0..<deflated.count * 8 {
      var flipped = deflated
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      if let body = try? inflater.inflate(flipped.span, byteCount: Self.text.count) {
        #expect(body == Self.text)
      } else {
        refusedCount += 1
      }
    }
    // The compression level in the header says nothing to a reader, the rest is checked.
    #expect(refusedCount > deflated.count * 8 - 16)
  }

  /// Headers made by hand: method and window, then a check that makes both bytes a multiple of 31.
  @Test(
    arguments: [
      ("a window of 16 bits", [0x88, 0x98]), ("another method", [0x79, 0x94]),
      ("a preset dictionary", [0x78, 0xBB, 0, 0, 0, 1]), ("a wrong check", [0x78, 0x9D]),
      ("gzip", [0x1F, 0x8B]), ("no header", [0x63, 0x00]),
    ] as [(String, [UInt8])])
  func `W-33 is refused with a foreign header`(name: String, start: [UInt8]) throws {
    var deflated = try #require(Deflater().deflate(Self.text, byteCountMax: 4_096))
    deflated.replaceSubrange(0..<2, with: start)
    #expect(throws: TransportError(.malformed)) {
      try Inflater().inflate(deflated.span, byteCount: Self.text.count)
    }
  }

  @Test(arguments: [(1_024, 1_000_000), (61_000, 61_000_000)])
  func `W-33 that is a bomb is refused at its stated length, in no time`(
    payloadByteCount: Int, bodyByteCount: Int
  ) throws {
    let zeros = [UInt8](repeating: 0, count: bodyByteCount)
    let bomb = try #require(Deflater().deflate(zeros, byteCountMax: payloadByteCount))
    var buffer = [UInt8](repeating: 0xAA, count: 61_440 + 4_096)
    let inflater = Inflater()
    var longest = LongestCall()
    #expect(throws: TransportError(.malformed)) {
      try unsafe buffer.withUnsafeMutableBufferPointer { buffer in
        var output = unsafe buffer.extracting(..<61_440).mutableSpan
        try longest.measure { try inflater.inflate(bomb.span, into: &output) }
      }
    }
    #expect(buffer.suffix(4_096).allSatisfy { $0 == 0xAA })
    #expect(longest.milliseconds < 10)
    #expect(throws: TransportError(.malformed)) {
      try inflater.inflate(bomb.span, byteCount: 61_440)
    }
  }

  @Test(arguments: [-1, 61_441, Int(UInt32.max), .max])
  func `W-35 is never made longer than a body may be`(byteCount: Int) {
    let bytes: [UInt8] = [0x78, 0x9C, 3, 0, 0, 0, 0, 1]
    #expect(throws: TransportError(.malformed)) {
      try Inflater().inflate(bytes.span, byteCount: byteCount)
    }
  }

  @Test func `is made and read by many threads with one state`() async throws {
    let deflater = Deflater()
    let inflater = Inflater()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<32 {
        group.addTask {
          let body = [UInt8](repeating: UInt8(number), count: 2_000 + number)
          let deflated = try #require(deflater.deflate(body, byteCountMax: 1_000))
          #expect(try inflater.inflate(deflated.span, byteCount: body.count) == body)
        }
      }
      try await group.waitForAll()
    }
  }
}

/// The checksum at the end of zlib format (RFC 1950, section 9), most significant byte first.
func adler32(_ bytes: [UInt8]) -> [UInt8] {
  var low: UInt32 = 1
  var high: UInt32 = 0
  for byte in bytes {
    low = (low + UInt32(byte)) % 65_521
    high = (high + low) % 65_521
  }
  return [UInt8(high >> 8), UInt8(high & 0xff), UInt8(low >> 8), UInt8(low & 0xff)]
}
