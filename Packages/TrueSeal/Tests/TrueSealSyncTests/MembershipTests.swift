import Testing
import TrueSealManifest
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Removing and leaving` {
  @Test func `M-02 M-06 an id that is nobody's is refused, and outside a group so is every call`()
    async throws
  {
    let home = try Household(seed: 201)
    let outside = try await home.phone("outside")
    let own = await outside.client.me.id
    await #expect(throws: TrueSealError.notMember(.notJoined)) {
      try await outside.client.remove(own)
    }
    await #expect(throws: TrueSealError.notMember(.notJoined)) { try await outside.client.leave() }
    let phones = try await home.group("alice", "bob")
    let before = await phones[0].client.ledger?.heldCount
    for id in [own, await phones[0].client.me.id, "", "bob", own + "A"] {
      await #expect(throws: TrueSealError.memberNotFound) { try await phones[0].client.remove(id) }
    }
    #expect(await phones[0].client.ledger?.heldCount == before)
    try await outside.client.join(try await phones[0].client.startPairing().text)
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await outside.client.remove(own)
    }
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await outside.client.leave()
    }
  }

  @Test func `M-01 M-05 M-30 M-52 a removal reaches everybody, and each list changes once`()
    async throws
  {
    let home = try Household(seed: 202)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let (aliceLists, carolLists) = (alice.lists.count, carol.lists.count)
    let identity = await bob.client.me.id
    // What cannot go out any more is dropped.
    bob.line.set(push: false, receive: true)
    try await bob.client.send([7])
    try await carol.client.remove(identity)
    try await home.agree([alice, carol])
    try await home.pass { await bob.client.status == .notJoined }
    #expect(await alice.names == ["alice", "carol"])
    #expect(alice.lists.dropFirst(aliceLists) == [["carol"]])
    #expect(carol.lists.dropFirst(carolLists) == [["alice"]])
    #expect(bob.statuses.last == .statusChanged(.notJoined, .removed))
    #expect(await bob.client.members == [])
    #expect(await bob.client.me.id != identity)
    #expect(await bob.client.me.name == "bob")
    #expect(try await bob.client.info().queuedEntryCount == 0)
    #expect(try await bob.client.info().heldManifestCount == 0)
  }

  @Test func `S-10 the same object pairs again, and messages go both ways`() async throws {
    let home = try Household(seed: 203)
    let phones = try await home.group("alice", "bob")
    let received = Collector<[UInt8]>()
    let handling = [
      try await phones[0].client.onMessage { received.add($0.body) },
      try await phones[1].client.onMessage { received.add($0.body) },
    ]
    defer { for one in handling { one.cancel() } }
    try await phones[0].client.remove(await phones[1].client.me.id)
    try await home.pass { await phones[1].client.status == .notJoined }
    #expect(await phones[0].client.members == [])
    try await home.pair(phones[1].client, with: phones[0].client)
    try await home.agree(phones)
    #expect(await phones[0].client.members == [await phones[1].client.me])
    try await phones[0].client.send([1])
    try await home.pass(untilCount: 1, of: received)
    try await phones[1].client.send([2])
    try await home.pass(untilCount: 2, of: received)
    #expect(received.elements == [[1], [2]])
    // And it can make a group of its own as well.
    try await phones[0].client.remove(await phones[1].client.me.id)
    try await home.pass { await phones[1].client.status == .notJoined }
    let carol = try await home.phone("carol")
    try await home.pair(carol.client, with: phones[1].client)
    #expect(phones[1].statuses.last == .statusChanged(.member, .created))
  }

  @Test func `P-03 an identity that was removed may not ask again`() async throws {
    let home = try Household(seed: 204)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let old = await bob.client.keys
    try await alice.client.remove(await bob.client.me.id)
    try await home.pass { await bob.client.status == .notJoined }
    let token = try await alice.client.startPairing()
    let request = PairBody(joiner: old.publicKeys, label: try .init("bob"), token: token)
    let envelope = try Outbound(
      recipient: token.agreementKey, sequence: 1 << 50, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .pair, body: request.encoded(),
      compression: false
    ).sealed(by: old, entropy: ScriptedEntropy(seed: 1).entropy, deflater: .init())
    await home.relay.place(envelope, for: token.agreementKey)
    #expect(await alice.issues.first(1) == [.unauthorized])
    #expect(await alice.client.window?.requests == [])
  }

  @Test func `M-07 a group of one is left at once, without the relay`() async throws {
    let home = try Household(seed: 205)
    let phones = try await home.group("alice", "bob")
    // The removal itself is still waiting to go out, and nobody is left who would have to hear of the leave.
    phones[0].line.off()
    try await phones[0].client.remove(await phones[1].client.me.id)
    #expect(try await phones[0].client.info().queuedEntryCount == 1)
    let identity = await phones[0].client.me.id
    try await phones[0].client.leave()
    #expect(await phones[0].client.status == .notJoined)
    #expect(await phones[0].client.me.id != identity)
    _ = await phones[0].events.first(1)
    try await home.pass { phones[0].statuses.last == .statusChanged(.notJoined, .left) }
  }

  @Test
  func `A25 M-06 M-50 A-06 D-13 a device leaves for as long as the relay refuses, and then is out`()
    async throws
  {
    let home = try Household(seed: 206)
    let phones = try await home.group("alice", "bob", "carol")
    let bob = phones[1]
    let received = Collector<[UInt8]>()
    let handling = try await bob.client.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    try await home.agree(phones)
    bob.line.set(push: false, receive: true)
    try await bob.client.send([9])
    let (identity, inbox) = (await bob.client.me.id, await home.relay.key(of: bob.client))
    try await bob.client.leave()
    #expect(await bob.client.status == .leaving)
    #expect(try await bob.client.outbox().map(\.purpose) == [.group, .group])
    await #expect(throws: TrueSealError.notMember(.leaving)) { try await bob.client.send([1]) }
    await #expect(throws: TrueSealError.notMember(.leaving)) {
      try await bob.client.remove(await phones[0].client.me.id)
    }
    await #expect(throws: TrueSealError.notMember(.leaving)) {
      _ = try await bob.client.startPairing()
    }
    await #expect(throws: TrueSealError.alreadyInGroup) { try await bob.client.join("x") }
    let held = await bob.client.ledger?.heldCount
    try await bob.client.leave()
    #expect(await bob.client.ledger?.heldCount == held)
    // Messages stay where they are, and no handler runs.
    try await phones[0].client.send([1])
    await home.relay.until { $0.inbox(of: inbox).count == 1 }
    await home.pass(seconds: 90)
    #expect(await home.relay.inbox(of: inbox).count == 1)
    #expect(await bob.client.status == .leaving)
    #expect(await phones[0].names == ["alice", "bob", "carol"])
    bob.line.on()
    // The first push that comes is refused for now, and so are all that follow it to that device.
    await home.relay.refuse(push: await home.relay.pushCount + 1, with: .inboxFull)
    try await home.pass { await home.relay.faultCounts.refused == 1 }
    #expect(await bob.client.status == .leaving)
    try await home.agree([phones[0], phones[2]])
    try await home.pass { await bob.client.status == .notJoined }
    #expect(await phones[0].names == ["alice", "carol"])
    #expect(
      bob.statuses.suffix(2) == [
        .statusChanged(.leaving, nil), .statusChanged(.notJoined, .left),
      ])
    #expect(await bob.client.me.id != identity)
    #expect(received.elements == [])
  }

  @Test func `M-51 S-05 a device that dies while leaving goes on leaving`() async throws {
    let home = try Household(seed: 207)
    let phones = try await home.group("alice", "bob", "carol")
    phones[1].line.off()
    try await phones[1].client.leave()
    let identity = await phones[1].client.me.id
    await phones[1].client.close()
    let line = Line()
    line.off()
    let bob = Phone(try await home.device("bob", through: line), on: line)
    #expect(await bob.client.status == .leaving)
    #expect(await bob.client.me.id == identity)
    await home.pass(seconds: 40)
    #expect(await bob.client.status == .leaving)
    line.on()
    try await home.pass { await bob.client.status == .notJoined }
    #expect(bob.statuses == [.statusChanged(.notJoined, .left)])
    try await home.agree([phones[0], phones[2]])
    #expect(await phones[0].names == ["alice", "carol"])
  }

  @Test func `M-52 who is leaving goes on leaving, even when it is removed meanwhile`()
    async throws
  {
    let home = try Household(seed: 208)
    let phones = try await home.group("alice", "bob", "carol")
    let bob = phones[1]
    bob.line.set(push: false, receive: true)
    try await bob.client.leave()
    let identity = await bob.client.me.id
    try await phones[0].client.remove(identity)
    try await home.pass { await bob.client.ledger?.standingClaims.isEmpty == false }
    await home.pass(seconds: 40)
    #expect(await bob.client.status == .leaving)
    #expect(await bob.client.me.id == identity)
    bob.line.on()
    try await home.pass { await bob.client.status == .notJoined }
    #expect(bob.statuses.last == .statusChanged(.notJoined, .left))
    try await home.agree([phones[0], phones[2]])
    #expect(await phones[0].names == ["alice", "carol"])
  }
  @Test func `M-50 M-24 a leave that loses is made again before the device goes`() async throws {
    let home = try Household(seed: 209)
    let phones = try await home.group("alice", "bob", "carol", "old", "spare")
    let (alice, bob) = (phones[0], phones[1])
    let own = await bob.client.keys.publicKeys.signingKey
    bob.line.off()
    try await bob.client.leave()
    let first = try #require(await bob.client.ledger?.current)
    #expect(first.manifest.issuer == own && first.manifest.member(own) == nil)
    // Two removals on top of each other outrank the leave, and list Bob.
    for phone in phones[3...] { try await alice.client.remove(await phone.client.me.id) }
    try await home.agree([alice, phones[2]])
    let winner = try #require(await alice.client.ledger?.current)
    bob.line.set(push: false, receive: true)
    try await home.pass { await bob.client.ledger?.contains(winner.hash) == true }
    try await home.pass { await bob.client.ledger?.current?.manifest.parent == winner.hash }
    let again = try #require(await bob.client.ledger?.current)
    #expect(again.manifest.issuer == own && again.manifest.member(own) == nil)
    #expect(again.manifest.onBehalf == [first.hash])
    #expect(again.manifest.members == winner.manifest.members.filter { $0.signingKey != own })
    #expect(await bob.client.status == .leaving)
    #expect(await alice.names == ["alice", "bob", "carol"])
    bob.line.on()
    try await home.pass { await bob.client.status == .notJoined }
    #expect(bob.statuses.last == .statusChanged(.notJoined, .left))
    try await home.agree([alice, phones[2]])
    #expect(await alice.client.ledger?.contains(again.hash) == true)
    #expect(await alice.names == ["alice", "carol"])
  }
}
