import Foundation
import Testing
import TrueSealStore

@Suite struct `A database` {
  @Test func `keeps rows`() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/smoke-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let schema = Schema(versions: [
      SchemaVersion(
        number: 1,
        migrations: [
          Migration("a.1") { transaction in
            try transaction.run("CREATE TABLE a(id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
          }
        ])
    ])
    let database = try Database.open(directory: directory, name: "x", schema: schema)
    #expect(database.origin == .created)
    try database.write { transaction in
      try transaction.run("INSERT INTO a VALUES(?, ?)", .integer(1), .blob([1, 2, 3]))
    }
    database.close()
    let again = try Database.open(directory: directory, name: "x", schema: schema)
    #expect(again.origin == .opened)
    let body = try again.read { transaction in try transaction.row("SELECT body FROM a")?.blob(0) }
    #expect(body == [1, 2, 3])
    print(try FileManager.default.contentsOfDirectory(atPath: directory))
  }
}
