import Testing
import TrueSealTransport

@Suite struct `A frame` {
  static let key = [UInt8](repeating: 7, count: 32)

  /// Every type once, with the bytes written out by hand from the table of frames.
  static let byHand: [(frame: Frame, bytes: [UInt8])] = [
    (.push(recipient: key, envelope: [9]), [1, 0, 0, 0, 33] + key + [9]),
    (
      .deliver(blobID: 0x0102_0304_0506_0708, envelope: [9, 8]),
      [2, 0, 0, 0, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8]
    ),
    (.heartbeat, [3, 0, 0, 0, 0]),
    (.ack, [4, 0, 0, 0, 0]),
    (.error(.inboxFull), [5, 0, 0, 0, 1, 0x10]),
    (.deliverAck(blobID: 255), [6, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 255]),
  ]

  @Test(arguments: byHand.indices) func `has the bytes of its table`(index: Int) throws {
    let (frame, bytes) = Self.byHand[index]
    #expect(frame.encoded() == bytes)
    #expect(frame.encodedByteCount == bytes.count)
    #expect(try Frame(decoding: bytes) == frame)
  }

  @Test func `is appended to a buffer that is used again`() {
    var bytes: [UInt8] = [1, 2]
    Frame.ack.encode(to: &bytes)
    Frame.heartbeat.encode(to: &bytes)
    #expect(bytes == [1, 2, 4, 0, 0, 0, 0, 3, 0, 0, 0, 0])
  }

  @Test(arguments: [UInt64.min, 1, 1 << 63, .max])
  func `W-23 echoes any blob id and carries any bytes as an envelope`(blobID: UInt64) throws {
    for envelope in [[UInt8](), [0], [0xff, 0xff], [UInt8](repeating: 0, count: 338)] {
      let delivered = Frame.deliver(blobID: blobID, envelope: envelope)
      #expect(try Frame(decoding: delivered.encoded()) == delivered)
      guard !envelope.isEmpty else { continue }
      let pushed = Frame.push(recipient: Self.key, envelope: envelope)
      #expect(try Frame(decoding: pushed.encoded()) == pushed)
    }
    let acknowledged = Frame.deliverAck(blobID: blobID)
    #expect(try Frame(decoding: acknowledged.encoded()) == acknowledged)
  }

  @Test func `W-22 belongs to one session and one side`() {
    typealias Road = (Frame.Sender, Frame.Session)
    let roads: [Road] = [
      (.device, .receive), (.relay, .receive), (.device, .push), (.relay, .push),
    ]
    let allowed: [[Bool]] = [
      [false, false, true, false],  // Push
      [false, true, false, false],  // Deliver
      [true, true, false, false],  // Heartbeat
      [false, false, false, true],  // Ack
      [false, true, false, true],  // Error
      [true, false, false, false],  // DeliverAck
    ]
    for (row, (frame, bytes)) in Self.byHand.enumerated() {
      for (column, (sender, session)) in roads.enumerated() {
        #expect(frame.isAllowed(from: sender, on: session) == allowed[row][column])
        let decoded = try? Frame(decoding: bytes, from: sender, on: session)
        #expect(decoded == (allowed[row][column] ? frame : nil))
      }
    }
  }

  @Test(arguments: 0...32) func `W-22 tells a short Push from a broken one`(byteCount: Int) {
    let short = [1, 0, 0, 0, UInt8(byteCount)] + [UInt8](repeating: 0, count: byteCount)
    #expect(throws: TransportError(.shortPush)) { try Frame(decoding: short) }
    #expect(throws: TransportError(.shortPush)) {
      try Frame(decoding: short, from: .device, on: .push)
    }
    #expect(throws: TransportError(.malformed)) {
      try Frame(decoding: short, from: .relay, on: .push)
    }
    #expect(throws: TransportError(.malformed)) {
      try Frame(decoding: short, from: .device, on: .receive)
    }
  }

  @Test(arguments: [0, 7, 8, 15, 16, 0x80, 0xff] as [UInt8])
  func `W-22 of an unknown type is refused`(type: UInt8) {
    #expect(throws: TransportError(.malformed)) { try Frame(decoding: [type, 0, 0, 0, 0]) }
  }

  @Test func `W-22 has the body of its type and nothing after it`() {
    for (_, bytes) in Self.byHand {
      for end in bytes.indices {
        #expect(throws: TransportError.self) { try Frame(decoding: Array(bytes[..<end])) }
      }
      #expect(throws: TransportError(.malformed)) { try Frame(decoding: bytes + [0]) }
    }
    let foreignBodies: [[UInt8]] = [
      [3, 0, 0, 0, 1, 0], [4, 0, 0, 0, 1, 0], [5, 0, 0, 0, 0], [5, 0, 0, 0, 2, 1, 1],
      [2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0], [6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0],
      [6, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    for bytes in foreignBodies {
      #expect(throws: TransportError(.malformed)) { try Frame(decoding: bytes) }
    }
  }

  @Test func `W-13 has at most 65,519 bytes`() throws {
    let longest = Frame.push(recipient: Self.key, envelope: [UInt8](repeating: 1, count: 65_482))
    #expect(longest.encodedByteCount == 65_519)
    #expect(try Frame(decoding: longest.encoded()) == longest)
    let tooLong = [2, 0, 0, 0xff, 0xeb] + [UInt8](repeating: 0, count: 65_515)
    #expect(throws: TransportError(.malformed)) { try Frame(decoding: tooLong) }
  }

  @Test func `stops the program when its maker broke its bounds`() async {
    await #expect(processExitsWith: .failure) {
      _ = Frame.push(recipient: [1], envelope: [1]).encoded()
    }
    await #expect(processExitsWith: .failure) {
      _ = Frame.push(recipient: [UInt8](repeating: 0, count: 32), envelope: []).encoded()
    }
    await #expect(processExitsWith: .failure) {
      _ = Frame.deliver(blobID: 1, envelope: [UInt8](repeating: 0, count: 65_507)).encoded()
    }
  }
}

@Suite struct `A refusal code` {
  @Test func `W-21 is permanent only as tooLarge and malformed`() {
    let permanent = (UInt8.min...UInt8.max).filter { RefusalCode(rawValue: $0).isPermanent }
    #expect(permanent == [1, 2])
  }

  @Test func `W-21 has the bytes of its table`() {
    let codes: [RefusalCode] = [
      .tooLarge, .malformed, .protocolError, .inboxFull, .rateLimited, .unavailable,
      .internalError, .tooManySessions,
    ]
    #expect(codes.map(\.rawValue) == [1, 2, 3, 0x10, 0x11, 0x12, 0x13, 0x14])
    #expect(
      codes.map(\.description) == [
        "tooLarge", "malformed", "protocolError", "inboxFull", "rateLimited", "unavailable",
        "internalError", "tooManySessions",
      ])
    #expect(RefusalCode(rawValue: 0x15).description == "unknown(21)")
  }
}
