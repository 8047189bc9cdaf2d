import Testing
import TrueSealTransport

@Suite struct `A message reader` {
  static let messages: [[UInt8]] = [
    [], [1], [UInt8](repeating: 2, count: 255), [UInt8](repeating: 3, count: 256), [0, 0],
    [UInt8](repeating: 4, count: 65_535), [5],
  ]

  @Test func `W-13 puts a u16 length before each message`() throws {
    #expect(try FramePrefix.prefixed([]) == [0, 0])
    #expect(try FramePrefix.prefixed([9, 8, 7]) == [0, 3, 9, 8, 7])
    let longest = try FramePrefix.prefixed([UInt8](repeating: 1, count: 65_535))
    #expect(longest.count == 65_537 && longest.prefix(3) == [0xff, 0xff, 1])
    #expect(throws: TransportError(.tooLong)) {
      try FramePrefix.prefixed([UInt8](repeating: 1, count: 65_536))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 255, 256, 257, 4_096, 65_536])
  func `W-13 gives the same messages for slices of any size`(sliceByteCount: Int) throws {
    let stream = try Self.messages.flatMap { try FramePrefix.prefixed($0) }
    var reader = FrameReader()
    var read: [[UInt8]] = []
    var position = 0
    while position < stream.count {
      let end = min(stream.count, position + sliceByteCount)
      reader.append(Array(stream[position..<end]))
      position = end
      while let message = try reader.next() { read.append(message) }
      #expect(reader.bufferedByteCount <= 65_536)
      #expect(reader.room >= 65_536)
    }
    #expect(read == Self.messages)
    #expect(reader.bufferedByteCount == 0)
  }

  @Test func `takes a span as it takes an array`() throws {
    let stream = try FramePrefix.prefixed([1, 2, 3]) + [0]
    var reader = FrameReader()
    reader.append(stream.span)
    try reader.expect([1, 2, 3])
    try reader.expect(nil)
    #expect(reader.bufferedByteCount == 1)
  }

  @Test func `shows that a stream was cut inside a message`() throws {
    let stream = try FramePrefix.prefixed([1, 2, 3])
    for end in 1..<stream.count {
      var reader = FrameReader()
      reader.append(Array(stream[..<end]))
      try reader.expect(nil)
      #expect(reader.bufferedByteCount == end)
    }
  }

  @Test func `refuses a length above the expected one before its message came, and stays so`()
    throws
  {
    var reader = FrameReader(messageByteCountMax: 32)
    reader.append([0, 32] + [UInt8](repeating: 1, count: 32) + [0, 33])
    try reader.expect([UInt8](repeating: 1, count: 32))
    for _ in 0..<2 {
      #expect(throws: TransportError(.malformed)) { try reader.next() }
    }
    reader.messageByteCountMax = 33
    try reader.expect(nil)
  }

  @Test func `stops the program when it is fed without being drained`() async {
    await #expect(processExitsWith: .success) {
      var reader = FrameReader()
      reader.append([UInt8](repeating: 0, count: 131_074))
    }
    await #expect(processExitsWith: .failure) {
      var reader = FrameReader()
      reader.append([UInt8](repeating: 0, count: 131_074))
      reader.append([0])
    }
  }

  @Test(arguments: [0x5EED_0013] as [UInt64])
  func `W-13 agrees with a plain reading of 10,000 streams, however they are cut`(seed: UInt64) {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    for round in 0..<10_000 {
      var stream = random.bytes(random.below(64))
      if round.isMultiple(of: 2) {
        let valid = (0...random.below(4)).flatMap { _ -> [UInt8] in
          let message = random.bytes(random.below(40))
          return [0, UInt8(message.count)] + message
        }
        stream = random.edited(valid, fields: [0..<2])
      }
      let limit = [31, 300, 65_535][random.below(3)]
      let expected = Self.plainReading(of: stream, limit: limit)
      let actual = longest.measure { Self.slicedReading(of: stream, limit: limit, &random) }
      #expect(actual.messages == expected.messages && actual.refused == expected.refused)
      stages.reached(expected.refused ? "refused" : "incomplete")
      if !expected.messages.isEmpty { stages.reached("message") }
    }
    #expect(stages.count("refused") > 100)
    #expect(stages.count("incomplete") > 100)
    #expect(stages.count("message") > 100)
    #expect(longest.milliseconds < 10)
  }

  private static func plainReading(
    of stream: [UInt8], limit: Int
  ) -> (messages: [[UInt8]], refused: Bool) {
    var rest = stream[...]
    var messages: [[UInt8]] = []
    while rest.count >= 2 {
      let length = Int(rest[rest.startIndex]) * 256 + Int(rest[rest.startIndex + 1])
      if length > limit { return (messages, true) }
      guard rest.count - 2 >= length else { break }
      messages.append(Array(rest.dropFirst(2).prefix(length)))
      rest = rest.dropFirst(2 + length)
    }
    return (messages, false)
  }

  private static func slicedReading(
    of stream: [UInt8], limit: Int, _ random: inout Seeded
  ) -> (messages: [[UInt8]], refused: Bool) {
    var reader = FrameReader(messageByteCountMax: limit)
    var rest = stream[...]
    var messages: [[UInt8]] = []
    while !rest.isEmpty {
      let slice = Array(rest.prefix(1 + random.below(24)))
      rest = rest.dropFirst(slice.count)
      reader.append(slice)
      do {
        while let message = try reader.next() { messages.append(message) }
      } catch {
        return (messages, true)
      }
    }
    return (messages, false)
  }
}

extension FrameReader {
  /// Reads the next message and compares it; the macro cannot hold a mutating call itself.
  fileprivate mutating func expect(
    _ expected: [UInt8]?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let message = try next()
    #expect(message == expected, sourceLocation: sourceLocation)
  }
}
