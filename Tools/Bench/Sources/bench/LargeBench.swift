import Foundation
import Synchronization
import TrueSealStore
import TrueSealSync

/// A client whose store holds much: 100,000 queued entries and 1,000,000 handled ids.
struct LargeBench {
  let rounds: Int
  private static let memberCount = 32
  /// Of 31 recipients each.
  private static let messageCount = 3_226
  private static let handledCount = 1_000_000
  private static let bodyByteCount = 1_024
  /// As many ids as the client forgets in one transaction.
  private static let sliceCount = 250

  func run(_ tell: (Line) -> Void) async throws {
    try await open(tell)
    try await handle(tell)
    try await prune(tell)
  }

  // MARK: Opening

  private func open(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let (small, large) = (try scratch.folder("small"), try scratch.folder("large"))
    try Group.found(memberCount: Self.memberCount, in: small)
    try Group.found(memberCount: Self.memberCount, in: large)
    _ = try Errand.queue(
      directory: large, count: Self.messageCount, bodyByteCount: Self.bodyByteCount
    ).answer(as: Errand.Growth.self)
    try Self.fill(large)

    let plain = try scratch.copy(of: large, as: "plain")
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 8)
    let outcome = try await duel.run { times in
      try Plain.countStore(Group.store(in: plain), times)
    } ours: { times in
      for _ in 0..<times { try await TrueSeal.open(parts: Group.parts(in: large)).close() }
    }
    tell(outcome.line("large: open; C counts rows", unit: .milliseconds, goal: .atMost(2)))

