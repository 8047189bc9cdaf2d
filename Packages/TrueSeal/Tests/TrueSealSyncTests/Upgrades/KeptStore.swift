import Foundation
import Testing
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// A store that a release has left, with what its device said when it was closed; kept for all later releases (V-06).
struct KeptStore: Decodable, Sendable, CustomTestStringConvertible {
  struct Member: Decodable, Sendable {
    let id: String
    let name: String
  }

  struct Message: Decodable, Sendable {
    let id: String
    let purpose: String
    let sentAt: UInt64?
    let recipients: [String]
    let body: String?
  }

  let store: String
  let status: String
  let me: Member
  let members: [Member]
  let outbox: [Message]
  let heldManifestCount: Int
  let handled: [String]
  let ending: String?
  let storeKey: String?
  let peer: String?

  var testDescription: String { store }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stores/1")

  /// Those of Store Version 1 that are not sealed under a key.
  static let all = sheet.filter { $0.storeKey == nil }

  /// The one that is.
  static let sealed = sheet.filter { $0.storeKey != nil }

  private static let sheet: [KeptStore] = {
    do {
      let sheet = try Data(contentsOf: folder.appendingPathComponent("stores.json"))
      return try JSONDecoder().decode([KeptStore].self, from: sheet)
    } catch {
      preconditionFailure("the kept stores cannot be read: \(error)")
    }
  }()

  static func named(_ name: String) -> KeptStore {
    guard let one = all.first(where: { $0.store == name }) else {
      preconditionFailure("there is no store \(name)")
    }
    return one
  }

  /// The statements that made the tables of Store Version 1, as they stand in a file.
  static func frozenSchema() throws -> String {
    try String(contentsOf: folder.appendingPathComponent("schema.sql"), encoding: .utf8)
  }

  /// A time soon after the last of the stores was closed, in Unix milliseconds (2026-01-02).
  static let later: Int64 = 1_767_312_000_000

  var bytes: [UInt8] {
    get throws {
      [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("\(store).trueseal")))
    }
  }

  /// Lays a copy where a device of a household keeps its store, with its log if it was killed.
  func copy(into folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for end in ["", "-wal"] {
      let kept = Self.folder.appendingPathComponent("\(store).trueseal" + end)
      guard let bytes = FileManager.default.contents(atPath: kept.path) else { continue }
      try bytes.write(to: URL(fileURLWithPath: folder + "/default.trueseal" + end))
    }
  }
}

extension Schema {
  /// The text of every statement that made something in a file, in the order of the names.
  static func text(of database: Database) throws -> String {
    try database.read { transaction in
      let rows = try transaction.rows(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
      return try rows.map { try $0.text(0) + ";\n" }.joined()
    }
  }

  /// A release with one more Store Version, which touches every table it finds rows in but the identity's.
  static let two = Schema(
    versions: Schema.client.versions + [version2], renewal: Schema.client.renewal)

  /// A release with two more.
  static let three = Schema(
    versions: Schema.client.versions + [version2, version3], renewal: Schema.client.renewal)

  private static let version2 = SchemaVersion(
    number: 2,
    migrations: [
      Migration("test.2.note") { transaction in
        try transaction.run("CREATE TABLE note(id BLOB PRIMARY KEY, size INTEGER) STRICT")
        try transaction.run("INSERT INTO note SELECT hash, length(encoded) FROM held_manifest")
      },
      Migration("test.2.outbox") { transaction in
        try transaction.run("ALTER TABLE outbox_message ADD COLUMN later INTEGER")
        try transaction.run("UPDATE outbox_message SET later = sequence + 1")
      },
    ])

  private static let version3 = SchemaVersion(
    number: 3,
    migrations: [
      Migration("test.3.note") { transaction in
        try transaction.run("ALTER TABLE note RENAME COLUMN size TO byte_count")
        try transaction.run("CREATE INDEX note_by_size ON note(byte_count)")
        try transaction.run("UPDATE outbox_message SET later = later + 1")
      }
    ])
}

extension Household {
  /// Opens the device called `name` as a release with another layout or another End-to-End Version would.
  func device(
    _ name: String, of schema: Schema = .client, speaking version: UInt16, seed: UInt64 = 1
  ) async throws -> TrueSeal {
    let folder = scratch.path + "/" + name
    var parts = relay.parts(
      directory: folder, clock: clock.clock, entropy: ScriptedEntropy(seed: seed).entropy)
    parts.endToEnd = EndToEndVersions(newest: version)
    parts.openDatabase = { _ throws(StoreError) in
      try TestDisk().open(directory: folder, name: "default", schema: schema)
    }
    return try await TrueSeal.open(parts: parts, deviceName: name)
  }
}
