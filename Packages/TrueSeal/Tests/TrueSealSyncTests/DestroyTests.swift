import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Destroying the group` {
  @Test func `G-01 A-06 S-05 D-08 D-13 goes on until the relay has every Revoke, over a restart`()
    async throws
  {
    let home = try Household(seed: 401)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let received = Collector<[UInt8]>()
    let handling = try await alice.client.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    alice.line.set(push: false, receive: true)
    try await alice.client.send([9])
    let identity = await alice.client.me.id
    let inbox = await home.relay.key(of: alice.client)
    try await alice.client.destroyGroup()
    #expect(await alice.client.status == .destroying)
    #expect(try await alice.client.outbox().map(\.purpose) == [.group])
    #expect(try await alice.client.outbox().map(\.recipients.count) == [2])
    await #expect(throws: TrueSealError.notMember(.destroying)) { try await alice.client.send([1]) }
    await #expect(throws: TrueSealError.notMember(.destroying)) { try await alice.client.leave() }
    await #expect(throws: TrueSealError.alreadyInGroup) {
      try await alice.client.join("anything")
    }
    try await bob.client.send([7])
    await home.relay.until { $0.inbox(of: inbox).count == 1 }
    await home.pass(seconds: 60)
    #expect(await home.relay.inbox(of: inbox).count == 1)
    await alice.client.close()

    let line = Line()
    line.set(push: false, receive: true)
    let again = Phone(try await home.device("alice", through: line), on: line)
    #expect(await again.client.status == .destroying)
    #expect(await again.client.me.id == identity)
    await home.pass(seconds: 60)
    #expect(await bob.client.status == .member)
    line.on()
    for phone in [again, bob, carol] {
      try await home.pass { phone.statuses.last == .statusChanged(.notJoined, .destroyed) }
      #expect(await phone.client.status == .notJoined)
      #expect(await phone.client.members == [])
      #expect(try await phone.client.info().heldManifestCount == 0)
      #expect(try await phone.client.info().queuedEntryCount == 0)
    }
    #expect(await again.client.me.id != identity)
    #expect(received.elements == [])
    // The same objects make a new group.
    try await home.pair(bob.client, with: again.client)
    #expect(await again.client.members == [await bob.client.me])
  }

  @Test func `G-02 who hears of it passes it on, once, and not to whom it came from`() async throws
  {
    let home = try Household(seed: 402)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let (aliceInbox, carolInbox) = (
      await home.relay.key(of: alice.client), await home.relay.key(of: carol.client)
    )
    bob.line.off()
    carol.line.off()
    try await alice.client.destroyGroup()
    try await home.pass { alice.statuses.last == .statusChanged(.notJoined, .destroyed) }
    // What Alice told Carol is lost on the way.
    try await home.loseMail(of: carol)
    bob.line.on()
    try await home.pass { bob.statuses.last == .statusChanged(.notJoined, .destroyed) }
    #expect(await home.relay.inbox(of: carolInbox).count == 1)
    #expect(await home.relay.inbox(of: aliceInbox).isEmpty)
    #expect(
      bob.statuses.suffix(2) == [
        .statusChanged(.destroying, nil), .statusChanged(.notJoined, .destroyed),
      ])
    carol.line.on()
    try await home.pass { carol.statuses.last == .statusChanged(.notJoined, .destroyed) }
  }

  @Test func `G-02 D-11 W-42 a past member may, with the id of this group and no other`()
    async throws
  {
    let home = try Household(seed: 403)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, carol) = (phones[0], phones[2])
    let past = await carol.client.keys
    let group = try #require(await alice.client.ledger).groupID
    try await alice.client.remove(await carol.client.me.id)
    try await home.pass { await carol.client.status == .notJoined }
    try await home.agree(Array(phones[..<2]))
    let stranger = await carol.client.keys
    var other = group
    other[0] ^= 1
    let refused: [(DeviceKeys, [UInt8], DeliveryIssue)] = [
      (past, other, .unauthorized), (stranger, group, .unauthorized),
      (past, [], .unreadable(.malformed)), (past, group + [0], .unreadable(.malformed)),
    ]
    for (number, (author, body, issue)) in refused.enumerated() {
      try await home.revoke(body, by: author, to: alice, number: UInt64(number))
      #expect(await alice.issues.first(number + 1).last == issue)
      #expect(await alice.client.status == .member)
    }
    try await home.revoke(group, by: past, to: alice, number: 9)
    for phone in phones[..<2] {
      try await home.pass { phone.statuses.last == .statusChanged(.notJoined, .destroyed) }
    }
  }

  @Test func `G-02 a puppet in a void list ends nothing`() async throws {
    let home = try Household(seed: 404)
    let phones = try await home.group("dad", "mum", "kid")
    let (dad, mum, kid) = (phones[0], phones[1], phones[2])
    dad.line.off()
    mum.line.off()
    let puppet = try await home.phone("puppet")
    try await home.pair(puppet.client, with: kid.client)
    let keys = await puppet.client.keys
    let group = try #require(await mum.client.ledger).groupID
    try await mum.client.remove(await kid.client.me.id)
    puppet.line.off()
    mum.line.on()
    dad.line.on()
    try await home.pass { kid.statuses.last == .statusChanged(.notJoined, .removed) }
    try await home.agree([dad, mum])
    #expect(await mum.client.ledger?.everListed(signingKey: keys.publicKeys.signingKey) == true)
    let issues = mum.issues.elements.count
    try await home.revoke(group, by: keys, to: mum, number: 1)
    #expect(await mum.issues.first(issues + 1).last == .unauthorized)
    #expect(await mum.client.status == .member)
  }

  @Test func `G-03 outside a group the call fails, and a Revoke is dropped`() async throws {
    let home = try Household(seed: 405)
    let group = try await home.group("alice", "bob")
    let outside = try await home.phone("outside")
    await #expect(throws: TrueSealError.notMember(.notJoined)) {
      try await outside.client.destroyGroup()
    }
    let id = try #require(await group[0].client.ledger).groupID
    try await home.revoke(id, by: await group[0].client.keys, to: outside, number: 1)
    #expect(await outside.issues.first(1) == [.unauthorized])
    try await outside.client.join(try await group[0].client.startPairing().text)
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await outside.client.destroyGroup()
    }
    try await home.revoke(id, by: await group[1].client.keys, to: outside, number: 2)
    #expect(await outside.issues.first(2).last == .unauthorized)
    #expect(await outside.client.status == .pendingJoin)
    await outside.client.close()
    await #expect(throws: TrueSealError.closed) { try await outside.client.destroyGroup() }
  }

  @Test func `G-03 a device that a race left out cannot call it, and is ended by it`() async throws
  {
    let race = try await Race(seed: 406)
    try await race.run()
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await race.tablet.client.destroyGroup()
    }
    let id = try #require(await race.mum.client.ledger).groupID
    try await race.home.revoke(id, by: await race.mum.client.keys, to: race.tablet, number: 1)
    try await race.home.pass {
      race.tablet.statuses.last == .statusChanged(.notJoined, .destroyed)
    }
  }

  @Test(arguments: [false, true])
  func `G-03 it takes the place of a leave under way, called or heard`(isHeard: Bool) async throws {
    let home = try Household(seed: isHeard ? 407 : 408)
    let phones = try await home.group("alice", "bob", "carol")
    let bob = phones[1]
    bob.line.set(push: false, receive: true)
    try await bob.client.leave()
    if isHeard {
      try await phones[0].client.destroyGroup()
    } else {
      try await bob.client.destroyGroup()
    }
    try await home.pass { await bob.client.status == .destroying }
    try await bob.client.destroyGroup()
    bob.line.on()
    for phone in phones {
      try await home.pass { phone.statuses.last == .statusChanged(.notJoined, .destroyed) }
    }
    #expect(
      bob.statuses.suffix(3) == [
        .statusChanged(.leaving, nil), .statusChanged(.destroying, nil),
        .statusChanged(.notJoined, .destroyed),
      ])
  }

  @Test func `G-03 G-04 while it goes on every other control message is dropped in silence`()
    async throws
  {
    let home = try Household(seed: 409)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let id = try #require(await alice.client.ledger).groupID
    let inbox = await home.relay.key(of: alice.client)
    alice.line.set(push: false, receive: true)
    try await alice.client.destroyGroup()
    let (held, statuses) = (await alice.client.ledger?.heldCount, alice.statuses.count)
    try await bob.client.remove(await carol.client.me.id)
    try await home.pass { carol.statuses.last == .statusChanged(.notJoined, .removed) }
    for _ in 0..<2 { try await home.revoke(id, by: await bob.client.keys, to: alice, number: 1) }
    try await home.pass { await home.relay.inbox(of: inbox).isEmpty }
    await home.pass(seconds: 60)
    #expect(await alice.client.ledger?.heldCount == held)
    #expect(alice.statuses.count == statuses)
    #expect(alice.issues.elements == [])
    #expect(try await alice.client.outbox().map(\.recipients.count) == [2])
  }

  @Test func `M-07 G-01 the last member wipes at once, without the relay`() async throws {
    let home = try Household(seed: 410)
    let phones = try await home.group("alice", "bob")
    phones[0].line.off()
    try await phones[0].client.remove(await phones[1].client.me.id)
    try await phones[0].client.destroyGroup()
    #expect(await phones[0].client.status == .notJoined)
    try await home.pass { phones[0].statuses.last == .statusChanged(.notJoined, .destroyed) }
  }

  @Test func `G-05 where one inbox stays full it waits for ever, and erasing is the way out`()
    async throws
  {
    let home = try Household(seed: 411)
    let phones = try await home.group("alice", "bob", "carol")
    let alice = phones[0]
    let identity = await alice.client.me.id
    alice.line.set(push: false, receive: true)
    try await alice.client.destroyGroup()
    await home.pass(seconds: 3_600)
    #expect(await alice.client.status == .destroying)
    await alice.client.close()
    try TrueSeal.erase(storage: home.scratch.path + "/alice")
    let again = try await home.phone("alice")
    #expect(await again.client.status == .notJoined)
    #expect(await again.client.me.id != identity)
  }
}

extension Household {
  /// Lays a Revoke with any body by any device in an inbox, and waits until it was judged.
  fileprivate func revoke(
    _ body: [UInt8], by author: DeviceKeys, to phone: Phone, number: UInt64
  ) async throws {
    let recipient = await phone.client.keys.publicKeys.agreementKey
    let envelope = try Outbound(
      recipient: recipient, sequence: (1 << 50) + number, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .revoke, body: body, compression: false
    ).sealed(by: author, entropy: ScriptedEntropy(seed: number).entropy, deflater: .init())
    await relay.place(envelope, for: recipient)
  }
}
