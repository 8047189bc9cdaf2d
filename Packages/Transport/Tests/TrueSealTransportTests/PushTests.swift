import Testing
import TrueSealTransport

@Suite struct `A device's Pushes` {
  @Test func `W-20 are answered in the order they were sent, one answer each`() throws {
    var pushes = PushAnswers<String>()
    for entry in ["a", "b", "c"] { pushes.pushed(entry) }
    let answers: [(Frame, String, PushAnswers<String>.Answer)] = [
      (.ack, "a", .stored), (.error(.inboxFull), "b", .refused(.inboxFull)), (.ack, "c", .stored),
    ]
    for (frame, entry, answer) in answers {
      let received = try pushes.received(frame)
      #expect(received.entry == entry && received.answer == answer)
    }
    #expect(pushes.unanswered.isEmpty)
  }

  @Test func `W-22 take no answer to nothing, and no other frame`() {
    var pushes = PushAnswers<Int>()
    for frame in [Frame.ack, .error(.unavailable)] {
      #expect(throws: TransportError(.malformed)) { _ = try pushes.received(frame) }
    }
    pushes.pushed(1)
    let others: [Frame] = [
      .heartbeat, .deliver(blobID: 1, envelope: [1]), .deliverAck(blobID: 1),
      .push(recipient: [UInt8](repeating: 1, count: 32), envelope: [1]),
    ]
    for frame in others {
      #expect(throws: TransportError(.malformed)) { _ = try pushes.received(frame) }
    }
    #expect(pushes.unanswered == [1])
  }

  @Test func `leave at most 64 unanswered`() async {
    var pushes = PushAnswers<Int>()
    for entry in 0..<64 {
      #expect(pushes.hasRoom)
      pushes.pushed(entry)
    }
    #expect(!pushes.hasRoom)
    await #expect(processExitsWith: .failure) {
      var pushes = PushAnswers<Int>()
      for entry in 0..<65 { pushes.pushed(entry) }
    }
  }
}

@Suite struct `A relay's refusals` {
  static let alice = [UInt8](repeating: 1, count: 32)
  static let bob = [UInt8](repeating: 2, count: 32)

  @Test(arguments: [0x03, 0x10, 0x11, 0x12, 0x13, 0x14, 0x77] as [UInt8])
  func `W-20 repeat a temporary code to one recipient and nobody else`(byte: UInt8) {
    let code = RefusalCode(rawValue: byte)
    var refusals = PushRefusals()
    #expect(refusals.code(for: Self.alice) == nil)
    refusals.expect(true, Self.alice, with: code)
    #expect(refusals.code(for: Self.alice) == code)
    #expect(refusals.code(for: Self.bob) == nil)
    refusals.expect(true, Self.alice, with: .unavailable)
    #expect(refusals.code(for: Self.alice) == code)
  }

  @Test func `W-20 forget a permanent code`() {
    var refusals = PushRefusals()
    refusals.expect(true, Self.alice, with: .tooLarge)
    refusals.expect(true, Self.alice, with: .malformed)
    #expect(refusals.code(for: Self.alice) == nil)
  }

  @Test func `are held for at most 4,096 recipients`() {
    var refusals = PushRefusals()
    for number in 0..<4_096 {
      let recipient = [UInt8(number / 256), UInt8(number % 256)]
      refusals.expect(true, recipient, with: .inboxFull)
    }
    refusals.expect(false, [1, 2, 3], with: .inboxFull)
    refusals.expect(true, [0, 1], with: .inboxFull)
    #expect(refusals.code(for: [1, 2, 3]) == nil)
  }
}

extension PushRefusals {
  /// Notes a refusal and compares the result; the macro cannot hold a mutating call itself.
  fileprivate mutating func expect(
    _ expected: Bool, _ recipient: [UInt8], with code: RefusalCode,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isHeld = refused(recipient, with: code)
    #expect(isHeld == expected, sourceLocation: sourceLocation)
  }
}
