import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("SK-34 an end of the process between any two writes")
struct CrashTests {
  /// Everything that happens in a reset with texts on both sides, one operation after another.
  private enum Operation: Int, CaseIterable {
    case sayBefore, start, takeEnd, sayWaiting, takeAnswer, takeConfirmation, sayAfter
  }

  private func perform(_ operation: Operation, _ pair: Pair) throws {
    switch operation {
    case .sayBefore: try pair.send("before", from: pair.b)
    case .start: try pair.start(pair.a)
    case .takeEnd: try pair.receive(pair.toB[0], at: pair.b)
    case .sayWaiting: try pair.send("waiting", from: pair.a)
    case .takeAnswer:
      // The text before it comes first.
      if pair.a.texts.isEmpty { try pair.receive(pair.toA[0], at: pair.a) }
      try pair.receive(pair.toA[1], at: pair.a)
    case .takeConfirmation: try pair.receive(pair.toB[1], at: pair.b)
    case .sayAfter: try pair.send("after", from: pair.b)
    }
  }

  private func device(_ operation: Operation, _ pair: Pair) -> Device {
    switch operation {
    case .start, .sayWaiting, .takeAnswer: pair.a
    case .sayBefore, .takeEnd, .takeConfirmation, .sayAfter: pair.b
    }
  }

  @Test(arguments: 0..<7)
  func `SK-34 SK-26 each operation is done as a whole or not at all, and can be done again`(
    place: Int
  ) throws {
    let operation = try #require(Operation(rawValue: place))
    var crashes = 0
    for writes in 0..<20 {
      let pair = try Pair.settled()
      for earlier in Operation.allCases.prefix(place) { try perform(earlier, pair) }
      let device = device(operation, pair)
      let texts = device.texts
      let before = device.shelf.contents
      device.shelf.writesLeft = writes
      do {
        try perform(operation, pair)
        device.shelf.writesLeft = nil
      } catch is MemoryShelf<ToyCipher>.Crash {
        crashes += 1
        device.shelf.writesLeft = nil
        if operation != .takeAnswer {
          #expect(device.texts == texts)
          #expect(device.shelf.contents.record == before.record)
          #expect(device.shelf.contents.sessions == before.sessions)
          #expect(device.shelf.contents.prekeys == before.prekeys)
          #expect(device.shelf.contents.outbox.count == before.outbox.count)
        }
        try perform(operation, pair)
      }
      for later in Operation.allCases.dropFirst(place + 1) { try perform(later, pair) }
      pair.toA.removeFirst(2)
      pair.toB.removeFirst(2)
      try pair.deliverAll()
      let (a, b) = (try pair.a.status, try pair.b.status)
      #expect(a.phase == .none && b.phase == .none && a.epoch == 2 && b.epoch == 2)
      #expect(a.active == b.active && a.active != nil)
      #expect(pair.a.texts == ["before", "after"] && pair.b.texts == ["waiting"])
      // Started, done: whatever ended in between told nobody twice.
      #expect(pair.a.notices.count == 4 && pair.b.notices.count == 4)
    }
    #expect(crashes > 0)
  }

  @Test func `SK-35 a message that was not committed leaves no key used`() throws {
    let pair = try Pair.settled()
    pair.a.shelf.writesLeft = 1
    #expect(throws: MemoryShelf<ToyCipher>.Crash.self) {
      try pair.send("never left", from: pair.a)
    }
    pair.a.shelf.writesLeft = nil
    #expect(pair.a.shelf.contents.outbox.isEmpty)
    var names: Set<[UInt8]> = []
    for number in 0..<20 { try pair.send("\(number)", from: pair.a) }
    for message in pair.sentByA {
      guard case .ordinary(let ordinary) = message else { throw Desk.Missing() }
      #expect(names.insert(ToyCipher.keyName(of: ordinary.sealed)).inserted)
    }
    #expect(names.count == 20)
    try pair.deliverAll()
    #expect(pair.b.texts.count == 20)
  }

  @Test func `B-42 B-51 after every operation what was stored is what is held, and a send works`()
    throws
  {
    // The engine holds nothing, so a record that is lost or stale would show at once.
    let pair = try Pair.settled()
    for operation in Operation.allCases {
      try perform(operation, pair)
      for device in [pair.a, pair.b] {
        let record = try #require(device.shelf.contents.record)
        let machine = try SessionReset(bytes: record, parties: device.engine.parties)
        #expect(machine.bytes == record)
        #expect(Set(device.shelf.contents.sessions.keys) == Set(machine.tags))
      }
    }
    pair.toA.removeFirst(2)
    pair.toB.removeFirst(2)
    try pair.send("works", from: pair.a)
    try pair.deliverAll()
    #expect(pair.b.texts == ["waiting", "works"])
  }

  @Test func `B-53 a shelf that lacks what its record names says so`() throws {
    let pair = try Pair.settled()
    pair.a.shelf.contents.sessions = [:]
    #expect(throws: SessionResetError(code: .damaged)) {
      try pair.send("text", from: pair.a)
    }
    try pair.send("text", from: pair.b)
    #expect(throws: SessionResetError(code: .damaged)) {
      try pair.receive(pair.toA[0], at: pair.a)
    }
    try pair.start(pair.b)
    pair.b.shelf.contents.ends = [:]
    #expect(throws: SessionResetError(code: .damaged)) { try pair.wait(Desk.minute) }
  }
}

extension SessionReset {
  /// Every session the record names.
  var tags: [SessionTag] { [active].compactMap(\.self) + archived }
}
