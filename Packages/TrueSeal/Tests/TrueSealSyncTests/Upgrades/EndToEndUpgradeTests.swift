import Foundation
import Testing
import TrueSealManifest
import TrueSealOutbox
import TrueSealStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// A release that raises the End-to-End Version, and what older releases have queued or sent.
@Suite(.timeLimit(.minutes(2))) struct `A new End-to-End Version` {
  /// An entry for one device as it stands in the store.
  private struct Queued: Equatable {
    let sequence: UInt64
    let kind: UInt8
    let timestamp: Int64?
    let expiry: Int64?
    let body: [UInt8]
  }

  private static func queued(
    for recipient: [UInt8], in database: Database
  ) throws -> [Queued] {
    try database.read { transaction in
      let rows = try transaction.rows(
        """
        SELECT sequence, kind, timestamp, expiry, bytes
        FROM outbox_entry JOIN outbox_message USING(sequence) JOIN outbox_body USING(sequence)
        WHERE recipient = (SELECT id FROM outbox_recipient WHERE key = ?) ORDER BY sequence
        """, .blob(recipient))
      return try rows.map { row in
        Queued(
          sequence: UInt64(try row.integer(0)), kind: UInt8(try row.integer(1)),
          timestamp: try row.optionalInteger(2), expiry: try row.optionalInteger(3),
          body: try row.blob(4))
      }
    }
  }

  /// The keys of the device a kept store belongs to.
  private func keys(of store: KeptStore) throws -> DeviceKeys {
    let scratch = try Scratch()
    try store.copy(into: scratch.path)
    let database = try Database.open(
      directory: scratch.path, name: "default", schema: .client)
    defer { database.close() }
    return try #require(try database.read { try IdentityRecord().load(in: $0) })
  }

  @Test(arguments: KeptStore.all.filter { $0.peer != nil })
  func `V-05 seals what waits anew, in its order, with its names, times and ends`(
    kept: KeptStore
  ) async throws {
    let home = try Household(seed: 631)
    home.clock.setUnixMilliseconds(KeptStore.later)
    let (own, peer) = (try keys(of: kept), try keys(of: .named(try #require(kept.peer))))
    let folder = home.scratch.path + "/device"
    try kept.copy(into: folder)

    let old = try Database.open(directory: folder, name: "default", schema: .client)
    let before = try Self.queued(for: peer.publicKeys.agreementKey, in: old)
    old.close()
    #expect(!before.isEmpty)
    let migrated = try Database.open(directory: folder, name: "default", schema: .two)
    #expect(migrated.origin == .migrated(from: 1))
    #expect(try Self.queued(for: peer.publicKeys.agreementKey, in: migrated) == before)
    migrated.close()

    let client = try await home.device("device", of: .two, speaking: 2)
    let inbox = peer.publicKeys.agreementKey
    await home.relay.until { $0.inbox(of: inbox).count >= before.count }
    let pushed = await home.relay.inbox(of: inbox).map { opened($0, by: peer) }
    var said: [String] = []
    for (content, entry) in zip(pushed, before) {
      let content = try #require(content, "not of the new version, or not for this device")
      #expect(content.author == own.publicKeys.signingKey)
      #expect(content.sequence == entry.sequence && content.tag.rawValue == entry.kind)
      let stamp = entry.timestamp ?? home.clock.unixMilliseconds
      #expect(content.timestamp == UInt64(stamp))
      #expect(try content.body(using: Inflater()) == entry.body)
      guard content.tag == .sync else { continue }
      said.append(MessageID(author: content.author, sequence: content.sequence).description)
    }
    let sent = kept.outbox.filter {
      $0.purpose == "app" && $0.recipients.contains(peer.publicKeys.memberID)
    }
    #expect(said == sent.map(\.id))
    await client.close()
  }

  /// What an upgraded device reads; one that is not sees that it is newer and leaves it on the relay.
  private func opened(_ envelope: [UInt8], by keys: DeviceKeys) -> VerifiedContent? {
    guard envelope.starts(with: [0, 2]), case .newer(2) = Inbound.opening(envelope, with: keys),
      case .content(let content) = Inbound.opening(
        envelope, with: keys, of: EndToEndVersions(newest: 2))
    else { return nil }
    return content
  }

  @Test(arguments: KeptStore.all)
  func `V-05 finds nothing that was sealed in any store`(kept: KeptStore) async throws {
    let scratch = try Scratch()
    try kept.copy(into: scratch.path)
    let database = try Database.open(directory: scratch.path, name: "default", schema: .client)
    let recipients = try database.read { transaction in
      try transaction.rows("SELECT key FROM outbox_recipient").map { try $0.blob(0) }
    }
    let entries = try database.read { transaction in
      try transaction.row("SELECT count(*) FROM outbox_entry")?.integer(0)
    }
    database.close()
    #expect((entries ?? 0 > 0) == !kept.outbox.isEmpty)
    // An envelope begins with its version and its recipient.
    let files = try scratch.contents()
    for recipient in recipients { #expect(files.values.contains { $0.contains(recipient) }) }
    for (name, bytes) in files {
      for recipient in recipients {
        #expect(!bytes.contains([0, 1] + recipient), "\(name) of \(kept.store)")
      }
    }
    if !kept.outbox.isEmpty { #expect(!recipients.isEmpty) }
  }

  /// Alice says one thing before her upgrade and one after it; both lie on the relay.
  private func twoMessages(
    _ home: Household
  ) async throws -> (ids: [MessageID], inbox: [UInt8]) {
    let alice = try await home.device("alice", speaking: 1, seed: 1)
    let bob = try await home.device("bob", speaking: 1, seed: 2)
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let inbox = await home.relay.key(of: bob)
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    await bob.close()
    var ids = [try await alice.send([1])]
    await home.settle([alice])
    await alice.close()
    let raised = try await home.device("alice", of: .two, speaking: 2, seed: 3)
    ids.append(try await raised.send([2]))
    await home.settle([raised])
    await raised.close()
    let versions = await home.relay.inbox(of: inbox).map { Array($0.prefix(2)) }
    try #require(versions == [[0, 1], [0, 2]])
    return (ids, inbox)
  }

  @Test func `V-07 opens what the version before it sealed, and reports nothing`() async throws {
    let home = try Household(seed: 632)
    let (ids, inbox) = try await twoMessages(home)
    let (handled, issues) = (Collector<Message>(), Collector<DeliveryIssue>())
    let bob = try await home.device("bob", of: .two, speaking: 2, seed: 4)
    let listening = [
      try await bob.onMessage { handled.add($0) }, bob.onDeliveryIssue { issues.add($0) },
    ]
    defer { for one in listening { one.cancel() } }
    try #require(await home.pass(atMost: 100) { handled.elements.count == 2 })
    #expect(handled.elements.map(\.id) == ids)
    #expect(handled.elements.map(\.body) == [[1], [2]])
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    #expect(issues.elements.isEmpty)
    await bob.close()
  }

  @Test func `V-07 W-36 is waited for by who is not upgraded, and nothing is handled twice`()
    async throws
  {
    let home = try Household(seed: 633)
    let (ids, inbox) = try await twoMessages(home)
    let (handled, issues) = (Collector<Message>(), Collector<DeliveryIssue>())
    for version: UInt16 in [1, 2] {
      let bob = try await home.device("bob", speaking: version, seed: 5)
      let listening = [
        try await bob.onMessage { handled.add($0) }, bob.onDeliveryIssue { issues.add($0) },
      ]
      if version == 1 {
        try #require(await home.pass(atMost: 100) { !issues.elements.isEmpty })
        #expect(issues.elements == [.heldForUpgrade(version: 2)])
        #expect(await home.relay.inbox(of: inbox).map { Array($0.prefix(2)) } == [[0, 2]])
      } else {
        await home.relay.until { $0.inbox(of: inbox).isEmpty }
      }
      let held = try await bob.database.read { transaction in
        try transaction.row("SELECT count(*) FROM newer")?.integer(0)
      }
      #expect(held == (version == 1 ? 1 : 0))
      for one in listening { one.cancel() }
      await bob.close()
    }
    #expect(handled.elements.map(\.id) == ids)
    #expect(issues.elements == [.heldForUpgrade(version: 2)])
  }

  @Test func `V-07 W-36 no longer opens the version before the one before it`() async throws {
    let home = try Household(seed: 634)
    let (ids, inbox) = try await twoMessages(home)
    let (handled, issues) = (Collector<Message>(), Collector<DeliveryIssue>())
    let bob = try await home.device("bob", speaking: 3, seed: 4)
    let listening = [
      try await bob.onMessage { handled.add($0) }, bob.onDeliveryIssue { issues.add($0) },
    ]
    defer { for one in listening { one.cancel() } }
    await home.relay.until { $0.inbox(of: inbox).isEmpty }
    #expect(handled.elements.map(\.id) == [ids[1]])
    try #require(await home.pass(atMost: 100) { !issues.elements.isEmpty })
    #expect(issues.elements == [.unreadable(.senderOutdated)])
    await bob.close()
  }
}
