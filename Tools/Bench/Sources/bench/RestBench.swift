import TrueSealStore
import TrueSealSync

/// A client whose store is sealed with a key, next to one whose store is not.
struct RestBench {
  let rounds: Int
  private static let memberCount = 32
  private static let bodyByteCount = 1_024
  private static let key = (0..<32).map { UInt8($0) }
  private static let goal = Line.Goal.atMost(1.25)

  func run(_ tell: (Line) -> Void) async throws {
    try await open(tell)
    try await send(tell)
    try await talk(tell)
  }

  private func tell(_ name: String, _ outcome: Duel.Outcome, _ tell: (Line) -> Void) {
    tell(
      Line(
        name, unit: "us", plain: Quartiles(outcome.plain.map { $0 / 1_000 }),
        ours: Quartiles(outcome.ours.map { $0 / 1_000 }), figureName: "sealed / not",
        figure: outcome.oursToPlain, goal: Self.goal))
  }

  /// Opening the store of a device that has admitted all others, and closing it.
  private func open(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let (plain, sealed) = (try scratch.folder("plain"), try scratch.folder("sealed"))
    try Group.found(memberCount: Self.memberCount, in: plain)
    try Group.found(memberCount: Self.memberCount, in: sealed, storeKey: Self.key)
    func open(_ times: Int, in directory: String, with key: [UInt8]?) async throws {
      for _ in 0..<times {
        try await TrueSeal.open(parts: Group.parts(in: directory, storeKey: key)).close()
      }
    }
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 2, turnsPerRound: 20)
    let outcome = try await duel.run { times in
      try await open(times, in: plain, with: nil)
    } ours: { times in
      try await open(times, in: sealed, with: Self.key)
    }
    self.tell("sealed: open and close, 32 members", outcome, tell)
  }

  /// Sending with nobody to take it, as `SendBench` does.
  private func send(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let (plain, sealed) = (try scratch.folder("plain"), try scratch.folder("sealed"))
    try Group.found(memberCount: Self.memberCount, in: plain)
    try Group.found(memberCount: Self.memberCount, in: sealed, storeKey: Self.key)
    let body = Prose.body(byteCount: Self.bodyByteCount)
    var (client, other): (TrueSeal?, TrueSeal?)
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 40)
    let outcome = try await duel.run {
      await client?.close()
      await other?.close()
      client = try await TrueSeal.open(
        parts: Group.parts(in: try scratch.copy(of: plain, as: "not")))
      other = try await TrueSeal.open(
        parts: Group.parts(in: try scratch.copy(of: sealed, as: "ours"), storeKey: Self.key))
      try await client?.send(body)
      try await other?.send(body)
    } plain: { times in
      for _ in 0..<times { try await client?.send(body) }
    } ours: { times in
      for _ in 0..<times { try await other?.send(body) }
    }
    await client?.close()
    await other?.close()
    self.tell("sealed: send to 31, 1 KiB", outcome, tell)
  }

  /// A text of a conversation there and one back: two devices write and read all they keep of it.
  private func talk(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let plain = try Talk(directory: try scratch.folder("plain"))
    let sealed = try Talk(
      directory: try scratch.folder("sealed"), cipher: CellCipher(storeKey: Self.key))
    for talk in [plain, sealed] {
      try talk.reset()
      try talk.exchange()
    }
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 2, turnsPerRound: 20)
    let outcome = try await duel.run { times in
      for _ in 0..<times { try plain.exchange() }
    } ours: { times in
      for _ in 0..<times { try sealed.exchange() }
    }
    self.tell("sealed: a text and its answer", outcome, tell)
  }
}
