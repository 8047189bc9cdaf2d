import Foundation
import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// What went wrong in other programs of this kind, done to this one; case ids A and B.
@Suite(.timeLimit(.minutes(1))) struct `A report about the list` {
  @Test func `A6 M-05 whatever a race does, the app's list is the manifest's without this device`()
    async throws
  {
    let race = try await Race(seed: 261)
    let everybody = [race.dad, race.mum, race.kid, race.tablet]
    func expectOneList(_ phones: [Phone]) async {
      for phone in phones {
        let listed = await phone.client.ledger?.current?.manifest.members ?? []
        let own = await phone.client.keys.publicKeys.signingKey
        let shown = await phone.client.members.map(\.id)
        let others = listed.filter { $0.signingKey != own }.map(\.id.description)
        #expect(shown.sorted() == others.sorted())
        #expect(Set(shown).count == shown.count)
      }
    }
    await expectOneList(everybody)
    try await race.run()
    await expectOneList(everybody)
    #expect(await race.tablet.client.members.count == 3)
    try await race.end()
    await expectOneList(everybody)
    #expect(await race.tablet.client.members.count == 3)
  }

  @Test func `A9 D-11 M-41 who was removed is not listened to, and is sent its removal alone`()
    async throws
  {
    let home = try Household(seed: 262)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let received = Collector<[UInt8]>()
    let handling = try await alice.client.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    let inbox = await home.relay.key(of: bob.client)
    // Bob goes on talking and hears nothing.
    bob.line.set(push: true, receive: false)
    try await alice.client.remove(await bob.client.me.id)
    try await home.agree([alice, phones[2]])
    try await bob.client.send([7])
    #expect(await alice.issues.first(1) == [.unauthorized])
    try await alice.client.send([8])
    #expect(try await alice.client.outbox().map(\.recipients.count).max() ?? 1 == 1)
    try await home.agree([alice, phones[2]])
    #expect(received.elements == [])
    // Its own removal, from Alice; Carol's app and hers have nothing for it.
    #expect(await home.relay.inbox(of: inbox).count == 1)
  }

  @Test func `A19 M-05 a manifest that comes twice is told of once, and nobody is listed twice`()
    async throws
  {
    let home = try Household(seed: 263)
    let phones = try await home.group("alice", "bob", "carol", "dave")
    let bob = phones[1]
    let inbox = await home.relay.key(of: bob.client)
    bob.line.off()
    let before = bob.lists.count
    try await phones[0].client.remove(await phones[3].client.me.id)
    try await home.agree([phones[0], phones[2]])
    let mail = await home.relay.inbox(of: inbox)
    #expect(mail.count == 1)
    for _ in 0..<3 { await home.relay.place(mail[0], for: inbox) }
    bob.line.on()
    try await home.pass { await home.relay.inbox(of: inbox).isEmpty }
    try await home.agree([phones[0], bob, phones[2]])
    #expect(bob.lists.dropFirst(before) == [["alice", "carol"]])
    let ids = await bob.client.members.map(\.id)
    #expect(ids.count == 2 && Set(ids).count == 2)
  }

  @Test func `A24 W-41 fifty messages of a device with an old list change no list`() async throws {
    let home = try Household(seed: 264)
    let phones = try await home.group("alice", "bob", "carol", "dave")
    let (alice, dave) = (phones[0], phones[3])
    let received = Collector<[UInt8]>()
    let handling = try await alice.client.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    dave.line.set(push: true, receive: false)
    try await phones[1].client.leave()
    try await home.pass { await phones[1].client.status == .notJoined }
    try await home.agree([alice, phones[2]])
    let (lists, held) = (alice.lists.count, await alice.client.ledger?.heldCount)
    for number in 0..<50 { try await dave.client.send([UInt8(number)]) }
    #expect(await dave.names == ["alice", "bob", "carol", "dave"])
    try await home.pass(untilCount: 50, of: received)
    #expect(received.elements == (0..<50).map { [UInt8($0)] })
    #expect(await alice.names == ["alice", "carol", "dave"])
    #expect(await alice.client.ledger?.heldCount == held)
    #expect(alice.lists.count == lists)
  }

  @Test func `A28 B12 S-10 who was removed and pairs again lists what its new admission lists`()
    async throws
  {
    let home = try Household(seed: 265)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    try await alice.client.remove(await bob.client.me.id)
    try await home.pass { await bob.client.status == .notJoined }
    // While it is out the group becomes one that no list of its past knows.
    let dave = try await home.phone("dave")
    try await home.pair(dave.client, with: alice.client)
    try await home.agree([alice, carol, dave])
    try await alice.client.remove(await carol.client.me.id)
    try await home.agree([alice, dave])
    try await home.pair(bob.client, with: dave.client)
    try await home.agree([alice, bob, dave])
    let admission = try #require(await dave.client.ledger?.current?.manifest)
    #expect(await bob.client.ledger?.current?.manifest == admission)
    #expect(await bob.names == ["alice", "bob", "dave"])
    #expect(await bob.client.members.map(\.name).sorted() == ["alice", "dave"])
  }

  @Test func `A34 M-47 W-31 a difference that a message shows does not last`() async throws {
    let home = try Household(seed: 266)
    let phones = try await home.group("alice", "bob", "carol", "dave")
    let (alice, bob) = (phones[0], phones[1])
    alice.line.off()
    try await bob.client.remove(await phones[3].client.me.id)
    try await home.agree([bob, phones[2]])
    try await home.loseMail(of: alice)
    alice.line.on()
    await home.pass(seconds: 10)
    #expect(await alice.client.ledger?.current != bob.client.ledger?.current)
    // What Alice says shows that she stayed behind; who knows better tells her.
    try await alice.client.send([1])
    try await home.agree([alice, bob, phones[2]])
    #expect(await alice.names == ["alice", "bob", "carol"])
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A report about numbers and copies` {
  @Test func `B7 S-12 a copy of an old store repeats no number of what was sent since`()
    async throws
  {
    let home = try Household(seed: 271)
    let first = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: first)
    let received = Collector<MessageID>()
    let handling = try await bob.onMessage { received.add($0.id) }
    defer { handling.cancel() }
    var sent: [MessageID] = []
    for number in 1...40 { sent.append(try await first.send([UInt8(number)])) }
    await home.settle([first])
    await first.close()
    let (place, copy) = (home.scratch.path + "/alice", home.scratch.path + "/copy")
    try FileManager.default.copyItem(atPath: place, toPath: copy)
    let second = try await home.device("alice")
    for number in 41...55 { sent.append(try await second.send([UInt8(number)])) }
    await home.settle([second])
    await second.close()
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.moveItem(atPath: copy, toPath: place)
    home.clock.advance(by: .seconds(60))
    let restored = try await home.device("alice")
    for number in 1...3 { sent.append(try await restored.send([UInt8(number)])) }
    #expect(Set(sent).count == 58)
    // So nobody takes what is new for a copy of what it has had.
    try await home.pass(untilCount: 58, of: received)
    #expect(received.elements == sent)
  }

  @Test(arguments: [
    "UPDATE ON outbox_sequence", "INSERT ON outbox_message", "INSERT ON outbox_body",
    "INSERT ON outbox_entry",
  ])
  func `B8 D-01 S-07 a send that ends at any of its writes leaves numbers that only rise`(
    write: String
  ) async throws {
    let home = try Household(seed: 272)
    var alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.relay.goOffline()
    var numbers: [UInt64] = []
    var ids: Set<MessageID> = []
    for _ in 0..<3 {
      ids.insert(try await alice.send([1]))
      numbers.append(try await alice.lastNumber)
      try await alice.refuse(write)
      await #expect(throws: TrueSealError.self) { try await alice.send([2]) }
      try await alice.refuse(nil)
      await alice.close()
      alice = try await home.device("alice")
      ids.insert(try await alice.send([3]))
      numbers.append(try await alice.lastNumber)
    }
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == 6 && ids.count == 6)
    #expect(try await alice.outbox().count == 6)
  }

  @Test func `B10 D-10 W-01 a member can neither speak nor repeat in another's name`() async throws
  {
    let home = try Household(seed: 273)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob, carol) = (phones[0], phones[1], phones[2])
    let received = Collector<[String]>()
    let handling = try await carol.client.onMessage {
      received.add([$0.sender.name, "\($0.body)"])
    }
    defer { handling.cancel() }
    let inbox = await home.relay.key(of: carol.client)
    try await alice.client.send([1])
    let number = try await alice.client.lastNumber
    try await home.pass(untilCount: 1, of: received)
    // Bob seals her words under her number: they are his own, with his name to them.
    try await home.relay.lay([1], number: number, by: bob, for: carol)
    try await home.pass(untilCount: 2, of: received)
    // Her number again with other words, by her own key: what was handled is handled.
    try await home.relay.lay([2], number: number, by: alice, for: carol)
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    try await alice.client.send([3])
    try await home.pass(untilCount: 3, of: received)
    #expect(received.elements == [["alice", "[1]"], ["bob", "[1]"], ["alice", "[3]"]])
  }

  @Test func `B16 S-05 a start between the commit of a list and its event reports no fork`()
    async throws
  {
    let home = try Household(seed: 274)
    let phones = try await home.group("alice", "bob", "carol")
    let bob = phones[1]
    bob.line.off()
    try await phones[0].client.remove(await phones[2].client.me.id)
    try await home.agree([phones[0]])
    await bob.client.close()
    let deaf = try await home.phone("bob", isHeard: false)
    try await home.pass { await deaf.client.ledger?.heldCount == 3 }
    // Nobody else gets at the store meanwhile.
    await #expect(throws: TrueSealError.storage(.inUse)) { _ = try await home.device("bob") }
    let view = await deaf.client.ledger?.current?.hash
    await deaf.client.close()
    let again = try await home.phone("bob")
    try await home.agree([phones[0], again])
    #expect(await again.client.ledger?.current?.hash == view)
    #expect(await again.names == ["alice", "bob"])
    #expect(await again.client.ledger?.heldCount == 3)
    #expect(deaf.issues.elements + again.issues.elements == [])
    #expect(again.statuses == [])
  }
}

extension LoopbackRelay {
  /// Lays a message of an app in a device's inbox as if another had sent it under that number.
  fileprivate func lay(
    _ body: [UInt8], number: UInt64, by author: Phone, for recipient: Phone
  ) async throws {
    let inbox = await key(of: recipient.client)
    let envelope = try Outbound(
      recipient: inbox, sequence: number, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .sync, body: body, compression: true
    ).sealed(
      by: await author.client.keys, entropy: ScriptedEntropy(seed: number).entropy,
      deflater: Deflater())
    place(envelope, for: inbox)
  }
}