    let grown = try [small, large].map { folder in
      let growth = try Errand.open(directory: folder).answer(as: Errand.Growth.self)
      return Double(growth.residentAfter - growth.residentBefore) / 1_048_576
    }
    tell(
      Line(
        "large: memory to open", figureName: "MiB more than empty",
        figure: Quartiles([grown[1] - grown[0]]), goal: .atMost(2),
        note: String(format: "empty +%.1f MiB, large +%.1f MiB", grown[0], grown[1])))
  }

  // MARK: Handling

  /// From the delivery of a message to its acknowledgement, with a handler that does nothing.
  private func handle(_ tell: (Line) -> Void) async throws {
    let (times, turns) = (2, 20)
    let scratch = try Scratch()
    let (from, to) = (try scratch.folder("from"), try scratch.folder("to"))
    try Group.foundPair(from, to)
    var envelopes = try await Self.envelopes(rounds * times * turns + times, from: from)[...]
    try Self.fill(to)
    try Plain.openHandled(Group.store(in: try scratch.copy(of: to, as: "plain")))
    defer { Plain.closeDatabase() }

    let inbox = Inbox()
    let (gate, openGate) = AsyncStream<Void>.makeStream()
    var parts = Group.parts(in: to)
    // A handler that is set while a session is open would have the inbox delivered anew.
    parts.connectReceive = { _ in
      for await _ in gate {}
      return inbox
    }
    let client = try await TrueSeal.open(parts: parts)
    let subscription = try await client.onMessage { _ in }
    openGate.finish()
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: times, turnsPerRound: turns)
    let outcome = try await duel.run { times in
      try Plain.commitHandled(times)
    } ours: { times in
      for _ in 0..<times { if let next = envelopes.popFirst() { await inbox.hand(next) } }
    }
    subscription.cancel()
    await client.close()
    tell(outcome.line("large: handle a message", unit: .microseconds, goal: .atMost(1.3)))
  }

  /// What a device pushes when its app sends so often.
  private static func envelopes(_ count: Int, from directory: String) async throws -> [[UInt8]] {
    let sink = Sink(expecting: count, keeps: true)
    let client = try await TrueSeal.open(parts: Group.parts(in: directory, pushes: sink))
    let body = Prose.body(byteCount: bodyByteCount)
    for _ in 0..<count { try await client.send(body) }
    await sink.full()
    await client.close()
    return sink.envelopes
  }

  // MARK: Pruning

  /// Seconds for which pruning is watched; it is the same from the first slice to the last.
  private static let pruningSeconds = 30.0

  /// How long whoever wants the store waits at most while ids are forgotten.
  private func prune(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let folder = try scratch.folder("ours")
    try Group.found(memberCount: 2, in: folder)
    try Self.fill(folder)
    let plain = try Self.plainSlices(Group.store(in: try scratch.copy(of: folder, as: "plain")))

    let opened = Mutex<Database?>(nil)
    var parts = Group.parts(in: folder)
    let open = parts.openDatabase
    parts.openDatabase = { schema throws(StoreError) in
      let database = try open(schema)
      opened.withLock { $0 = database }
      return database
    }
    parts.clock.unixMilliseconds = { Self.now + 2 * Self.keptMilliseconds }
    let client = try await TrueSeal.open(parts: parts)
    guard let database = opened.withLock({ $0 }) else { throw Plain.Refusal(work: "open a store") }
    let waits = try await Task.detached { try Self.waits(for: database) }.value
    let left = try Self.handledCount(in: database)
    await client.close()
    tell(
      Line(
        "large: longest wait for pruning", unit: "ms", plain: Quartiles(plain),
        ours: Quartiles(waits.filter { $0 > 1 }), figureName: "ms at most",
        figure: Quartiles([waits.max() ?? 0]),
        goal: .atMost(50),
        note: String(
          format: "waits above 1 ms; C at most %.1f ms a slice; %.0f ids a second",
          plain.max() ?? 0, Double(Self.handledCount - left) / Self.pruningSeconds)))
  }

  private static func handledCount(in database: Database) throws -> Int {
    try database.read { transaction throws(StoreError) in
      Int(try transaction.row("SELECT count(*) FROM handled")?.integer(0) ?? 0)
    }
  }

  /// Milliseconds each look at the store took, one after the other.
  private static func waits(for database: Database) throws -> [Double] {
    try repeated {
      try database.read { transaction throws(StoreError) in
        _ = try transaction.row("SELECT 1 FROM handled LIMIT 1")
      }
    }
  }

  /// Milliseconds each slice takes in C, the folding of the log included where it falls.
  private static func plainSlices(_ path: String) throws -> [Double] {
    try Plain.openPruning(path)
    defer { Plain.closeDatabase() }
    return try repeated { try Plain.pruneSlice(sliceCount) }
  }

  private static func repeated(_ work: () throws -> Void) throws -> [Double] {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(pruningSeconds)
    var spent: [Double] = []
    while clock.now < end {
      spent.append(try clock.measure(work) / .milliseconds(1))
    }
    return spent
  }

  // MARK: The store

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
  private static let keptMilliseconds: Int64 = 400 * 86_400_000

  /// Adds the handled ids, which are hashes, in an order that has nothing to do with when they may go.
  private static func fill(_ directory: String) throws {
    let parts = Group.parts(in: directory)
    let database = try parts.openDatabase(.client)
    defer { database.close() }
    let count = UInt64(handledCount)
    let (first, gap) = (now, UInt64.max / count)
    try database.write { transaction throws(StoreError) in
      // An index made afterwards is sorted once.
      try transaction.run("DROP INDEX handled_by_end")
      let insertion = try transaction.prepare("INSERT INTO handled(id, kept_until) VALUES (?, ?)")
      for number in 0..<count {
        let start = (0..<8).map { UInt8(truncatingIfNeeded: (number * gap) >> (56 - 8 * $0)) }
        let place = Int64(number * 611_953 % count)
        try insertion.run(
          .blob(start + [UInt8](repeating: 0x5A, count: 24)),
          .integer(first + keptMilliseconds + place))
      }
      try transaction.run("CREATE INDEX handled_by_end ON handled(kept_until)")
      try transaction.run(
        "INSERT OR REPLACE INTO pruning(id, horizon) VALUES (1, ?)", .integer(.max))
    }
  }
}
