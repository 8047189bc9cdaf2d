import Foundation
import TrueSealStore
import TrueSealSync
import TrueSealTesting

/// One scene for each join state a store can be left in.
struct Scenes {
  private let target: String
  /// 2026-01-01 00:00:00 UTC.
  private static let start: Int64 = 1_767_225_600_000

  init(into folder: String) { target = folder }

  /// Plays all of them, and keeps the stores they leave.
  func play() async throws -> [StoreDescription] {
    let group = try await familiar()
    return [
      group.peer, try await member(group), try await killed(group), try await leaving(group),
      try await destroying(group),
      try await notJoined(group), try await pendingJoin(group), try await overtaken(),
      try await sealed(),
    ]
  }

  /// A group of three that has talked, closed, to begin scenes with.
  private struct Familiar {
    let stage: Stage
    let peer: StoreDescription
    /// What Alice has handled.
    let handled: [MessageID]
  }

  private func familiar() async throws -> Familiar {
    let stage = try Stage(seed: 1, unixMilliseconds: Self.start)
    let devices = try await stage.group(["alice", "bob", "carol"])
    let (alice, bob) = (devices[0], devices[1])
    for device in devices { try await device.listen() }
    try await bob.say(Array("hello".utf8))
    try await alice.say(Array("hello yourself".utf8))
    try await bob.say(Array("between us".utf8), to: alice.client.me.id)
    try await stage.pass(until: "alice has both") { alice.handledIDs.count == 2 }
    try await alice.say(Array("and back".utf8), to: bob.client.me.id)
    try await stage.pass(until: "bob has both") { bob.handledIDs.count == 2 }
    try await stage.agree(devices)
    for device in [alice, devices[2]] { await device.client.close() }
    let peer = try await keep(bob, of: stage, as: "peer")
    try writeSchema(of: stage.folder + "/bob")
    return Familiar(stage: stage, peer: peer, handled: alice.handledIDs)
  }

  /// A stage on which some devices of a group wake where they were.
  private func scene(_ seed: UInt64, after group: Familiar, _ names: String...) throws -> Stage {
    let stage = try Stage(seed: seed, unixMilliseconds: group.stage.clock.unixMilliseconds)
    for name in names {
      try FileManager.default.copyItem(
        atPath: group.stage.folder + "/" + name, toPath: stage.folder + "/" + name)
    }
    return stage
  }

  /// A list, messages of the app and a conversation wait, and an admission is pending.
  private func member(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(2, after: group, "alice")
    let (alice, dave) = (
      try await stage.device("alice", handled: group.handled), try await stage.device("dave")
    )
    let request = try await stage.ask(dave, of: alice)
    alice.line.set(push: false, receive: false)
    try await alice.client.accept(request)
    for number in 0..<3 as Range<UInt8> { try await alice.say([number, 0xA1]) }
    for member in await alice.client.members where member.name == "bob" {
      try await alice.say(Array("for bob alone".utf8), to: member.id)
    }
    await dave.client.close()
    return try await keep(alice, of: stage, as: "member", peer: "peer")
  }

  /// The process was killed: what it said last is in the log alone.
  private func killed(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(8, after: group, "alice")
    let alice = try await stage.device("alice", isOnline: false, handled: group.handled)
    try await alice.say([0xA7])
    let description = try await alice.describe(as: "killed", peer: "peer")
    try copy("alice", of: stage, as: "killed", withLog: true)
    await alice.client.close()
    return description
  }

  private func leaving(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(3, after: group, "alice")
    let alice = try await stage.device("alice", isOnline: false, handled: group.handled)
    try await alice.say([0xA2])
    try await alice.client.leave()
    return try await keep(alice, of: stage, as: "leaving", peer: "peer")
  }

  private func destroying(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(4, after: group, "alice")
    let (alice, dave) = (
      try await stage.device("alice", handled: group.handled), try await stage.device("dave")
    )
    let request = try await stage.ask(dave, of: alice)
    alice.line.set(push: false, receive: false)
    try await alice.client.accept(request)
    try await alice.client.destroyGroup()
    await dave.client.close()
    return try await keep(alice, of: stage, as: "destroying", peer: "peer")
  }

