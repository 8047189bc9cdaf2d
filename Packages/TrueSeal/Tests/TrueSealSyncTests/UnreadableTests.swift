import Testing
import TrueSealOutbox
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

/// A disk that takes every write and does not hand everything out.
@Suite(.timeLimit(.minutes(1))) struct `A disk that cannot be read` {
  @Test func `S-11 entries that cannot be read are read later, and go in order`() async throws {
    let home = try Household(seed: 79)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let received = Collector<UInt8>()
    let handling = try await bob.onMessage { received.add($0.body[0]) }
    defer { handling.cancel() }
    await home.relay.goOffline()
    // More than are held in memory, so that some must be read back.
    for number in 0..<100 { try await alice.send([UInt8(number)]) }
    try await alice.rename("part_count", to: "unreadable", in: "outbox_message")
    await home.relay.goOnline()
    #expect(
      await home.pass(atMost: 3_000) { received.elements.count == OutboxLimits.Chosen.loadMax })
    #expect(await home.pass(atMost: 60) { received.elements.count > 64 } == false)
    #expect(await !alice.pushing.failedLoads.isEmpty)
    try await alice.rename("unreadable", to: "part_count", in: "outbox_message")
    #expect(await home.pass(atMost: 3_000) { received.elements.count == 100 })
    #expect(received.elements == (0..<100).map { UInt8($0) })
  }

  @Test func `S-11 a body that cannot be read is sent later, and is not given up`() async throws {
    let home = try Household(seed: 80)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let (received, issues) = (Collector<[UInt8]>(), Collector<DeliveryIssue>())
    let listening = [
      try await bob.onMessage { received.add($0.body) },
      alice.onDeliveryIssue { issues.add($0) },
    ]
    defer { for one in listening { one.cancel() } }
    let sessions = await home.relay.pushSessionCount
    await home.relay.goOffline()
    for number in 1...3 { try await alice.send([UInt8(number)]) }
    try await alice.rename("bytes", to: "unreadable", in: "outbox_body")
    await home.relay.goOnline()
    // Each session is given up as soon as the first body cannot be read.
    #expect(
      await home.pass(atMost: 3_000) { await home.relay.pushSessionCount >= sessions + 2 })
    try await alice.rename("unreadable", to: "bytes", in: "outbox_body")
    #expect(await home.pass(atMost: 3_000) { received.elements.count == 3 })
    #expect(received.elements == [[1], [2], [3]])
    #expect(issues.elements.isEmpty)
  }
}

extension TrueSeal {
  /// Gives a column another name, so that statements which know it by its own fail.
  fileprivate func rename(_ column: String, to name: String, in table: String) throws {
    try database.write { transaction throws(StoreError) in
      try transaction.run("ALTER TABLE \(table) RENAME COLUMN \(column) TO \(name)")
    }
  }
}
