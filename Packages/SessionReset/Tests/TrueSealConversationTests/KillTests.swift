import ConversationFixtures
import Foundation
import Testing
import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset
import TrueSealStore

/// A place at which one process is killed: the call is named by who makes it, what it is, and how
/// often that was done before.
struct KillPoint: Sendable, CustomTestStringConvertible {
  let name: String
  let isOfA: Bool
  let verb: String
  let turn: Int
  let point: String

  init(_ name: String, _ who: String, _ verb: String, _ turn: Int, _ point: String) {
    (self.name, isOfA, self.verb) = (name, who == "a", verb)
    (self.turn, self.point) = (turn, point)
  }

  var testDescription: String { "\(name) \(verb) \(turn) \(point)" }

  /// The End is A's first message, the answer B's, the confirmation A's second.
  static let all = [
    // c1: the attempt is stored, its End not in the outbox; both are one transaction.
    KillPoint("c1", "a", "start", 0, "enqueued"), KillPoint("c1", "a", "start", 0, "written"),
    // c2: the End is in the outbox, and has not left.
    KillPoint("c2", "a", "start", 0, "committed"),
    // c3: it has left; whether the outbox knows or not.
    KillPoint("c3", "a", "give", 0, "given"),
    // c4: B has taken it up, and the answer has not left.
    KillPoint("c4", "b", "receive", 0, "enqueued"), KillPoint("c4", "b", "receive", 0, "written"),
    KillPoint("c4", "b", "receive", 0, "committed"),
    // c5: the answer has left, and nobody has said so.
    KillPoint("c5", "b", "give", 0, "given"),
    // c6: A has read the answer, and not committed.
    KillPoint("c6", "a", "receive", 0, "enqueued"), KillPoint("c6", "a", "receive", 0, "written"),
    // c7: it has committed, and the confirmation has not left; or has, and nobody has said so.
    KillPoint("c7", "a", "receive", 0, "committed"), KillPoint("c7", "a", "give", 1, "given"),
    // c8: B has read the confirmation, and not committed; or has, and nobody has said so.
    KillPoint("c8", "b", "receive", 1, "written"), KillPoint("c8", "b", "receive", 1, "committed"),
    // A text that waited is on its way, and B is killed while it hears it.
    KillPoint("text", "a", "give", 2, "given"), KillPoint("text", "b", "receive", 2, "written"),
    KillPoint("text", "b", "receive", 2, "committed"),
  ]
}

/// Two devices run by processes, one of which is killed once.
private final class KillRun {
  let a = ProbedDevice(seed: 81, peerSeed: 82)
  let b = ProbedDevice(seed: 82, peerSeed: 81)
  private let kill: KillPoint?
  private var turns: [String: Int] = [:]
  private(set) var killCount = 0
  private var toA: [[UInt8]] = []
  private var toB: [[UInt8]] = []
  var now: UInt64 = 1_700_000_000_000

  init(_ kill: KillPoint?) { self.kill = kill }

  /// Whether the call came to its end.
  @discardableResult
  func call(_ device: ProbedDevice, _ verb: String, _ argument: [UInt8] = []) throws -> Bool {
    let name = (device === a ? "a " : "b ") + verb
    let turn = turns[name, default: 0]
    turns[name] = turn + 1
    var point = "-"
    if let kill, kill.isOfA == (device === a), kill.verb == verb, kill.turn == turn {
      point = kill.point
    }
    let ending = try device.call(verb, argument, at: now, killedAt: point)
    let handed = try ending.lines.map { try Hexadecimal.decode($0) }
    if device === a { toB += handed } else { toA += handed }
    if ending.wasKilled { killCount += 1 }
    return !ending.wasKilled
  }

  /// Everything is handed over and received until nothing is left; what a killed process received
  /// comes again, as it does from a relay that was not told.
  func settle() throws {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for device in [a, b] {
        while try count("outbox", device) > 0 {
          try call(device, "give")
          isQuiet = false
        }
      }
      if let body = toB.first {
        if try call(b, "receive", body) { toB.removeFirst() }
        isQuiet = false
      }
      if let body = toA.first {
        if try call(a, "receive", body) { toA.removeFirst() }
        isQuiet = false
      }
    }
  }

  func count(_ table: String, _ device: ProbedDevice) throws -> Int {
    try look(device) { _, transaction in
      Int(try transaction.row("SELECT count(*) FROM \(table)")?.integer(0) ?? 0)
    }
  }

  func look<Result: Sendable>(
    _ device: ProbedDevice,
    _ body: @Sendable (Conversations, borrowing Transaction) throws -> Result
  ) throws -> Result {
    let database = try Ledger.open(device.directory)
    defer { database.close() }
    let conversations = try Conversations(
      identity: .seeded(device.seed), entropy: .seeded(0))
    return try database.read { try body(conversations, $0) }
  }
}

@Suite("Processes killed between any two steps")
struct KillTests {
  @Test(arguments: KillPoint.all)
  func `SK-34 SK-35 SK-40 B-41 whoever is killed, both come to one session, and each text once`(
    _ kill: KillPoint
  ) throws {
    let run = KillRun(kill)
    if try !run.call(run.a, "start") {
      // Both are there, or neither; then the owner tries again.
      let (ends, sent) = (
        try run.count("conversation_end", run.a), try run.count("outbox", run.a)
      )
      #expect(ends == sent && ends == (kill.point == "committed" ? 1 : 0))
      if ends == 0 { try run.call(run.a, "start") }
    }
    for number in 1...3 { try run.call(run.a, "send", [UInt8(number)]) }
    try run.settle()
    for device in [run.a, run.b] { try run.call(device, "look") }
    for number in 4...5 { try run.call(run.a, "send", [UInt8(number)]) }
    for number in 6...7 { try run.call(run.b, "send", [UInt8(number)]) }
    try run.settle()
    #expect(run.killCount == 1)
    try expectOneSession(run)
    #expect(try run.look(run.b) { try Ledger.heard(in: $1) } == (1...5).map(Self.text))
    #expect(try run.look(run.a) { try Ledger.heard(in: $1) } == (6...7).map(Self.text))
  }

  private static func text(_ number: Int) -> String {
    String(decoding: [UInt8(number)], as: UTF8.self)
  }

  private func expectOneSession(_ run: KillRun) throws {
    let (a, b) = (
      try SigningKey.seeded(run.a.seed).publicKey, try SigningKey.seeded(run.b.seed).publicKey
    )
    let ofA = try run.look(run.a) { conversations, transaction in
      (
        try conversations.status(of: b, in: transaction),
        try conversations.verification(with: b, in: transaction)
      )
    }
    let ofB = try run.look(run.b) { conversations, transaction in
      (
        try conversations.status(of: a, in: transaction),
        try conversations.verification(with: a, in: transaction)
      )
    }
    #expect(ofA.0.phase == .none && ofB.0.phase == .none)
    #expect(ofA.1 != nil && ofA.1 == ofB.1)
    for device in [run.a, run.b] {
      #expect(try run.count("conversation_session", device) == 1)
      #expect(try run.count("conversation_prekey", device) == 0)
      #expect(try run.count("conversation_waiting", device) == 0)
    }
  }
}
