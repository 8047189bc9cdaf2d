import Foundation
import Testing
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// The stores of Store Version 1 open for ever.
@Suite(.timeLimit(.minutes(2))) struct `A store of Store Version 1` {
  @Test func `V-01 V-06 has tables that nobody changes any more`() throws {
    let scratch = try Scratch()
    let first = Schema(versions: Array(Schema.client.versions.prefix(1)))
    let made = try Database.open(directory: scratch.path + "/new", name: "new", schema: first)
    let frozen = try KeptStore.frozenSchema()
    #expect(frozen.contains("CREATE TABLE identity("))
    #expect(try Schema.text(of: made) == frozen, "a released version is never edited")
    made.close()
    for one in KeptStore.all {
      let folder = scratch.path + "/" + one.store
      try one.copy(into: folder)
      #expect(try one.bytes[60..<64].elementsEqual([0, 0, 0, 1]), "\(one.store)")
      let kept = try Database.open(directory: folder, name: "default", schema: first)
      #expect(kept.origin == .opened, "\(one.store)")
      #expect(try Schema.text(of: kept) == frozen, "\(one.store)")
      let log = try scratch.contents()["\(one.store)/default.trueseal-wal"]
      #expect(log == [], "the log of \(one.store) is not empty")
      kept.close()
    }
  }

  @Test func `V-06 is kept with something open in every join state`() {
    #expect(
      KeptStore.all.map(\.store).sorted() == [
        "destroying", "killed", "leaving", "member", "notJoined", "overtaken", "peer",
        "pendingJoin",
      ])
    #expect(KeptStore.sealed.map(\.store) == ["sealed"])
    let statuses = Set(KeptStore.all.map(\.status))
    #expect(statuses == Set(Status.allCases.map(\.rawValue)))
    for one in KeptStore.all where one.store != "peer" {
      #expect(one.outbox.isEmpty == (one.store == "notJoined"), "\(one.store)")
    }
    #expect(
      Set(KeptStore.named("member").outbox.map(\.purpose)) == ["app", "conversation", "group"])
  }

  @Test(arguments: KeptStore.all, [Schema.client, .two, .three])
  func `V-02 V-06 opens in this release and in later ones, and says what it said`(
    one: KeptStore, schema: Schema
  ) async throws {
    let home = try Household(seed: 611)
    home.clock.setUnixMilliseconds(KeptStore.later)
    await home.relay.goOffline()
    try one.copy(into: home.scratch.path + "/device")
    let client = try await home.device("device", of: schema, speaking: 1)
    #expect(await client.status.rawValue == one.status)
    #expect(await client.me.id == one.me.id)
    #expect(await client.members.map(\.id) == one.members.map(\.id))
    #expect(await client.members.map(\.name) == one.members.map(\.name))
    #expect(try await client.info().heldManifestCount == one.heldManifestCount)
    let outbox = try await client.outbox()
    #expect(outbox.map(\.id.description) == one.outbox.map(\.id))
    #expect(outbox.map(\.purpose.rawValue) == one.outbox.map(\.purpose))
    #expect(outbox.map(\.sentAt) == one.outbox.map(\.sentAt))
    #expect(outbox.map { $0.recipients.map { $0 ?? "" } } == one.outbox.map(\.recipients))
    for message in one.outbox where message.purpose == "app" {
      #expect(try await client.holds(body: try #require(message.body).unhexed), "\(message.id)")
    }
    for id in one.handled { #expect(try await client.hasHandled(id), "\(id)") }
    let endings = try await client.unheardEndings().map(\.reason.rawValue)
    #expect(endings == [one.ending].compactMap(\.self))
    if let ending = one.ending {
      let heard = Collector<Event>()
      let hearing = client.onEvent { heard.add($0) }
      let reason = try #require(StatusReason(rawValue: ending))
      #expect(await heard.first(1) == [.statusChanged(.notJoined, reason)])
      hearing.cancel()
    }
    try await client.database.verify()
    await client.close()
  }
}

/// A key of the app's is needed for ever as well.
@Suite(.timeLimit(.minutes(1))) struct `A sealed store of Store Version 1` {
  @Test(arguments: KeptStore.sealed, [Schema.client, .two, .three])
  func `V-06 S-13 opens with its key, says what it said, and opens with no other`(
    one: KeptStore, schema: Schema
  ) async throws {
    let home = try Household(seed: 612)
    home.clock.setUnixMilliseconds(KeptStore.later)
    await home.relay.goOffline()
    let folder = home.scratch.path + "/device"
    try one.copy(into: folder)
    let key = try #require(one.storeKey).unhexed
    func open(_ key: [UInt8]?) async throws -> TrueSeal {
      var parts = home.relay.parts(
        directory: folder, clock: home.clock.clock, entropy: ScriptedEntropy(seed: 1).entropy)
      parts.openDatabase = { _ throws(StoreError) in
        try TestDisk().open(
          directory: folder, name: "default", schema: schema,
          cipher: key.map { CellCipher(storeKey: $0) })
      }
      return try await TrueSeal.open(parts: parts, deviceName: "device")
    }
    for wrong in [nil, key.map { $0 ^ 1 }] {
      await #expect(throws: TrueSealError.storage(.wrongKey)) { try await open(wrong) }
    }
    #expect(try home.scratch.contents()["device/default.trueseal"] == one.bytes)
    let client = try await open(key)
    #expect(await client.me.id == one.me.id)
    #expect(await client.members.map(\.id) == one.members.map(\.id))
    #expect(try await client.outbox().map(\.id.description) == one.outbox.map(\.id))
    let queued = try await client.database.read { transaction in
      try transaction.row("SELECT count(*) FROM outbox_body WHERE bytes = x'A9'")?.integer(0)
    }
    #expect(one.outbox.map(\.body) == ["a9"] && queued == 0, "the body is not sealed")
    try await client.database.verify()
    await client.close()
  }
}

extension TrueSeal {
  /// Whether a body waits to be sent.
  fileprivate func holds(body: [UInt8]) throws -> Bool {
    try database.read { transaction in
      try transaction.row("SELECT count(*) FROM outbox_body WHERE bytes = ?", .blob(body))?
        .integer(0) == 1
    }
  }

  /// Whether a message is noted as handled, or as read where it is a text of a conversation.
  fileprivate func hasHandled(_ id: String) throws -> Bool {
    let id = try #require(MessageID(id))
    return try database.read { transaction in
      try HandledRecords().contains(id, in: transaction)
    }
  }
}
