import Foundation
import Testing
import TrueSealOutbox
import TrueSealOutboxStore
import TrueSealStore

/// A database of its own in a directory of its own, gone with the test.
final class Shelf {
  let directory: String
  let database: Database

  init() throws {
    directory =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("outbox-\(UUID().uuidString)").path
    database = try Shelf.open(directory)
  }

  /// Runs `body` in one transaction of the kind that may fail in any way.
  func work(_ body: @Sendable (borrowing Transaction) throws -> Void) throws {
    try database.write(body)
  }

  deinit {
    database.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  static func open(_ directory: String) throws -> Database {
    try Database.open(
      directory: directory, name: "outbox",
      schema: Schema(versions: [SchemaVersion(number: 1, migrations: Migration.outbox)]))
  }
}
