import Foundation
import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Wiping` {
  @Test(arguments: [StatusReason.left, .removed])
  func `S-10 S-06 no old key, body or id is in any file afterwards`(reason: StatusReason)
    async throws
  {
    let home = try Household(seed: reason == .left ? 231 : 232)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let neighbour = home.scratch.path + "/bob/notes.txt"
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: neighbour))
    let received = Collector<Message>()
    let handling = try await bob.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    let handled = try await alice.client.send([1])
    try await home.pass(untilCount: 1, of: received)
    bob.line.set(push: false, receive: true)
    let body = ScriptedEntropy(seed: 9).bytes(count: 5_000)
    try await bob.client.send(body)
    let keys = await bob.client.keys
    let secrets = [
      keys.signing.seed().exposed(), keys.agreement.secret().exposed(),
      keys.publicKeys.signingKey, keys.publicKeys.agreementKey,
      await alice.client.keys.publicKeys.signingKey,
      try #require(await bob.client.ledger).groupID, Array(body.prefix(64)), handled.bytes,
    ]
    // The public halves of one's own keys are stored in the list.
    for secret in secrets {
      #expect(try home.contents(of: "bob").contains { $0.contains(secret) })
    }
    if reason == .left {
      try await bob.client.leave()
      bob.line.on()
    } else {
      try await alice.client.remove(await bob.client.me.id)
    }
    try await home.pass { await bob.client.status == .notJoined }
    #expect(bob.statuses.last == .statusChanged(.notJoined, reason))
    for (number, secret) in secrets.enumerated() {
      #expect(try !home.contents(of: "bob").contains { $0.contains(secret) }, "secret \(number)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: neighbour)) == Data([1, 2, 3]))
    let identity = await bob.client.me.id
    await bob.client.close()
    let again = try await home.phone("bob")
    #expect(await again.client.me.id == identity)
    #expect(await again.client.status == .notJoined)
  }

  @Test func `S-10 S-11 a disk that refuses half of a wipe keeps all of it, and is asked again`()
    async throws
  {
    let home = try Household(seed: 233)
    let phones = try await home.group("alice", "bob")
    let bob = phones[1]
    let identity = await bob.client.me.id
    let held = await bob.client.ledger?.heldCount
    try await bob.client.refuse("INSERT ON identity")
    try await phones[0].client.remove(identity)
    await home.pass(seconds: 60)
    #expect(await bob.client.me.id == identity)
    #expect(await bob.client.ledger?.heldCount == held)
    #expect(bob.statuses.last == .statusChanged(.member, .joined))
    try await bob.client.refuse(nil)
    try await home.pass { await bob.client.status == .notJoined }
    #expect(await bob.client.me.id != identity)
    try await home.pass { bob.statuses.last == .statusChanged(.notJoined, .removed) }
  }

  @Test func `S-10 M-51 a wipe that did not happen is done at the next start, and only once`()
    async throws
  {
    let home = try Household(seed: 234)
    let phones = try await home.group("alice", "bob")
    let bob = phones[1]
    let identity = await bob.client.me.id
    try await bob.client.refuse("INSERT ON identity")
    try await bob.client.leave()
    await home.pass(seconds: 60)
    #expect(try await bob.client.info().queuedEntryCount == 0)
    #expect(await bob.client.status == .leaving)
    try await bob.client.refuse(nil)
    await bob.client.close()
    let second = try await home.phone("bob")
    #expect(await second.client.status == .notJoined)
    let fresh = await second.client.me.id
    #expect(fresh != identity)
    #expect(await second.events.first(1) == [.statusChanged(.notJoined, .left)])
    try await home.pair(second.client, with: phones[0].client)
    await second.client.close()
    let third = try await home.phone("bob")
    #expect(await third.client.status == .member)
    #expect(await third.client.me.id == fresh)
  }

  @Test func `M-52 S-10 a removal that is held and was not acted upon is, at the next start`()
    async throws
  {
    let home = try Household(seed: 235)
    let phones = try await home.group("alice", "bob")
    let (alice, bob) = (phones[0], phones[1])
    let identity = await bob.client.me.id
    bob.line.off()
    try await alice.client.remove(identity)
    let removal = try #require(await alice.client.ledger?.current)
    // What a death between the commit and the wipe leaves behind.
    try await bob.client.hold(removal)
    await bob.client.close()
    let again = try await home.phone("bob")
    #expect(await again.client.status == .notJoined)
    #expect(await again.client.me.id != identity)
    #expect(await again.events.first(1) == [.statusChanged(.notJoined, .removed)])
  }

  @Test func `S-14 the app hears that it is out, however often it dies before it could`()
    async throws
  {
    let home = try Household(seed: 236)
    let alice = try await home.phone("alice")
    let bob = try await home.phone("bob", isHeard: false)
    try await home.pair(bob.client, with: alice.client)
    try await home.agree([alice, bob])
    await bob.client.close()
    let deaf = try await home.phone("bob", isHeard: false)
    try await alice.client.remove(await deaf.client.me.id)
    try await home.pass { await deaf.client.status == .notJoined }
    await deaf.client.close()
    // A listener that has not returned has not heard it.
    let gate = Gate()
    let dying = try await home.phone("bob", isHeard: false)
    let listening = dying.client.onEvent { event in
      guard case .statusChanged = event else { return }
      await gate.wait()
    }
    await gate.untilReached()
    await dying.client.close()
    gate.open()
    listening.cancel()
    let heard = try await home.phone("bob")
    #expect(await heard.events.first(1) == [.statusChanged(.notJoined, .removed)])
    try await home.pass { try await heard.client.unheardEndings().isEmpty }
    await heard.client.close()
    let last = try await home.phone("bob")
    try await home.pass { await last.client.connection == .connected }
    #expect(last.statuses == [])
  }

  @Test func `S-14 a sequence of events counts as heard when the next one is asked for`()
    async throws
  {
    let home = try Household(seed: 237)
    let alice = try await home.phone("alice")
    let bob = try await home.phone("bob", isHeard: false)
    try await home.pair(bob.client, with: alice.client)
    let events = bob.client.eventStream
    try await alice.client.remove(await bob.client.me.id)
    try await home.pass { await bob.client.status == .notJoined }
    var iterator = events.makeAsyncIterator()
    while let event = await iterator.next(), event != .statusChanged(.notJoined, .removed) {}
    #expect(try await bob.client.unheardEndings().map(\.reason) == [.removed])
    try await bob.client.join(try await alice.client.startPairing().text)
    _ = await iterator.next()
    try await home.pass { try await bob.client.unheardEndings().isEmpty }
  }

  @Test func `D-12 D-13 a wipe waits for the handler that runs, whose message is recorded`()
    async throws
  {
    let home = try Household(seed: 238)
    let phones = try await home.group("alice", "bob")
    let bob = phones[1]
    let inbox = await home.relay.key(of: bob.client)
    let (gate, received) = (Gate(), Collector<[UInt8]>())
    let handling = try await bob.client.onMessage { message in
      received.add(message.body)
      // Calling from inside the handler waits for nothing.
      try await bob.client.leave()
      await gate.wait()
    }
    defer { handling.cancel() }
    try await phones[0].client.send([1])
    try await phones[0].client.send([2])
    await gate.untilReached()
    try await home.pass { try await bob.client.info().queuedEntryCount == 0 }
    await home.pass(seconds: 60)
    #expect(await bob.client.status == .leaving)
    gate.open()
    try await home.pass { await bob.client.status == .notJoined }
    // The first is handled and acknowledged; the second was for a member that left.
    await home.relay.until { $0.inbox(of: inbox).count == 1 }
    await home.pass(seconds: 60)
    #expect(received.elements == [[1]])
  }

  @Test func `S-10 who waits for a message of a group that ended is told that it failed`()
    async throws
  {
    let home = try Household(seed: 239)
    let phones = try await home.group("alice", "bob")
    let bob = phones[1]
    bob.line.set(push: false, receive: true)
    let sent = try await bob.client.send([1])
    async let outcome = bob.client.outcome(of: sent)
    while await bob.client.waiters.isEmpty { await Task.yield() }
    try await phones[0].client.remove(await bob.client.me.id)
    try await home.pass { await bob.client.status == .notJoined }
    #expect(try await outcome == .failed)
  }
}

/// Holds up whoever comes until it is opened.
private final class Gate: Sendable {
  private let reached = Collector<Void>()
  private let opened = Collector<Void>()

  func wait() async {
    reached.add(())
    _ = await opened.first(1)
  }

  func untilReached() async { _ = await reached.first(1) }
  func open() { opened.add(()) }
}
