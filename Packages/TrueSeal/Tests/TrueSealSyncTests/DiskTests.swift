import Testing
import TrueSealOutboxStore
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

/// A disk that takes some writes and not others: SQLite refuses them by a trigger of the test's.
@Suite(.timeLimit(.minutes(1))) struct `A disk that refuses` {
  @Test func `S-11 D-02 D-04 what cannot be deleted is pushed once, and the outbox goes on after`()
    async throws
  {
    let home = try Household(seed: 71)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let pushes = await home.relay.pushCount
    try await alice.refuse("DELETE ON outbox_entry")
    for number in 0..<3 { try await alice.send([UInt8(number)]) }
    while await alice.pushing.owed == nil { await Task.yield() }
    // A call never waits for the disk that refuses, and nothing is pushed a second time meanwhile.
    try await alice.send([3])
    for _ in 0..<100 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await alice.status == .member)
    // At least the first was taken before its row could not go; none of them went twice.
    #expect((pushes + 1...pushes + 3).contains(await home.relay.pushCount))
    try await alice.refuse(nil)
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    try await home.pass(untilCount: 4, of: received)
    #expect(received.elements == [[0], [1], [2], [3]])
    while try await alice.info().queuedEntryCount > 0 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
  }

  @Test func `S-11 D-05 an expired entry that cannot be deleted does not stop the client`()
    async throws
  {
    let home = try Household(seed: 72)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    await home.relay.goOffline()
    let id = try await alice.send([1])
    try await alice.refuse("DELETE ON outbox_entry")
    home.clock.advance(by: .seconds(30 * 86_400))
    while await alice.pushing.owed == nil {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(await alice.status == .member)
    #expect(issues.elements.isEmpty)
    try await alice.refuse(nil)
    while issues.elements.isEmpty {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    guard case .sendFailed(id, _, .expired) = issues.elements[0] else {
      Issue.record("\(issues.elements)")
      return
    }
    #expect(try await alice.info().queuedEntryCount == 0)
  }

  @Test func `S-11 D-14 what only its record lacks is handled once, and acknowledged after it`()
    async throws
  {
    let home = try Household(seed: 73)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let key = await home.relay.key(of: bob)
    try await bob.refuse("INSERT ON handled")
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    try await alice.send([1])
    _ = await received.first(1)
    for _ in 0..<100 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(received.elements == [[1]])
    #expect(await home.relay.inbox(of: key).count == 1)
    try await bob.refuse(nil)
    while await home.relay.inbox(of: key).count == 1 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(received.elements == [[1]])
  }

  @Test func `D-01 S-07 a send that cannot be written whole takes no number`() async throws {
    let home = try Household(seed: 75)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let before = try await alice.lastNumber
    try await alice.refuse("INSERT ON outbox_body")
    await #expect(throws: TrueSealError.self) { try await alice.send([1]) }
    #expect(try await alice.lastNumber == before)
    #expect(try await alice.outbox().isEmpty)
  }

  @Test func `P-05 S-04 asking to join is written whole, and taken back whole`() async throws {
    let home = try Household(seed: 76)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let token = try await alice.startPairing().text
    try await bob.refuse("INSERT ON outbox_entry")
    await #expect(throws: TrueSealError.self) { try await bob.join(token) }
    #expect(await bob.status == .notJoined)
    try await bob.refuse(nil)
    #expect(try await bob.storedStatus == .notJoined)
    try await bob.join(token)
    try await bob.refuse("INSERT ON join_state")
    await #expect(throws: TrueSealError.self) { try await bob.cancelJoin() }
    #expect(await bob.status == .pendingJoin)
    #expect(try await bob.info().queuedEntryCount == 1)
    #expect(try await bob.storedStatus == .pendingJoin)
  }

  @Test func `D-10 S-11 a list is acknowledged only after it was written`() async throws {
    let home = try Household(seed: 77)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let key = await home.relay.key(of: bob)
    try await bob.refuse("INSERT ON held_manifest")
    let carol = try await home.device("carol")
    try await home.pair(carol, with: alice)
    await home.relay.until { !$0.inbox(of: key).isEmpty }
    for _ in 0..<100 {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await home.relay.inbox(of: key).isEmpty == false)
    #expect(await bob.members.count == 1)
    try await bob.refuse(nil)
    while await !home.relay.inbox(of: key).isEmpty {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    #expect(await bob.members.count == 2)
  }

  @Test(arguments: ["held_manifest", "join_state", "outbox_entry"])
  func `D-10 M-44 an admission is acknowledged only after all it causes was written`(
    table: String
  ) async throws {
    let home = try Household(seed: 78)
    let alice = try await home.device("alice")
    let carol = try await home.device("carol")
    let bob = try await home.device("bob")
    try await home.pair(carol, with: alice)
    let (events, losses) = (alice.eventStream, Collector<Connection>())
    let listening = bob.onEvent { event in
      if case .connectionChanged(.disconnected(.idle)) = event { losses.add(.disconnected(.idle)) }
    }
    defer { listening.cancel() }
    try await bob.join(try await alice.startPairing().text)
    await home.settle([bob])
    try await bob.refuse("INSERT ON \(table)")
    for await case .joinRequest(let request) in events {
      try await alice.accept(request)
      break
    }
    // The second refusal shows that the list came again.
    try #require(await home.pass(atMost: 1_000) { losses.elements.count >= 2 })
    let key = await home.relay.key(of: bob)
    #expect(await home.relay.inbox(of: key).count == 1)
    #expect(await bob.status == .pendingJoin)
    #expect(try await bob.storedStatus == .pendingJoin)
    #expect(try await bob.outbox().isEmpty)
    try await bob.refuse(nil)
    #expect(await home.pass(atMost: 3_000) { await bob.status == .member })
    #expect(await home.pass(atMost: 3_000) { await home.relay.inbox(of: key).isEmpty })
  }

  @Test func `M-30 an admission that cannot be written whole is not written at all`() async throws {
    for table in ["held_manifest", "pending_change", "outbox_entry", "join_state"] {
      let home = try Household(seed: 74)
      let alice = try await home.device("alice")
      let bob = try await home.device("bob")
      let events = alice.eventStream
      try await bob.join(try await alice.startPairing().text)
      try await alice.refuse("INSERT ON \(table)")
      for await event in events {
        guard case .joinRequest(let request) = event else { continue }
        await #expect(throws: TrueSealError.self, "\(table)") { try await alice.accept(request) }
        #expect(await alice.status == .notJoined)
        #expect(await alice.members == [])
        try await alice.refuse(nil)
        let rows = try await alice.database.read { transaction throws(StoreError) in
          try ["held_manifest", "pending_change", "outbox_entry"].map { name throws(StoreError) in
            try transaction.rows("SELECT 1 FROM \(name)").count
          }
        }
        #expect(rows == [0, 0, 0], "\(table)")
        // The window is still open, and the same call succeeds now.
        try await alice.accept(request)
        #expect(await alice.status == .member)
        break
      }
    }
  }
}

extension TrueSeal {
  var lastNumber: UInt64 {
    get throws {
      try database.read { transaction throws(StoreError) in
        try SequenceRecord().last(in: transaction)
      }
    }
  }

  var storedStatus: Status {
    get throws {
      try database.read { transaction throws(StoreError) in
        try JoinRecord().load(in: transaction).status
      }
    }
  }

  /// Makes the store refuse a kind of write, such as `DELETE ON outbox_entry`, or all of them again with nil.
  func refuse(_ write: String?) throws {
    try database.write { transaction throws(StoreError) in
      try transaction.run("DROP TRIGGER IF EXISTS refusal")
      guard let write else { return }
      try transaction.run(
        "CREATE TRIGGER refusal BEFORE \(write) BEGIN SELECT RAISE(ABORT, 'refused'); END")
    }
  }
}
