import Foundation
import Testing

@testable import stores

@Suite(.timeLimit(.minutes(2))) struct `The tool that makes stores` {
  @Test func `leaves something open in every join state, and says what`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/made-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try await StoresTool.make(in: folder)
    let statuses = Dictionary(uniqueKeysWithValues: made.map { ($0.store, $0.status) })
    #expect(
      statuses == [
        "peer": "member", "member": "member", "leaving": "leaving", "destroying": "destroying",
        "killed": "member", "notJoined": "notJoined", "pendingJoin": "pendingJoin",
        "overtaken": "pendingJoin", "sealed": "member",
      ])
    for one in made {
      #expect(one.outbox.isEmpty == ["peer", "notJoined"].contains(one.store), "\(one.store)")
      let file = try Data(contentsOf: URL(fileURLWithPath: folder + "/\(one.store).trueseal"))
      // Bytes 60 to 63 of a store are its version.
      #expect([UInt8](file[60..<64]) == [0, 0, 0, 1], "\(one.store)")
    }
    let log = try Data(contentsOf: URL(fileURLWithPath: folder + "/killed.trueseal-wal"))
    #expect(!log.isEmpty)
    let sheet = try Data(contentsOf: URL(fileURLWithPath: folder + "/stores.json"))
    #expect(try JSONDecoder().decode([StoreDescription].self, from: sheet) == made)
    await #expect(throws: (any Error).self) { try await StoresTool.make(in: folder) }
  }
}
