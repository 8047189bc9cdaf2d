import Foundation
import Testing
import TrueSealCrypto
import TrueSealOutbox
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// A newer release takes over the store of an older one, or refuses it, or begins it anew.
@Suite(.timeLimit(.minutes(3))) struct `An upgrade of a client` {
  let home: Household

  init() throws {
    home = try Household(seed: 620)
    home.clock.setUnixMilliseconds(KeptStore.later)
  }

  private var folder: String { home.scratch.path + "/device" }

  private func version(_ folder: String) throws -> [UInt8] {
    let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/default.trueseal"))
    return [UInt8](file[60..<64])
  }

  // MARK: Steps

  @Test(arguments: [
    .stops, .losesPower(.nothing), DiskFault.Effect.losesPower(.some(seed: 63)),
  ])
  func `V-01 V-02 over two versions struck anywhere leaves the oldest store or the newest`(
    effect: DiskFault.Effect
  ) async throws {
    let kept = KeptStore.named("member")
    var (struck, old): (Set<DiskFault.Operation>, Int) = ([], 0)
    for number in 1... {
      let (disk, run) = (TestDisk(), home.scratch.path + "/run-\(number)")
      try kept.copy(into: run)
      disk.plan(DiskFault(effect, at: number))
      do throws(StoreError) {
        try disk.open(directory: run, name: "default", schema: .three).close()
      } catch {
        #expect(error.code == .io, "\(disk.strikes)")
      }
      guard !disk.strikes.isEmpty else { break }
      struck.formUnion(disk.strikes.map(\.operation))
      // Never the version between, and never a half of either.
      if try version(run) != [0, 0, 0, 3] { old += 1 }
      let store = try TestDisk().open(directory: run, name: "default", schema: .three)
      #expect([.migrated(from: 1), .opened].contains(store.origin), "\(disk.strikes)")
      try store.verify()
      let (notes, later, entries) = try store.read { transaction in
        (
          try transaction.row("SELECT count(byte_count) FROM note")?.integer(0),
          try transaction.row("SELECT count(*) FROM outbox_message WHERE later = sequence + 2")?
            .integer(0),
          try transaction.row("SELECT count(*) FROM outbox_message")?.integer(0)
        )
      }
      #expect(notes == Int64(kept.heldManifestCount), "\(disk.strikes)")
      #expect(later == Int64(kept.outbox.count) && entries == later, "\(disk.strikes)")
      store.close()
      try FileManager.default.removeItem(atPath: run)
    }
    #expect(struck == DiskFault.Operation.changes)
    #expect(old > 0)
  }

  @Test func `V-02 that fails is a storage error, and the old release finds what it left`()
    async throws
  {
    struct Refused: Error {}
    let kept = KeptStore.named("member")
    try kept.copy(into: folder)
    let failures: [(any Error, StorageReason)] = [
      (Refused(), .io), (StoreError(.full), .full), (StoreError(.constraint), .damaged),
    ]
    for (failure, reason) in failures {
      let failing = Schema(
        versions: Schema.two.versions + [
          SchemaVersion(number: 3, migrations: [Migration("fails") { _ in throw failure }])
        ])
      await #expect(throws: TrueSealError.storage(reason)) {
        try await home.device("device", of: failing, speaking: 1)
      }
      #expect(try version(folder) == [0, 0, 0, 1])
    }
    await home.relay.goOffline()
    let client = try await home.device("device", speaking: 1)
    #expect(await client.me.id == kept.me.id)
    #expect(try await client.outbox().map(\.id.description) == kept.outbox.map(\.id))
    await client.close()
  }

  @Test func `V-06 copies the keys of the device to no other file, and does not move them`()
    throws
  {
    let kept = KeptStore.named("member")
    try kept.copy(into: folder)
    let store = try Database.open(directory: folder, name: "default", schema: .client)
    let secrets = try store.read { transaction throws(StoreError) in
      let keys = try IdentityRecord().load(in: transaction)
      return [keys?.signing.seed().exposed() ?? [], keys?.agreement.secret().exposed() ?? []]
    }
    store.close()
    let before = try secrets.map { try place(of: $0) }
    #expect(secrets.map(\.count) == [32, 32] && !before.contains(nil))
    var others = 0
    for number in 1... {
      let (disk, run) = (TestDisk(), home.scratch.path + "/run-\(number)")
      try FileManager.default.copyItem(atPath: folder, toPath: run)
      disk.plan(DiskFault(.stops, at: number))
      try? disk.open(directory: run, name: "default", schema: .three).close()
      guard !disk.strikes.isEmpty else { break }
      for name in try FileManager.default.contentsOfDirectory(atPath: run)
      where name != "default.trueseal" {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: run + "/" + name)))
        others += bytes.isEmpty ? 0 : 1
        for secret in secrets { #expect(!bytes.contains(secret), "\(name) \(disk.strikes)") }
      }
      try FileManager.default.removeItem(atPath: run)
    }
    #expect(others > 10)
    try Database.open(directory: folder, name: "default", schema: .three).close()
    #expect(try secrets.map { try place(of: $0) } == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["default.lock", "default.trueseal"])
  }

  /// Where some bytes are in the store; nil unless they are there once.
  private func place(of bytes: [UInt8]) throws -> Int? {
    let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/default.trueseal"))
    guard let found = file.range(of: Data(bytes)),
      file[found.upperBound...].range(of: Data(bytes)) == nil
    else { return nil }
    return found.lowerBound
  }

  // MARK: What is too new or too old

  @Test func `V-04 of a store of a later release is storeTooNew, and every file stays as it is`()
    async throws
  {
    try KeptStore.named("member").copy(into: folder)
    let newer = try await home.device("device", of: .two, speaking: 1)
    try await newer.send([0xB0])
    let copy = home.scratch.path + "/copy"
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    await newer.close()
    for (name, logByteCount) in [("device", nil), ("copy", 1)] as [(String, Int?)] {
      let before = try snapshot(name)
      #expect((before["default.trueseal-wal"]?.count ?? 0 > 0) == (logByteCount != nil))
      for _ in 0..<3 {
        await #expect(throws: TrueSealError.storeTooNew) {
          try await home.device(name, speaking: 1)
        }
      }
      #expect(try snapshot(name) == before)
    }
    let again = try await home.device("copy", of: .two, speaking: 1)
    #expect(try await again.outbox().contains { $0.sentAt != nil })
    await again.close()
  }

  private func snapshot(_ name: String) throws -> [String: [UInt8]] {
    let path = home.scratch.path + "/" + name
    var files: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: path) {
      files[file] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + file)))
    }
    return files
  }

  /// What a development build left: three tables and no version.
  private func makeDevelopmentStore(_ secret: [UInt8]) throws {
    let steps = Migration("development") { transaction in
      for table in ["identity", "manifest", "outbox"] {
        try transaction.run("CREATE TABLE \(table)(id INTEGER PRIMARY KEY, bytes BLOB)")
        try transaction.run("INSERT INTO \(table) VALUES(1, ?)", .blob(secret))
      }
    }
    let schema = Schema(versions: [SchemaVersion(number: 1, migrations: [steps])])
    try Database.open(directory: folder, name: "default", schema: schema).close()
    let main = folder + "/default.trueseal"
    let file = try #require(FileHandle(forUpdatingAtPath: main))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 0]))
    try file.close()
  }

  @Test func `V-03 S-14 of a development build begins anew, and the app hears of it until it has`()
    async throws
  {
    let secret = ScriptedEntropy(seed: 5).bytes(count: 48)
    try makeDevelopmentStore(secret)
    try KeptStore.named("member").copy(into: home.scratch.path + "/other")
    let other = try snapshot("other")
    #expect(try snapshot("device")["default.trueseal"]?.contains(secret) == true)
    let first = try await home.device("device", speaking: 1)
    let me = await first.me.id
    #expect(await first.status == .notJoined)
    #expect(try await first.unheardEndings().map(\.reason) == [.storeReset])
    await first.close()
    #expect(try snapshot("device").values.allSatisfy { !$0.contains(secret) })
    #expect(try snapshot("other") == other)

    let second = try await home.device("device", speaking: 1, seed: 2)
    #expect(await second.me.id == me, "the new identity stays")
    let heard = Collector<Event>()
    let hearing = second.onEvent { heard.add($0) }
    #expect(await heard.first(1) == [.statusChanged(.notJoined, .storeReset)])
    try await home.pass { try await second.unheardEndings().isEmpty }
    hearing.cancel()
    _ = try await second.startPairing()
    await second.close()
    let third = try await home.device("device", speaking: 1, seed: 3)
    #expect(try await third.unheardEndings().isEmpty)
    #expect(await third.me.id == me)
    await third.close()
  }

  @Test func `V-03 S-10 of a development build struck anywhere gives one identity and one event`()
    async throws
  {
    try makeDevelopmentStore([1])
    await home.relay.goOffline()
    var strikes = 0
    for number in 1... {
      let (disk, run) = (TestDisk(), "run-\(number)")
      let path = home.scratch.path + "/" + run
      try FileManager.default.copyItem(atPath: folder, toPath: path)
      disk.plan(DiskFault(.losesPower(.nothing), at: number))
      var shown: String?
      if let client = try? await home.device(run, on: disk) {
        shown = await client.me.id
        await client.close()
      }
      guard !disk.strikes.isEmpty else { break }
      strikes += 1
      let client = try await home.device(run, speaking: 1, seed: 2)
      let id = await client.me.id
      #expect(id == shown ?? id, "\(disk.strikes)")
      #expect(try await client.unheardEndings().map(\.reason) == [.storeReset])
      await client.close()
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(strikes > 40)
  }
}
