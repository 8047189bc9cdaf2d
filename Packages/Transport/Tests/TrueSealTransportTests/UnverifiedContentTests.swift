import Testing
import TrueSealTransport

@Suite struct `An opened plaintext` {
  static let header = EnvelopeHeader(
    recipient: [UInt8](repeating: 1, count: 32), ephemeral: [UInt8](repeating: 2, count: 32))

  private func expectMalformed(
    tags: Set<MessageTag> = MessageTag.core, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout HandMadeContent) -> Void
  ) {
    var content = HandMadeContent()
    change(&content)
    #expect(throws: TransportError(.malformed), sourceLocation: sourceLocation) {
      try UnverifiedContent(decoding: content.plaintext, tags: tags)
    }
  }

  @Test func `W-35 has a tag the client knows`() throws {
    for tag in UInt8.min...UInt8.max {
      var content = HandMadeContent()
      content.tag = tag
      let core = try? UnverifiedContent(decoding: content.plaintext)
      #expect((core != nil) == (1...4).contains(tag))
      let more = try? UnverifiedContent(
        decoding: content.plaintext, tags: MessageTag.core.union([.conversation]))
      #expect((more != nil) == (1...5).contains(tag))
      #expect(more?.tag.rawValue ?? tag == tag)
    }
  }

  @Test func `W-33 has codec 00 with equal lengths, or 01 with a shorter payload`() throws {
    for codec in 2...255 as ClosedRange<UInt8> { expectMalformed { $0.codec = codec } }
    for bodyByteCount in [0, 4, 6, .max] as [UInt32] {
      expectMalformed { $0.bodyByteCount = bodyByteCount }
    }
    for bodyByteCount in [0, 4, 5, 61_441, .max] as [UInt32] {
      expectMalformed { ($0.codec, $0.bodyByteCount) = (1, bodyByteCount) }
    }
    for bodyByteCount in [6, 61_440] as [UInt32] {
      var content = HandMadeContent()
      (content.codec, content.bodyByteCount) = (1, bodyByteCount)
      #expect(try UnverifiedContent(decoding: content.plaintext).codec == .deflated)
    }
  }

  @Test func `W-33 has no codec 01 under Pair and Revoke`() {
    for tag in [1, 3] as [UInt8] {
      expectMalformed { ($0.tag, $0.codec, $0.bodyByteCount) = (tag, 1, 100) }
    }
  }

  @Test func `W-31 has no number above 2^63-1`() {
    for number in [1 << 63, .max] as [UInt64] {
      expectMalformed { $0.sequence = number }
      expectMalformed { $0.timestamp = number }
    }
  }

  @Test func `W-31 has a payload that ends before the signature`() {
    // 97 ends 5 bytes into the room the signature needs; the rest leave the plaintext.
    for payloadByteCount in [0, 4, 6, 103, 166, 167, 0x8000_0000, .max] as [UInt32] {
      expectMalformed {
        $0.payloadByteCount = payloadByteCount; $0.paddedByteCount = 256
      }
      expectMalformed {
        ($0.payloadByteCount, $0.bodyByteCount) = (payloadByteCount, payloadByteCount)
        $0.payload = $0.payload + [UInt8](repeating: 1, count: 40)
      }
    }
  }

  @Test func `W-34 has zeros up to the Padme size and no other length`() {
    for byteCount in [159, 160, 255, 257, 272, 288, 512] {
      expectMalformed { $0.paddedByteCount = byteCount }
    }
    let valid = HandMadeContent().plaintext
    for position in 159..<256 {
      for bit in 0..<8 as Range<UInt8> {
        var changed = valid
        changed[position] ^= 1 << bit
        #expect(throws: TransportError(.malformed)) { try UnverifiedContent(decoding: changed) }
      }
    }
  }

  @Test(arguments: [5, 102, 103, 400, 5_000]) func `W-34 is accepted at every padded size`(
    byteCount: Int
  ) throws {
    var content = HandMadeContent()
    content.payload = [UInt8](repeating: 7, count: byteCount)
    let plaintext = content.plaintext
    #expect(try UnverifiedContent(decoding: plaintext).bodyByteCount == byteCount)
    for shorter in stride(from: 0, to: plaintext.count, by: 1) {
      #expect(throws: TransportError(.malformed)) {
        try UnverifiedContent(decoding: Array(plaintext[..<shorter]))
      }
    }
    #expect(throws: TransportError(.malformed)) { try UnverifiedContent(decoding: plaintext + [0]) }
  }

  @Test func `keeps every bit it accepts`() throws {
    let valid = HandMadeContent().plaintext
    for bit in 0..<valid.count * 8 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let read = try? UnverifiedContent(decoding: flipped) else { continue }
      #expect(read.madeAgain == flipped)
      #expect(bit / 8 < 159)
    }
  }

  @Test(arguments: [0x5EED_0031] as [UInt64])
  func `W-31 of 10,000 random or edited ones is refused, or is read as it is`(seed: UInt64) throws {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    let inflater = Inflater()
    for round in 0..<10_000 {
      var input = random.bytes(random.below(600))
      if !round.isMultiple(of: 2) {
        let valid = HandMadeContent.random(using: &random)
        input =
          random.below(4) == 0
          ? random.edited(valid.plaintext, fields: HandMadeContent.fields)
          : HandMadeContent.padded(
            random.edited(valid.spoken, fields: HandMadeContent.fields) + valid.signature)
      }
      guard let read = longest.measure({ try? UnverifiedContent(decoding: input) }) else {
        stages.reached("refused")
        continue
      }
      stages.reached("read")
      #expect(read.madeAgain == input)
      let verified = try read.verified(header: Self.header) { _, _, _ in true }
      guard let body = longest.measure({ try? verified.body(using: inflater) }) else {
        stages.reached("not inflated")
        continue
      }
      stages.reached(read.codec == .plain ? "plain body" : "inflated body")
      #expect(body.count == read.bodyByteCount)
      #expect(read.codec == .plain ? body == read.payload : adler32(body) == read.payload.suffix(4))
    }
    for stage in ["refused", "read", "not inflated", "plain body", "inflated body"] {
      #expect(stages.count(stage) > 50, "\(stage): \(stages.count(stage))")
    }
    #expect(longest.milliseconds < 10)
  }
}

