import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Session State` {
  @Test func `S-01 lies in one file of the namespace, readable by its owner alone`() async throws {
    let scratch = try Scratch()
    let relay = "trueseal://\(String(repeating: "09", count: 32))@127.0.0.1"
    let home = try await TrueSeal.open(
      relay: relay, storage: scratch.path + "/state", namespace: "home")
    let work = try await TrueSeal.open(
      relay: relay, storage: scratch.path + "/state", namespace: "work")
    #expect(await home.me.id != (await work.me).id)
    await home.close()
    await work.close()
    let names = try scratch.contents().keys.filter { $0.hasSuffix(".trueseal") }
    #expect(Set(names) == ["state/home.trueseal", "state/work.trueseal"])
    #expect(try scratch.mode(of: "state") == 0o700)
    #expect(try scratch.mode(of: "state/home.trueseal") == 0o600)
  }

  @Test(arguments: ["", "a b", "../up", "é", String(repeating: "a", count: 65), "a.b"])
  func `S-01 refuses a namespace that is not one`(namespace: String) async throws {
    let scratch = try Scratch()
    let relay = "trueseal://\(String(repeating: "09", count: 32))@127.0.0.1"
    await #expect(throws: TrueSealError.invalidNamespace) {
      _ = try await TrueSeal.open(relay: relay, storage: scratch.path, namespace: namespace)
    }
    #expect(try scratch.contents().isEmpty)
  }

  @Test func `S-05 S-06 keeps identity, group, request and messages over a restart`() async throws {
    let home = try Household(seed: 21)
    let before = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: before)
    await home.relay.goOffline()
    let (me, members) = (await before.me, await before.members)
    let sent = try await before.send([7])
    let view = await before.ledger?.current?.hash
    await before.close()

    let alice = try await home.device("alice")
    #expect(await alice.me == me)
    #expect(await alice.members == members)
    #expect(await alice.status == .member)
    #expect(await alice.ledger?.current?.hash == view)
    #expect(try await alice.info().queuedEntryCount == 1)
    #expect(try await alice.info().heldManifestCount == 1)
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    defer { handling.cancel() }
    await home.relay.goOnline()
    try await home.pass(untilCount: 1, of: received)
    #expect(received.elements.map(\.id) == [sent])
  }

  @Test func `S-06 is erased on the app's wish, and the next device is another one`() async throws {
    let scratch = try Scratch()
    let relay = "trueseal://\(String(repeating: "09", count: 32))@127.0.0.1"
    let first = try await TrueSeal.open(relay: relay, storage: scratch.path, namespace: "home")
    #expect(throws: TrueSealError.storage(.inUse)) {
      try TrueSeal.erase(storage: scratch.path, namespace: "home")
    }
    let id = await first.me.id
    await first.close()
    try TrueSeal.erase(storage: scratch.path, namespace: "home")
    let second = try await TrueSeal.open(relay: relay, storage: scratch.path, namespace: "home")
    #expect(await second.me.id != id)
    await second.close()
  }

  @Test func `S-12 takes numbers above the clock, so that a restored copy repeats none`()
    async throws
  {
    let home = try Household(seed: 22)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.relay.goOffline()
    let author = await alice.keys.publicKeys.signingKey
    // Numbers begin at the time of the opening; the pairing took one for the manifest.
    let start: UInt64 = 1_700_000_000_000
    #expect(try await alice.send([1]) == MessageID(author: author, sequence: start + 2))
    await alice.close()
    home.clock.advance(by: .seconds(60))
    let later = try await home.device("alice")
    #expect(try await later.send([2]) == MessageID(author: author, sequence: start + 60_001))
  }

  @Test func `S-12 S-07 goes on from its own numbers where the clock was set back`() async throws {
    let home = try Household(seed: 24)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.relay.goOffline()
    let author = await alice.keys.publicKeys.signingKey
    await alice.close()
    let start: UInt64 = 1_700_000_000_000
    for number in 2..<5 as Range<UInt64> {
      // A day earlier at each start.
      home.clock.setUnixMilliseconds(Int64(start) - Int64(number) * 86_400_000)
      let again = try await home.device("alice")
      #expect(try await again.send([1]) == MessageID(author: author, sequence: start + number))
      await again.close()
    }
  }

  @Test func `S-09 keeps handled ids for 60 days and forgets them in slices`() async throws {
    let home = try Household(seed: 23)
    let alice = try await home.device("alice")
    let records = HandledRecords()
    let now = home.clock.unixMilliseconds
    try await alice.database.write { transaction throws(StoreError) in
      for number in 0..<600 {
        let id = MessageID(author: [UInt8](repeating: 1, count: 32), sequence: UInt64(number))
        try records.insert(id, keptUntil: now - 1, in: transaction)
      }
      let kept = MessageID(author: [UInt8](repeating: 2, count: 32), sequence: 1)
      try records.insert(kept, keptUntil: now, in: transaction)
      try records.saveHorizon(now, in: transaction)
    }
    var slices: [Int] = []
    repeat {
      slices.append(
        try await alice.database.write { transaction throws(StoreError) in
          try records.pruneSlice(before: now, in: transaction)
        })
    } while slices.last == SyncLimits.pruningSliceCount
    #expect(slices == [250, 250, 100])
    let left = try await alice.database.read { transaction throws(StoreError) in
      try transaction.rows("SELECT kept_until FROM handled").count
    }
    #expect(left == 1)
  }

  @Test func `S-09 an id is kept from the later of handling and sending`() {
    let day: Int64 = 86_400_000
    let now: Int64 = 1_800_000_000_000
    func kept(_ ahead: Int64) -> Int64 {
      HandledLifetime.keptUntil(handledAt: now, sentAt: UInt64(now + ahead))
    }
    #expect(kept(-3 * day) == now + 60 * day)
    #expect(kept(10 * day) == now + 70 * day)
    #expect(kept(365 * day) == now + 425 * day)
    #expect(kept(365 * day + 1) == .max)
  }

  @Test func `S-09 a clock that jumps ahead prunes nothing that a clock set right calls young`()
    async throws
  {
    let home = try Household(seed: 25)
    let alice = try await home.device("alice")
    let now = home.clock.unixMilliseconds
    let day: Int64 = 86_400_000
    let id = MessageID(author: [UInt8](repeating: 1, count: 32), sequence: 1)
    try await alice.database.write { transaction throws(StoreError) in
      try HandledRecords().insert(id, keptUntil: now + 60 * day, in: transaction)
      // The calendar was a year ahead for long enough to take the pruning time there.
      try HandledRecords().saveHorizon(now + 365 * day, in: transaction)
    }
    await alice.close()
    let again = try await home.device("alice")
    for _ in 0..<3 {
      home.clock.advance(by: .seconds(3_600))
      for _ in 0..<200 { await Task.yield() }
    }
    let left = try await again.database.read { transaction throws(StoreError) in
      try HandledRecords().contains(id, in: transaction)
    }
    #expect(left)
  }

  @Test func `S-09 one session moves the pruning time by a day, whatever the calendar says`()
    async throws
  {
    let home = try Household(seed: 26)
    let alice = try await home.device("alice")
    let start = home.clock.unixMilliseconds
    while try await alice.horizon < start { await Task.yield() }
    await alice.close()
    home.clock.advance(by: .seconds(400 * 86_400))
    let again = try await home.device("alice")
    while try await again.horizon == start { await Task.yield() }
    #expect(try await again.horizon == start + 86_400_000)
    // Hours pass in the same session.
    for _ in 0..<3 {
      home.clock.advance(by: .seconds(3_600))
      for _ in 0..<200 { await Task.yield() }
    }
    #expect(try await again.horizon >= start + 86_400_000)
  }

  @Test func `S-09 the pruning time moves a day at most for each session that starts`() {
    let day: Int64 = 86_400_000
    #expect(HandledLifetime.horizon(after: nil, now: 5 * day) == 5 * day)
    #expect(HandledLifetime.horizon(after: 5 * day, now: 5 * day + 7) == 5 * day + 7)
    #expect(HandledLifetime.horizon(after: 5 * day, now: 400 * day) == 6 * day)
    // A clock that was set back takes nothing back.
    #expect(HandledLifetime.horizon(after: 5 * day, now: day) == 5 * day)
  }

  @Test func `S-08 no body is in any file once it was accepted and a second has passed`()
    async throws
  {
    let home = try Household(seed: 24)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let marker = Array("a marker no other byte of the store can look like".utf8)
    await home.relay.goOffline()
    for _ in 0..<50 { try await alice.send(marker) }
    #expect(try home.scratch.contents().values.contains { $0.contains(marker) })
    let received = Collector<Message>()
    let handling = try await bob.onMessage { received.add($0) }
    defer { handling.cancel() }
    await home.relay.goOnline()
    try await home.pass(untilCount: 50, of: received)
    while try await alice.info().queuedEntryCount > 0 { await Task.yield() }
    while await alice.pushing.truncation != nil {
      home.clock.advance(by: .seconds(1))
      await Task.yield()
    }
    #expect(try !home.scratch.contents().values.contains { $0.contains(marker) })
  }
}

extension TrueSeal {
  fileprivate var horizon: Int64 {
    get throws {
      try database.read { transaction throws(StoreError) in
        try HandledRecords().horizon(in: transaction) ?? 0
      }
    }
  }
}
