import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore

/// What taking, loading and settling manifests costs.
struct MembershipBench {
  let rounds: Int
  private static let memberCount = 32
  private static let turnsPerRound = 12

  func run(_ tell: (Line) -> Void) async throws {
    let crowd = Crowd()
    let taken = (rounds + 1) * Self.turnsPerRound + 4
    let line = try crowd.line(4_000 + taken - taken / 2, memberCount: Self.memberCount)
    let few = try await accept(line, held: 1_000, crowd: crowd, tell)
    let many = try await accept(line, held: line.count - taken, crowd: crowd, tell)
    tell(
      Line(
        "the same, 4,000 held to 1,000 held", figureName: "ratio",
        figure: Quartiles(zip(many, few).map { $0 / $1 }), goal: .atMost(2)))
    try await load(Array(line.prefix(4_000)), tell)
    try Storm.run(tell)
  }

  /// One manifest taken: its bytes read, judged, and committed.
  private func accept(
    _ line: [VerifiedManifest], held: Int, crowd: Crowd, _ tell: (Line) -> Void
  ) async throws -> [Double] {
    let scratch = try Scratch()
    let database = try Database.open(
      directory: scratch.folder("ours"), name: "bench",
      schema: Schema(versions: [SchemaVersion(number: 1, migrations: Migration.manifest)]))
    defer { database.close() }
    let known = Array(line.prefix(held))
    try database.write { transaction throws(StoreError) in
      for manifest in known { try HeldRecords().insert(manifest, in: transaction) }
    }
    let reader = try Crowd.Person(0)
    var membership = Membership(
      own: reader.signingKey, ledger: try Ledger(groupID: crowd.groupID, restoring: known))
    var next = held
    let byteCount = line[held].encoded.count
    try Plain.startSodium(byteCount: byteCount)
    try Plain.openBlobs(scratch.folder("plain") + "/plain.db", byteCount: byteCount)
    defer { Plain.closeDatabase() }
    let duel = Duel(
      rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: Self.turnsPerRound)
    let outcome = try await duel.run { times in
      for _ in 0..<times {
        try Plain.verify(1)
        try Plain.hash(1)
        try Plain.commitBlobs(1)
      }
    } ours: { times in
      for _ in 0..<times {
        try take(line[next], by: &membership, into: database)
        next += 1
      }
    }
    guard membership.ledger.current == line[next - 1] else { throw Untaken() }
    tell(
      outcome.line(
        "take a manifest of 32, \(held) held", unit: .microseconds, goal: .atMost(1.5)))
    return outcome.ours
  }

  private func take(
    _ manifest: VerifiedManifest, by membership: inout Membership, into database: Database
  ) throws {
    let body = try GroupManifestMessage.encode([manifest.encoded])
    let signed = try GroupManifestMessage.decode(body, by: .live.knowing(membership.ledger))
    let verified = try signed.map { signed throws(ManifestError) in
      try signed.verified(by: .live)
    }
    let now = ClockReading(uptime: .zero, wallClock: 0)
    let effects = try membership.receive(
      verified, from: manifest.manifest.issuer, at: now
    ) { _ throws(ManifestError) in manifest }
    try database.write { [membership] transaction throws(StoreError) in
      try MembershipRecords().save(effects, of: membership, in: transaction)
    }
  }

  /// A manifest was not believed, so what was measured was not the work.
  private struct Untaken: Error {}

  /// A client with this line loaded; C reads the same columns of the same rows and holds them, too.
  ///
  /// Letting go of what was loaded is no part of loading, so neither side's time has it.
  private func load(_ line: [VerifiedManifest], _ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let schema = Schema(versions: [SchemaVersion(number: 1, migrations: Migration.manifest)])
    let folder = try scratch.folder("ours")
    let database = try Database.open(directory: folder, name: "bench", schema: schema)
    try database.write { transaction throws(StoreError) in
      for manifest in line { try HeldRecords().insert(manifest, in: transaction) }
    }
    database.close()
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 2)
    var loaded: [Membership] = []
    defer { Plain.freeHeld() }
    let outcome = try await duel.run {
      loaded = []
      Plain.freeHeld()
    } plain: { times in
      try Plain.readHeld(folder + "/bench.trueseal", times)
    } ours: { times in
      for _ in 0..<times {
        let database = try Database.open(directory: folder, name: "bench", schema: schema)
        defer { database.close() }
        let membership = try database.read { transaction throws(StoreError) in
          try MembershipRecords().membership(
            of: [UInt8](repeating: 1, count: 32), isLeaving: false, in: transaction)
        }
        guard let membership, membership.ledger.heldCount == line.count else { throw Untaken() }
        loaded.append(membership)
      }
    }
    tell(outcome.line("load 4,000 manifests of 32", unit: .milliseconds, goal: .atMost(3)))
  }
}
