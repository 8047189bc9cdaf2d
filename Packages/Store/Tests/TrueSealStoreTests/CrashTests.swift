import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `A store under sudden death` {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `S-04 keeps every acknowledged commit, and both tables alike`() throws {
    let seed: UInt64 = 20_260_401
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var acknowledged: Int64 = 0
    for round in 0..<30 {
      let probe = try Probe("commit", scratch.store, "box")
      let first = try #require(try probe.line())
      acknowledged = try #require(Int64(first))
      // The one sleep of these tests: it is the instant of death that is being chosen.
      usleep(UInt32.random(in: 0..<20_000, using: &generator))
      probe.kill()
      if let last = try probe.lines().last { acknowledged = try #require(Int64(last)) }
      #expect(try probe.waitUntilKilled())
      try expectWhole(acknowledged, "round \(round)")
    }
    #expect(acknowledged >= 30)
  }

  private func expectWhole(_ acknowledged: Int64, _ comment: Comment) throws {
    let database = try scratch.open()
    #expect(database.origin == .opened, comment)
    try database.verify()
    try database.read { transaction in
      let row = try transaction.row(
        """
        SELECT (SELECT count(*) FROM entry), (SELECT max(id) FROM entry), \
        (SELECT count(*) FROM entry JOIN mirror USING(id, body)), (SELECT count(*) FROM mirror)
        """)
      let counts = try (0..<4).compactMap { try row?.integer($0) }
      #expect(Set(counts).count == 1, comment)  // No gap, no half.
      #expect(counts[0] >= acknowledged, comment)
      #expect(counts[0] <= acknowledged + 1, comment)
    }
  }

  @Test func `S-11 on a full disk fails as full, loses nothing and goes on by itself`() throws {
    try scratch.makeStore(entries: 1)
    let database = try scratch.open()
    try database.write { _ = try $0.run("DELETE FROM entry") + $0.run("DELETE FROM mirror") }
    database.close()
    for limit in [200_000, 203_777, 300_001] {
      let probe = try Probe("fill", scratch.store, "box", "\(limit)")
      let lines = try probe.lines()
      #expect(lines.first == "full")
      let count = try #require(lines.last.flatMap { Int64($0) })
      #expect(count > 5, "the disk was full before anything was written")
      try expectWhole(count, "limit \(limit)")
      let again = try scratch.open()
      try again.write { _ = try $0.run("DELETE FROM entry") + $0.run("DELETE FROM mirror") }
    }
  }
}
