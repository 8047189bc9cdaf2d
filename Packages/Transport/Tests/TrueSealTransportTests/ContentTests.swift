import Testing
import TrueSealTransport

@Suite struct `What an author says` {
  static let key = [UInt8](repeating: 0xA0, count: 32)
  static let view = [UInt8](repeating: 0xB0, count: 32)
  static let header = EnvelopeHeader(
    recipient: [UInt8](repeating: 1, count: 32), ephemeral: [UInt8](repeating: 2, count: 32))
  static let text = Array(String(repeating: "the same words again; ", count: 50).utf8)

  static func content(
    _ body: [UInt8], tag: MessageTag = .sync, compression: Bool = true,
    sequence: UInt64 = 0x0102_0304_0506_0708, timestamp: UInt64 = 0x1112_1314_1516_1718
  ) throws(TransportError) -> Content {
    try Content(
      author: key, sequence: sequence, timestamp: timestamp, view: view, tag: tag, body: body,
      compression: compression, using: Deflater())
  }

  @Test func `W-31 is laid out as its table says`() throws {
    let content = try Self.content(Array("hello".utf8))
    let signature = [UInt8](repeating: 0xC0, count: 64)
    #expect(content.plaintext(signature: signature) == HandMadeContent().plaintext)
    let read = try UnverifiedContent(decoding: HandMadeContent().plaintext)
    #expect(read.author == Self.key && read.view == Self.view && read.signature == signature)
    #expect(read.sequence == 0x0102_0304_0506_0708 && read.timestamp == 0x1112_1314_1516_1718)
    #expect(read.tag == .sync && read.codec == .plain && read.bodyByteCount == 5)
  }

  @Test func `W-32 is signed behind a label, a zero byte and the header`() throws {
    let expected =
      Array("trueseal envelope signature v1".utf8) + [0] + [0, 1]
      + [UInt8](repeating: 1, count: 32) + [UInt8](repeating: 2, count: 32)
      + HandMadeContent().spoken
    #expect(try Self.content(Array("hello".utf8)).signedBytes(header: Self.header) == expected)
    let read = try UnverifiedContent(decoding: HandMadeContent().plaintext)
    #expect(read.signedBytes(header: Self.header) == expected)
    var asked: [[UInt8]] = []
    _ = try read.verified(header: Self.header) { signature, message, key in
      asked = [signature, message, key]
      return true
    }
    #expect(asked == [read.signature, expected, Self.key])
  }

  @Test func `W-32 has no body until its signature was accepted, and W-33 is inflated only then`()
    throws
  {
    var broken = HandMadeContent()
    (broken.codec, broken.bodyByteCount) = (1, 100)
    let read = try UnverifiedContent(decoding: broken.plaintext)
    #expect(throws: TransportError(.badSignature)) {
      try read.verified(header: Self.header) { _, _, _ in false }
    }
    let verified = try read.verified(header: Self.header) { _, _, _ in true }
    #expect(verified.codec == .deflated && verified.bodyByteCount == 100)
    #expect(throws: TransportError(.malformed)) { try verified.body(using: Inflater()) }
  }

  @Test(arguments: MessageTag.core.union([.conversation]).map(\.rawValue).sorted())
  func `W-33 is deflated where that is shorter and allowed`(rawTag: UInt8) throws {
    let tag = MessageTag(rawValue: rawTag)
    let content = try Self.content(Self.text, tag: tag)
    let mayDeflate = tag != .pair && tag != .revoke
    #expect(content.codec == (mayDeflate ? .deflated : .plain))
    #expect(mayDeflate ? content.payload.count < Self.text.count : content.payload == Self.text)
    #expect(content.bodyByteCount == Self.text.count)
    #expect(try Self.content(Self.text, tag: tag, compression: false).codec == .plain)
    let plaintext = content.plaintext(signature: [UInt8](repeating: 0, count: 64))
    let read = try UnverifiedContent(decoding: plaintext, tags: [tag])
    let body = try read.verified(header: Self.header) { _, _, _ in true }.body(using: Inflater())
    #expect(body == Self.text)
  }

  @Test func `W-33 stays plain where deflating does not make it shorter`() throws {
    var random = Seeded(1)
    for body in [[], [1], [1, 1, 1], random.bytes(61_440)] {
      let content = try Self.content(body)
      #expect(content.codec == .plain && content.payload == body)
    }
  }

  @Test func `W-35 has a body of 0 to 61,440 bytes`() throws {
    for count in [0, 61_440] {
      let body = [UInt8](repeating: 1, count: count)
      let content = try Self.content(body, compression: false)
      let plaintext = content.plaintext(signature: [UInt8](repeating: 0, count: 64))
      #expect(plaintext.count == (count == 0 ? 256 : 63_488))
      let read = try UnverifiedContent(decoding: plaintext)
      #expect(
        try read.verified(header: Self.header) { _, _, _ in true }.body(using: Inflater()) == body)
    }
    for compression in [true, false] {
      #expect(throws: TransportError(.tooLong)) {
        try Self.content([UInt8](repeating: 1, count: 61_441), compression: compression)
      }
    }
  }

  @Test func `W-31 says no number above 2^63-1`() throws {
    let highest = UInt64(Int64.max)
    #expect(try Self.content([], sequence: highest, timestamp: highest).sequence == highest)
    #expect(throws: TransportError(.numberTooLarge)) {
      try Self.content([], sequence: highest + 1)
    }
    #expect(throws: TransportError(.numberTooLarge)) {
      try Self.content([], timestamp: highest + 1)
    }
  }

  @Test func `is not told by any description`() throws {
    let content = try Self.content(Array("a secret".utf8))
    let read = try UnverifiedContent(
      decoding: content.plaintext(signature: [UInt8](repeating: 0, count: 64)))
    let verified = try read.verified(header: Self.header) { _, _, _ in true }
    #expect("\(content)" == "Content(tag 2, body of 8 bytes)")
    #expect("\(read)" == "UnverifiedContent(tag 2, body of 8 bytes)")
    #expect("\(verified)" == "VerifiedContent(tag 2, body of 8 bytes)")
  }

  @Test func `stops the program when its maker broke its bounds`() async {
    await #expect(processExitsWith: .failure) {
      _ = try Content(
        author: [1], sequence: 1, timestamp: 1, view: [UInt8](repeating: 0, count: 32),
        tag: .sync, body: [], compression: true, using: Deflater())
    }
    await #expect(processExitsWith: .failure) {
      _ = try Content(
        author: [UInt8](repeating: 0, count: 32), sequence: 1, timestamp: 1, view: [],
        tag: .sync, body: [], compression: true, using: Deflater())
    }
    await #expect(processExitsWith: .failure) {
      let content = try `What an author says`.content([])
      _ = content.plaintext(signature: [])
    }
  }
}
