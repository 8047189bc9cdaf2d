import Foundation
import Testing
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// Opening a client's store is struck at each call, in a release that changes its layout and in the first start.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Opening a client on a disk that fails` {
  /// The client's layout of a release that does not exist, which touches every table it finds rows in.
  static let laterRelease = Schema(
    versions: Schema.client.versions + [
      SchemaVersion(
        number: 2,
        migrations: [
          Migration("test.2.note") { transaction in
            try transaction.run("CREATE TABLE note(id BLOB PRIMARY KEY, size INTEGER) STRICT")
            try transaction.run("INSERT INTO note SELECT hash, length(encoded) FROM held_manifest")
          },
          Migration("test.2.outbox") { transaction in
            try transaction.run("ALTER TABLE outbox_message ADD COLUMN later INTEGER")
            try transaction.run("UPDATE outbox_message SET later = sequence + 1")
            try transaction.run("UPDATE outbox_body SET bytes = CAST(bytes || x'2A' AS BLOB)")
          },
        ])
    ])

  static let effects: [DiskFault.Effect] = [
    .stops, .losesPower(.nothing), .losesPower(.some(seed: 61)), .losesPower(.some(seed: 62)),
    .fails(.device), .fails(.room), .tears(.room),
  ]

  private func open(
    _ folder: String, _ schema: Schema, on disk: TestDisk, seed: UInt64
  ) async throws -> TrueSeal {
    let relay = LoopbackRelay()
    await relay.goOffline()
    var parts = relay.parts(
      directory: folder, clock: ManualClock().clock, entropy: ScriptedEntropy(seed: seed).entropy)
    parts.openDatabase = { _ throws(StoreError) in
      try disk.open(directory: folder, name: "default", schema: schema)
    }
    return try await TrueSeal.open(parts: parts, deviceName: "alice")
  }

  private func copy(_ home: Household, _ number: Int) throws -> String {
    let folder = home.scratch.path + "/run-\(number)"
    try FileManager.default.copyItem(atPath: home.scratch.path + "/alice", toPath: folder)
    return folder
  }

  /// Asserts that this release finds what it left, or that it refuses and leaves every byte where it is.
  private func expectOldOrRefused(
    _ folder: String, _ before: Facts, as key: [UInt8], _ comment: Comment
  ) throws {
    func bytes() throws -> [String: Data] {
      var bytes: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        bytes[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      }
      return bytes
    }
    let found = try bytes()
    do {
      #expect(try Facts(of: folder, formerly: key) == before, comment)
    } catch let error as StoreError {
      #expect(error.code == .tooNew, comment)
      #expect(try bytes() == found, comment)
    }
  }

  @Test(arguments: effects)
  func
    `V-02 V-04 S-04 a client's migration struck anywhere leaves the old release's store or the new one's`(
      effect: DiskFault.Effect
    ) async throws
  {
    let home = try Household(seed: 521)
    let phones = try await home.group("alice", "bob", on: TestDisk())
    phones[0].line.off()
    try await phones[0].client.send([1, 2, 3])
    let (me, members) = (await phones[0].client.me, await phones[0].client.members)
    let key = await phones[0].client.keys.publicKeys.signingKey
    for phone in phones { await phone.client.close() }
    let before = try Facts(of: home.scratch.path + "/alice", formerly: key)
    #expect(before.description == Facts.line(.member, held: 1, pending: 1, "1/0/0/0"))
    var struck: Set<DiskFault.Operation> = []
    for number in 1... {
      let (disk, folder) = (TestDisk(), try copy(home, number))
      disk.plan(DiskFault(effect, at: number))
      do {
        try await open(folder, Self.laterRelease, on: disk, seed: 1).close()
      } catch let error as TrueSealError {
        let isFull = [.fails(.room), .tears(.room)].contains(effect)
        #expect(error == .storage(isFull ? .full : .io), "\(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      struck.formUnion(disk.strikes.map(\.operation))
      try expectOldOrRefused(folder, before, as: key, "\(disk.strikes)")
      let client = try await open(folder, Self.laterRelease, on: TestDisk(), seed: 2)
      #expect(await client.me == me)
      #expect(await client.members == members)
      #expect(try await client.outbox().map(\.recipients.count) == [1])
      let body = try await client.database.read { transaction in
        try transaction.row("SELECT bytes FROM outbox_body")?.blob(0)
      }
      #expect(body == [1, 2, 3, 0x2A], "the step was done twice or not at all")
      await client.close()
      try FileManager.default.removeItem(atPath: folder)
    }
    #expect(struck == DiskFault.Operation.changes)
  }

  @Test(arguments: effects)
  func `S-06 S-04 the first start struck anywhere gives one identity, which stays`(
    effect: DiskFault.Effect
  ) async throws {
    let scratch = try Scratch()
    var strikes = 0
    for number in 1... {
      let (disk, folder) = (TestDisk(), scratch.path + "/run-\(number)")
      disk.plan(DiskFault(effect, at: number))
      var shown: String?
      do {
        let client = try await open(folder, .client, on: disk, seed: 1)
        shown = await client.me.id
        await client.close()
      } catch let error as TrueSealError {
        let isFull = [.fails(.room), .tears(.room)].contains(effect)
        #expect(error == .storage(isFull ? .full : .io), "\(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      strikes += 1
      for seed: UInt64 in 2...3 {
        let client = try await open(folder, .client, on: TestDisk(), seed: seed)
        let id = await client.me.id
        #expect(id == shown ?? id, "\(disk.strikes)")
        shown = id
        await client.close()
      }
    }
    #expect(strikes > 20)
  }
}
