import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("Texts and the sessions they go out on")
struct WaitingTests {
  @Test func `SK-17 SK-40 texts wait while initiated and go out in order, each once`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    pair.forget()
    for number in 0..<5 { try pair.send("text \(number)", from: pair.a) }
    #expect(pair.sentByA.isEmpty)
    #expect(try pair.a.status.waitingCount == 5)
    try pair.deliverAll()
    #expect(try pair.a.status.waitingCount == 0)
    #expect(pair.b.texts == (0..<5).map { "text \($0)" })
    #expect(pair.b.drops.isEmpty)
  }

  @Test func `SK-40 texts that wait survive a newer attempt and a lost glare`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.b)
    try pair.send("first", from: pair.b)
    try pair.start(pair.b)
    try pair.send("second", from: pair.b)
    pair.toA = []
    // A outranks B only with a higher epoch.
    for _ in 0..<3 { try pair.start(pair.a) }
    try pair.deliverAll()
    #expect(pair.a.texts == ["first", "second"])
    #expect(try pair.a.status.active == pair.b.status.active)
  }

  @Test func `SK-17 SR-19 in received a text goes out at once, on the built session`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    pair.forget()
    try pair.send("at once", from: pair.b)
    guard case .opening(let message) = pair.sentByB[0] else { throw Desk.Missing() }
    #expect(try message.tag == pair.b.status.active)
  }

  @Test func `SK-17 only so many texts wait, and what is refused leaves nothing behind`() throws {
    let pair = try Pair()
    pair.a.shelf.contents.waiting = Array(
      repeating: [1], count: SessionResetLimits.Chosen.waitingMax)
    #expect(throws: SessionResetError(code: .waitingFull)) {
      try pair.send("too many", from: pair.a)
    }
    #expect(pair.a.shelf.contents.waiting.count == SessionResetLimits.Chosen.waitingMax)
    #expect(pair.a.shelf.contents.record == nil)
  }

  @Test func `B-13 no message is ever sent on a session that is not active`() throws {
    let pair = try Pair.settled()
    var old: [SessionTag] = []
    for round in 0..<4 {
      old.append(try #require(try pair.a.status.active))
      try pair.start(round % 2 == 0 ? pair.a : pair.b)
      pair.forget()
      try pair.send("to B", from: pair.a)
      try pair.send("to A", from: pair.b)
      // B has not heard of A's start yet and may use the old one; whoever started may not.
      let sent = round % 2 == 0 ? pair.sentByA : pair.sentByB
      #expect(sent.isEmpty)
      try pair.deliverAll()
    }
    for message in pair.sentByA + pair.sentByB {
      if case .ordinary(let ordinary) = message, old.dropLast().contains(ordinary.tag) {
        Issue.record("sent on a session replaced long ago")
      }
    }
    #expect(pair.a.texts.count == 4 && pair.b.texts.count == 4)
  }

  @Test func `SK-33 B-38 empty messages are never shown, also when they come again`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let acknowledgement = pair.toA[0]
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    let confirmation = pair.toB[0]
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    for _ in 0..<3 {
      try pair.receive(acknowledgement, at: pair.a)
      try pair.receive(confirmation, at: pair.b)
    }
    #expect(pair.a.texts.isEmpty && pair.b.texts.isEmpty)
    #expect(pair.toA.isEmpty && pair.toB.isEmpty)
    #expect(pair.a.drops.suffix(3).allSatisfy { $0 == .refused(.duplicate) })
  }

  @Test func `SK-33 B-45 a confirmation is never answered, whatever the state`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    try pair.receive(pair.toA.removeFirst(), at: pair.a)
    let confirmation = pair.toB.removeFirst()
    for start in [false, true] {
      let shelf = pair.b.shelf.contents
      if start { try pair.start(pair.b) }
      pair.forget()
      try pair.receive(confirmation, at: pair.b)
      #expect(pair.sentByB.isEmpty)
      pair.b.shelf.contents = shelf
    }
  }

  @Test func `SK-03 SK-23 all that a message names is authenticated with its content`() {
    let opening = OpeningMessage(
      tag: SessionTag(number: 0x0A), baseKey: [0x0B, 0x0C], prekey: PrekeyID(number: 0x0D),
      attempt: Desk.id(0x0E), sealed: [0x0F])
    let zeros = { (count: Int) in Array(repeating: UInt8(0), count: count) }
    #expect(
      opening.binding
        == [1] + zeros(7) + [0x0A] + zeros(7) + [0x0D] + zeros(15) + [0x0E] + [0x0B, 0x0C])
    let ordinary = OrdinaryMessage(tag: SessionTag(number: 0x0A), sealed: [0x0F])
    #expect(ordinary.binding == [0] + zeros(7) + [0x0A])
  }

  @Test func `SK-33 content is typed, and anything else is refused`() throws {
    #expect(Content.text([7, 8]).bytes == [0, 7, 8])
    let id = Desk.id(0x0102)
    let tail = Array(repeating: UInt8(0), count: 14) + [1, 2]
    #expect(Content.empty(.acknowledgement(id)).bytes == [1] + tail)
    #expect(Content.empty(.confirmation(id)).bytes == [2] + tail)
    for content in [
      Content.text([]), .text([1]), .empty(.acknowledgement(id)), .empty(.confirmation(id)),
    ] {
      #expect(try Content(bytes: content.bytes) == content)
    }
    for bytes in [[], [1], [3], [1] + tail.dropLast(), [2] + tail + [0]] as [[UInt8]] {
      #expect(throws: SessionResetError(code: .malformed)) { try Content(bytes: bytes) }
    }
  }
}