  /// The membership is over, and the app has not heard of it.
  private func notJoined(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(5, after: group, "alice")
    let alice = try await stage.device("alice")
    try await alice.client.leave()
    try await stage.pass(until: "alice is out") { await alice.client.status == .notJoined }
    return try await keep(alice, of: stage, as: "notJoined", ending: .left)
  }

  private func pendingJoin(_ group: Familiar) async throws -> StoreDescription {
    let stage = try scene(6, after: group, "bob")
    let bob = try await stage.device("bob")
    let erin = try await stage.device("erin", isOnline: false)
    try await erin.client.join(try await bob.client.startPairing().text)
    await bob.client.close()
    return try await keep(erin, of: stage, as: "pendingJoin", peer: "peer")
  }

  /// Dad admits a tablet while Mum, who cannot hear of it, takes two old devices off: her list outranks his.
  private func overtaken() async throws -> StoreDescription {
    let stage = try Stage(seed: 7, unixMilliseconds: Self.start)
    let devices = try await stage.group(["dad", "mum", "kid", "old", "spare"])
    let (dad, mum) = (devices[0], devices[1])
    mum.line.set(push: false, receive: false)
    let tablet = try await stage.device("tablet")
    try await stage.pair(tablet, with: dad)
    try await stage.pass(until: "the others know the tablet") {
      for device in devices where device.name != "mum" {
        guard await device.client.members.count == 5 else { return false }
      }
      return true
    }
    dad.line.set(push: false, receive: false)
    for device in devices[3...] { try await mum.client.remove(await device.client.me.id) }
    tablet.line.set(push: false, receive: true)
    try await tablet.say([0xA6])
    mum.line.set(push: true, receive: true)
    try await stage.pass(until: "the tablet has lost") {
      await tablet.client.status == .pendingJoin
    }
    for device in devices { await device.client.close() }
    return try await keep(tablet, of: stage, as: "overtaken")
  }

  /// A member whose store is sealed under a key of the app's.
  private func sealed() async throws -> StoreDescription {
    let stage = try Stage(seed: 9, unixMilliseconds: Self.start)
    let bob = try await stage.device("bob")
    let alice = try await stage.device("alice", storeKey: [UInt8](repeating: 0x5E, count: 32))
    try await stage.pair(bob, with: alice)
    try await stage.agree([alice, bob])
    alice.line.set(push: false, receive: false)
    try await alice.say([0xA9])
    await bob.client.close()
    let description = try await alice.describe(
      as: "sealed", storeKey: String(repeating: "5e", count: 32))
    await alice.client.close()
    try copy("alice", of: stage, as: "sealed")
    return description
  }

  /// Closes a device and copies its store.
  private func keep(
    _ device: Device, of stage: Stage, as store: String, ending: StatusReason? = nil,
    peer: String? = nil
  ) async throws -> StoreDescription {
    let description = try await device.describe(as: store, ending: ending, peer: peer)
    await device.client.close()
    try copy(device.name, of: stage, as: store)
    return description
  }

  /// Writes the statements that made the tables, in the order of their names.
  private func writeSchema(of folder: String) throws {
    let store = try Database.open(directory: folder, name: "default", schema: .client)
    let statements = try store.read { transaction in
      let rows = try transaction.rows(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
      return try rows.map { try $0.text(0) + ";\n" }.joined()
    }
    store.close()
    try statements.write(toFile: target + "/schema.sql", atomically: false, encoding: .utf8)
  }

  private func copy(
    _ device: String, of stage: Stage, as store: String, withLog: Bool = false
  ) throws {
    for end in withLog ? ["", "-wal"] : [""] {
      try FileManager.default.copyItem(
        atPath: stage.folder + "/\(device)/default.trueseal" + end,
        toPath: target + "/\(store).trueseal" + end)
    }
  }
}