extension HandMadeContent {
  /// A valid one: plain or deflated, of a size that varies.
  static func random(using random: inout Seeded) -> HandMadeContent {
    var content = HandMadeContent()
    content.author = random.bytes(32)
    content.sequence = random.next() >> 1
    content.payload = random.bytes(random.below(300))
    guard random.below(2) == 0 else { return content }
    let body = [UInt8](repeating: UInt8(random.below(256)), count: 200 + random.below(3_000))
    guard let deflated = Deflater().deflate(body, byteCountMax: body.count - 1) else {
      return content
    }
    (content.codec, content.bodyByteCount) = (1, UInt32(body.count))
    content.payload = deflated
    return content
  }
}

extension UnverifiedContent {
  /// The payload as it was signed: what follows the 90 bytes of fields.
  fileprivate var payload: [UInt8] { Array(spoken.dropFirst(90)) }

  /// The plaintext put together again from what was read.
  fileprivate var madeAgain: [UInt8] {
    var content = HandMadeContent()
    (content.author, content.sequence, content.timestamp) = (author, sequence, timestamp)
    (content.view, content.tag, content.codec) = (view, tag.rawValue, codec.rawValue)
    (content.bodyByteCount, content.payload) = (UInt32(bodyByteCount), payload)
    content.signature = signature
    return content.plaintext
  }

  private var spoken: [UInt8] {
    let header = `An opened plaintext`.header
    return Array(signedBytes(header: header).dropFirst(31 + 66))
  }
}
