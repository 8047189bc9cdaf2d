import TrueSealCrypto
import TrueSealRatchet

/// The ratchet next to vodozemac, what missing messages cost it, and what archived sessions hold.
struct RatchetBench {
  let rounds: Int
  private static let byteCount = 1_024
  private static let name = "ratchet 1 KiB, there and back"
  private static let timesPerTurn = 300
  private static let turnsPerRound = 8

  func run(_ tell: (Line) -> Void) async throws {
    try againstOlm(tell)
    try await skipped(tell)
    try archived(tell)
  }

  /// Encrypting and decrypting in order, in turns with a Python process that calls Rust.
  private func againstOlm(_ tell: (Line) -> Void) throws {
    guard let olm = try OlmProcess() else {
      return tell(
        Line(
          Self.name, figureName: "vodozemac / ours", figure: nil, goal: .atLeast(1),
          note: "vodozemac is not installed; make setup-peers"))
    }
    var pair = try RatchetPair()
    let text = [UInt8](repeating: 0, count: Self.byteCount)
    var (whole, without, ours, calls): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    _ = try olm.nanoseconds(Self.timesPerTurn)
    for _ in 0..<rounds {
      var (theirTime, callTime, ourTime) = (0.0, 0.0, 0.0)
      for _ in 0..<Self.turnsPerRound {
        let (spent, carrying) = try olm.nanoseconds(Self.timesPerTurn)
        theirTime += spent
        callTime += carrying
        let began = Plain.threadNanoseconds
        for _ in 0..<Self.timesPerTurn { try pair.sendAndRead(text) }
        ourTime += Double(Plain.threadNanoseconds - began)
      }
      let microseconds = Double(Self.timesPerTurn * Self.turnsPerRound) * 1_000
      whole.append(theirTime / microseconds)
      calls.append(callTime / microseconds)
      without.append((theirTime - callTime) / microseconds)
      ours.append(ourTime / microseconds)
    }
    for (name, theirs) in [(Self.name, whole), ("the same without Python's calls", without)] {
      tell(
        Line(
          name, unit: "us", plain: Quartiles(theirs), ours: Quartiles(ours),
          figureName: "vodozemac / ours", figure: Quartiles(zip(theirs, ours).map { $0 / $1 }),
          goal: .atLeast(1)))
    }
    tell(
      Line(
        "two calls from Python and their loop", unit: "us", plain: Quartiles(calls),
        figureName: "us", figure: Quartiles(calls), goal: .atMost(5),
        note: "carry a message to Rust and back, and are left out above"))
  }

  /// All that was skipped comes in reverse: twice as much may cost twice as much, each with a copy
  /// of the whole ratchet as a user makes who commits afterwards.
  private func skipped(_ tell: (Line) -> Void) async throws {
    let short = try Backlog(count: 1_000)
    let long = try Backlog(count: 2_000)
    for (name, isCopied) in [
      ("skip 1,000 or 2,000, read in reverse", false), ("the same, on a copy each", true),
    ] {
      let duel = Duel(rounds: rounds, timepiece: .processor, timesPerTurn: 2)
      let outcome = try await duel.run {
        for _ in 0..<$0 { try short.read(isCopied: isCopied) }
      } ours: {
        for _ in 0..<$0 { try long.read(isCopied: isCopied) }
      }
      tell(
        outcome.line(
          name, unit: .milliseconds, goal: .atMost(2.2), note: "in turns: 1,000 and then 2,000"))
    }
  }

  private func archived(_ tell: (Line) -> Void) throws {
    let growth = try Errand.ratchets(count: 40).answer(as: Errand.Growth.self)
    let mebibytes =
      Double(growth.residentAfter) / 1_048_576 - Double(growth.residentBefore) / 1_048_576
    tell(
      Line(
        "40 archived ratchets with 2,000 keys", figureName: "MiB",
        figure: Quartiles([mebibytes]), goal: .atMost(8),
        note: "the keys alone are \(40 * 2_000 * 32 / 1_024) KiB"))
  }
}

/// Two ends of a session in which both have sent.
struct RatchetPair {
  var alice: Ratchet
  var bob: Ratchet

  init() throws {
    let aliceKey = SigningKey.generate(from: .system)
    let bobKey = SigningKey.generate(from: .system)
    let signed = Prekey.generate(id: 1, from: .system)
    let bundle = PrekeyBundle(identity: bobKey, signedPrekey: signed, oneTimePrekey: nil)
    alice = try Ratchet.initiating(with: bundle.checked(for: bobKey.publicKey), identity: aliceKey)
    guard let opening = alice.opening else { throw Plain.Refusal(work: "open a ratchet") }
    bob = try Ratchet.responding(
      to: opening, of: aliceKey.publicKey, identity: bobKey, signedPrekey: signed,
      oneTimePrekey: nil)
    _ = try bob.decrypt(alice.encrypt([]))
    _ = try alice.decrypt(bob.encrypt([]))
  }

  mutating func sendAndRead(_ text: [UInt8]) throws {
    let message = try alice.encrypt(text)
    guard try bob.decrypt(message).count == text.count else {
      throw Plain.Refusal(work: "read our own message")
    }
  }

  /// One end with `count` messages missing, at most 2,000, and those messages.
  static func missing(_ count: Int) throws -> (ratchet: Ratchet, messages: [RatchetMessage]) {
    var pair = try RatchetPair()
    var messages: [RatchetMessage] = []
    for number in 1...count {
      messages.append(try pair.alice.encrypt([1]))
      if number.isMultiple(of: 1_000) { _ = try pair.bob.decrypt(pair.alice.encrypt([2])) }
    }
    guard pair.bob.skippedCount == count else { throw Plain.Refusal(work: "skip messages") }
    return (pair.bob, messages)
  }
}

/// Messages that all come in reverse, and the ratchet that has skipped none of them yet.
private struct Backlog {
  private let start: Ratchet
  private let messages: [RatchetMessage]

  init(count: Int) throws {
    var pair = try RatchetPair()
    _ = try pair.bob.decrypt(pair.alice.encrypt([]))
    start = pair.bob
    messages = try (0..<count).map { _ in try pair.alice.encrypt([1]) }
  }

  func read(isCopied: Bool) throws {
    var ratchet = start
    // No jump may skip more than 1,000.
    let landings = Array(stride(from: 999, to: messages.count, by: 1_000))
    for index in landings { _ = try ratchet.decrypt(messages[index]) }
    for index in messages.indices.reversed() where !landings.contains(index) {
      let before = isCopied ? ratchet : nil
      _ = try ratchet.decrypt(messages[index])
      if let before, before.skippedCount == ratchet.skippedCount {
        throw Plain.Refusal(work: "read a skipped message")
      }
    }
    guard ratchet.skippedCount == 0 else { throw Plain.Refusal(work: "read all messages") }
  }
}
