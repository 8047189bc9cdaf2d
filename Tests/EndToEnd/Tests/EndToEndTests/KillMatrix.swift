import Foundation
import Testing
import TrueSealStore

/// One device killed in the midst of one kind of transaction, and what must be true afterwards.
///
/// Every scene is a group of its own on one relay. What a kill left, old or new, is counted by kind.
final class KillMatrix {
  /// What the killed device is doing.
  enum Kind: String, CaseIterable {
    case send, ack, receive, handler, record, accept, join, removal, removed, leave, wipe, destroy,
      migrate
  }

  /// What the kills of one kind came to.
  struct Count {
    var kills = 0
    /// How often what was asked for was not on disk, and was asked for again.
    var asBefore = 0
  }

  private(set) var counts: [Kind: Count] = [:]
  private let folder: String
  private let relay: RelayProcess
  private var chance: SeededChance
  private var sceneCount = 0

  init(seed: UInt64) throws {
    chance = SeededChance(seed: seed)
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-kills-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    relay = try RelayProcess(folder: folder + "/relay")
  }

  deinit {
    relay.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Kills one device once in a scene of its own.
  func kill(in kind: Kind) throws {
    sceneCount += 1
    if kind == .migrate { return try migrate() }
    let cast = try ["a", "b", "c"].map {
      try TrialDevice(name: $0, address: relay.address, folder: "\(folder)/\(sceneCount)\($0)")
    }
    defer { for device in cast { device.child.stop() } }
    try admit(cast[1], by: cast[0])
    switch kind {
    case .send: try talk(kind, cast, victim: 0, trigger: nil)
    case .ack: try talk(kind, cast, victim: 0, trigger: "sent ")
    case .receive: try talk(kind, cast, victim: 1, trigger: nil)
    case .handler: try talk(kind, cast, victim: 1, trigger: "handling ")
    case .record: try talk(kind, cast, victim: 1, trigger: "handled ")
    case .accept: try accept(cast)
    case .join: try join(cast)
    case .removal: try remove(kind, cast, victim: 0)
    case .removed: try remove(kind, cast, victim: 2)
    case .leave: try leave(kind, cast)
    case .wipe: try leave(kind, cast)
    case .destroy: try destroy(cast)
    case .migrate: break
    }
    // Who was killed before it could acknowledge a request meets it again when it is long granted.
    let explained = kind == .accept || kind == .join ? ["issue unauthorized"] : []
    for device in cast {
      let issues = device.issues.filter { !explained.contains($0) }
      #expect(issues.isEmpty, "\(kind) \(device.name): \(issues.prefix(3))")
    }
  }

  /// The one time in a scene: how long the victim has before it is killed and started again.
  private func kill(_ victim: TrialDevice, in kind: Kind, within milliseconds: UInt32) throws {
    usleep(UInt32.random(in: 0...milliseconds * 1_000, using: &chance))
    try victim.restart()
    counts[kind, default: Count()].kills += 1
  }

  private func noteAsBefore(_ kind: Kind) { counts[kind, default: Count()].asBefore += 1 }

  // MARK: Messages

  private func talk(
    _ kind: Kind, _ cast: [TrialDevice], victim: Int, trigger: String?
  ) throws {
    let (sender, reader) = (cast[0], cast[1])
    let count = 20
    sender.send(upTo: count)
    if let trigger { try cast[victim].child.line { $0.hasPrefix(trigger) } }
    try kill(cast[victim], in: kind, within: 10)
    sender.send(upTo: count)
    try sender.waitUntilSent(upTo: count)
    let sent = sender.sent.map(\.id)
    #expect(Set(sent).count == sent.count, "\(kind): an id was used twice")
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline, !Set(sent).isSubset(of: reader.received) { usleep(2_000) }
    // An id the sender could not report before it was killed may arrive as well.
    let received = reader.received.filter { sent.contains($0) }
    #expect(received == sent, "\(kind): lost or out of order")
    let unexplained = reader.repeats.filter { !$0.isExplained }
    #expect(unexplained.isEmpty, "\(kind): handled twice")
  }

  // MARK: Membership

  private func admit(_ joiner: TrialDevice, by member: TrialDevice) throws {
    joiner.child.write("join \(try token(of: member))")
    try joiner.view { $0.status == "member" }
  }

  private func token(of member: TrialDevice) throws -> String {
    let number = member.child.lines.count { $0.hasPrefix("token ") }
    member.child.write("window")
    let line = try member.child.line(number + 1, withPrefix: "token ")
    return String(line.dropFirst("token ".count))
  }

  private func accept(_ cast: [TrialDevice]) throws {
    cast[2].child.write("join \(try token(of: cast[0]))")
    try cast[0].child.line { $0.hasPrefix("joining ") && $0.hasSuffix(" c") }
    try kill(cast[0], in: .accept, within: 8)
    if try cast[0].view().members.count == 1 {
      noteAsBefore(.accept)
      cast[2].child.write("join \(try token(of: cast[0]))")
    }
    try agree(cast)
  }

  private func join(_ cast: [TrialDevice]) throws {
    let token = try token(of: cast[0])
    cast[2].child.write("join \(token)")
    try kill(cast[2], in: .join, within: 12)
    if try cast[2].view().status == "notJoined" {
      noteAsBefore(.join)
      cast[2].child.write("join \(token)")
    }
    try agree(cast)
  }

  private func remove(_ kind: Kind, _ cast: [TrialDevice], victim: Int) throws {
    try admit(cast[2], by: cast[0])
    try agree(cast)
    let id = try cast[2].view().own
    cast[0].child.write("remove \(id)")
    if kind == .removed { try cast[0].child.line { $0 == "removed" } }
    try kill(cast[victim], in: kind, within: 20)
    if try cast[0].view().members.contains(id) {
      noteAsBefore(kind)
      cast[0].child.write("remove \(id)")
    }
    try expectEnd(of: cast[2], once: id, because: "removed")
    try agree(Array(cast[..<2]))
  }

  private func leave(_ kind: Kind, _ cast: [TrialDevice]) throws {
    try admit(cast[2], by: cast[0])
    try agree(cast)
    let id = try cast[2].view().own
    cast[2].child.write("leave")
    // Who leaves wipes when the relay has everything, about when the others hear of it.
    if kind == .wipe { try cast[1].view { !$0.members.contains(id) } }
    try kill(cast[2], in: kind, within: kind == .wipe ? 5 : 15)
    if try cast[2].view().status == "member" {
      noteAsBefore(kind)
      cast[2].child.write("leave")
    }
    try expectEnd(of: cast[2], once: id, because: "left")
    try agree(Array(cast[..<2]))
  }

  private func destroy(_ cast: [TrialDevice]) throws {
    try admit(cast[2], by: cast[0])
    try agree(cast)
    let ids = try cast.map { try $0.view().own }
    cast[0].child.write("destroy")
    try kill(cast[0], in: .destroy, within: 15)
    if try cast[0].view().status == "member" {
      noteAsBefore(.destroy)
      cast[0].child.write("destroy")
    }
    for (device, id) in zip(cast, ids) {
      try expectEnd(of: device, once: id, because: "destroyed")
    }
  }

  // MARK: Versions

  /// A development build's store is begun anew, in one transaction with the version number (V-03).
  private func migrate() throws {
    let home = "\(folder)/\(sceneCount)"
    let secret = Array("what a development build left behind".utf8)
    try makeDevelopmentStore(secret, in: home)
    let opening = try Child("trial-device", [relay.address, home, "a"])
    usleep(UInt32.random(in: 0...200_000, using: &chance))
    opening.kill()
    counts[.migrate, default: Count()].kills += 1
    let shown = opening.lines.first { $0.hasPrefix("open ") }
    if shown == nil { noteAsBefore(.migrate) }
    let device = try TrialDevice(name: "a", address: relay.address, folder: home)
    defer { device.child.stop() }
    let view = try device.view { $0.status == "notJoined" }
    #expect(shown == nil || shown == "open \(view.own) notJoined", "the identity changed twice")
    let isTold = opening.lines.contains("out storeReset")
    if !isTold { try device.child.line { $0 == "out storeReset" } }
    for file in try FileManager.default.contentsOfDirectory(atPath: home) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(home)/\(file)"))
      #expect(bytes.range(of: Data(secret)) == nil, "\(file) still holds what was there before")
    }
  }

