import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore

/// What a body can be, by its first byte.
enum Kind: UInt8, CaseIterable {
  case end = 1
  case opening = 2
  case ordinary = 3
  case rejected = 4
}

/// A body of one kind its way, and the device it is for, as that is before it comes.
private struct Ready {
  let kind: Kind
  let duo: Duo
  let receiver: Device
  let body: [UInt8]
  let before: [String: [Row]]

  init(kind: Kind, duo: Duo, receiver: Device, body: [UInt8]) throws {
    (self.kind, self.duo, self.receiver, self.body) = (kind, duo, receiver, body)
    before = try receiver.tables()
  }

  static func ready(_ kind: Kind) throws -> Ready {
    // Automatic resets would answer a known failure with an End, which is another test.
    var policy = ResetPolicy()
    policy.automaticResets = false
    let duo = try Duo.settled(policy: policy, seed: 11)
    switch kind {
    case .end:
      try duo.start(duo.a)
      return try Ready(kind: kind, duo: duo, receiver: duo.b, body: duo.toB[0])
    case .opening:
      try duo.start(duo.a)
      try duo.receive(duo.toB.removeFirst(), at: duo.b)
      return try Ready(kind: kind, duo: duo, receiver: duo.a, body: duo.toA[0])
    case .ordinary:
      try duo.send("a text", from: duo.a)
      return try Ready(kind: kind, duo: duo, receiver: duo.b, body: duo.toB[0])
    case .rejected:
      try duo.b.wipe()
      try duo.start(duo.b)
      try duo.receive(duo.toA.removeFirst(), at: duo.a)
      return try Ready(kind: kind, duo: duo, receiver: duo.b, body: duo.toB[0])
    }
  }

  /// What comes of a body; nothing of it stays.
  func attempt(_ body: [UInt8]) throws -> Trial {
    struct Undone: Error {}
    let (conversations, before) = (receiver.conversations, before)
    let (peer, now) = (duo.peer(of: receiver).identity, duo.now)
    let trial = Trial()
    #expect(throws: Undone.self) {
      try receiver.database.write { transaction in
        let noWrites = try transaction.row("SELECT total_changes()")
        trial.outcome = try conversations.receive(body, from: peer, at: now, in: transaction) {
          body, _ throws(StoreError) in trial.sentCount += 1
        }
        // Mostly nothing at all was written, which need not be looked for.
        let writes = try transaction.row("SELECT total_changes()")
        for name in Device.tableNames where writes != noWrites {
          let rows = try transaction.rows("SELECT * FROM \(name)")
          if rows != before[name] { trial.changed.insert(name) }
        }
        throw Undone()
      }
    }
    return trial
  }

  /// Written by one closure that is over when it is read.
  final class Trial: @unchecked Sendable {  // Its only user waits for the transaction.
    var outcome: ConversationOutcome?
    var changed: Set<String> = []
    var sentCount = 0
  }

  /// The first byte says the kind: what is sealed for one kind says nothing as another.
  func expectNothing(of body: [UInt8], _ what: String) throws {
    let trial = try attempt(body)
    let outcome = try #require(trial.outcome)
    #expect(outcome.texts.isEmpty && !outcome.drops.isEmpty, "\(kind), \(what)")
    #expect(trial.sentCount == 0, "\(kind), \(what)")
    // Failures of session messages are counted in the record, and in nothing else (SK-32).
    let mayCount = [2, 3].contains(body.first)
    #expect(
      trial.changed.isSubset(of: mayCount ? ["conversation_record"] : []), "\(kind), \(what)")
  }
}

@Suite("Bodies that were damaged")
struct TamperTests {
  @Test(arguments: Kind.allCases)
  func `SK-24 SK-26 SK-30 B-57 any flipped bit is refused, and changes no session and no key`(
    _ kind: Kind
  ) throws {
    let ready = try Ready.ready(kind)
    for bit in 0..<(8 * ready.body.count) {
      var body = ready.body
      body[bit / 8] ^= 1 << (bit % 8)
      try ready.expectNothing(of: body, "bit \(bit)")
    }
    let trial = try ready.attempt(ready.body)
    #expect(trial.outcome?.drops == [] && !trial.changed.isEmpty, "\(kind) itself is good")
  }

  @Test(arguments: Kind.allCases)
  func `SK-24 SK-30 any bytes cut off or put on are refused, and change nothing`(
    _ kind: Kind
  ) throws {
    let ready = try Ready.ready(kind)
    for count in 0..<ready.body.count {
      try ready.expectNothing(of: Array(ready.body.prefix(count)), "\(count) bytes")
    }
    for byte in [0, 1, 255] as [UInt8] {
      try ready.expectNothing(of: ready.body + [byte], "\(byte) after it")
    }
  }

  @Test func `SK-30 what is no body is a typed error`() throws {
    let bodies = try Kind.allCases.map { try Ready.ready($0).body }
    for (kind, body) in zip(Kind.allCases, bodies) {
      #expect(body[0] == kind.rawValue)
      #expect(try Body(decoding: body).bytes == body)
    }
    let (end, opening) = (bodies[0], bodies[1])
    let (ordinary, rejected) = (bodies[2], bodies[3])
    var wrong: [[UInt8]] = [[], [0], [1], [5], [255]]
    wrong += [[0] + end.dropFirst(), [5] + opening.dropFirst(), end.dropLast(), end + [0]]
    wrong += [rejected.dropLast(), rejected + [0], Array(opening.prefix(113))]
    wrong += [Array(ordinary.prefix(65))]
    wrong += [ordinary + [UInt8](repeating: 0, count: 61_441 - ordinary.count)]
    for bytes in wrong {
      let error = #expect(throws: ConversationError.self) { try Body(decoding: bytes) }
      #expect(error?.code == .malformed)
    }
  }
}