  /// Three tables and no version.
  private func makeDevelopmentStore(_ secret: [UInt8], in home: String) throws {
    let tables = Migration("development") { transaction throws(StoreError) in
      for table in ["identity", "manifest", "outbox"] {
        try transaction.run("CREATE TABLE \(table)(id INTEGER PRIMARY KEY, bytes BLOB)")
        try transaction.run("INSERT INTO \(table) VALUES(1, ?)", .blob(secret))
      }
    }
    let schema = Schema(versions: [SchemaVersion(number: 1, migrations: [tables])])
    try Database.open(directory: home, name: "default", schema: schema).close()
    let file = try #require(FileHandle(forUpdatingAtPath: "\(home)/default.trueseal"))
    // The version number, which SQLite keeps at this place of its first page.
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 0]))
    try file.close()
  }

  /// Waits until a membership has ended, and checks that the app was told and the identity is a new one.
  private func expectEnd(
    of device: TrialDevice, once id: String, because reason: String
  ) throws {
    let view = try device.view { $0.status == "notJoined" }
    #expect(
      view.own != id && view.members.isEmpty, "\(device.name) has not wiped: \(view), was \(id)")
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline, device.endings.isEmpty { usleep(2_000) }
    // A kill before the listener has returned may have it told twice, but never of something else.
    #expect(Set(device.endings) == [reason] && device.endings.count <= 2)
    try device.restart()
    let after = try device.view()
    #expect(after == view, "\(device.name) has changed again")
  }

  /// Waits until all of these list each other and nobody else.
  private func agree(_ cast: [TrialDevice]) throws {
    let ids = try cast.map { try $0.view().own }
    for (device, id) in zip(cast, ids) {
      let others = ids.filter { $0 != id }.sorted()
      try device.view { $0.status == "member" && $0.own == id && $0.members == others }
    }
  }
}
