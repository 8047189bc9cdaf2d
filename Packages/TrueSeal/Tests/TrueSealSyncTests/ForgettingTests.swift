import Foundation
import Testing
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Forgetting` {
  private let marker = Array("a marker no other byte of the store can look like".utf8)

  @Test func `S-08 a body that was accepted is in no file a second later`() async throws {
    let home = try Household(seed: 131)
    let (alice, _) = try await sent(marker, in: home)
    #expect(try home.contents(of: "alice").contains { $0.contains(marker) })
    try await untilWaiting(alice, in: home)
    home.clock.advance(by: .seconds(1))
    #expect(await isTold { await alice.pushing.truncation == nil })
    #expect(try !home.contents(of: "alice").contains { $0.contains(marker) })
  }

  @Test func `S-08 S-11 what could not be cleared is cleared a second later`() async throws {
    let home = try Household(seed: 132)
    let (alice, file) = try await sent(marker, in: home)
    try await untilWaiting(alice, in: home)
    let fault = try ReadOnlyFile(file)
    await #expect(throws: StoreError.self) { try await alice.database.truncateLog() }
    home.clock.advance(by: .seconds(1))
    try await untilWaiting(alice, in: home)
    #expect(try home.contents(of: "alice").contains { $0.contains(marker) })
    fault.mend()
    home.clock.advance(by: .seconds(1))
    #expect(await isTold { await alice.pushing.truncation == nil })
    #expect(try !home.contents(of: "alice").contains { $0.contains(marker) })
  }

  @Test func `S-09 ids are pruned an hour after the last time`() async throws {
    let home = try Household(seed: 133)
    await home.relay.goOffline()
    let alice = try await home.device("alice")
    let start = home.clock.unixMilliseconds
    // Two wait: whoever prunes, and whoever connects again.
    await home.clock.untilAsleep(2)
    let id = MessageID(author: [UInt8](repeating: 1, count: 32), sequence: 1)
    try await alice.database.write { transaction throws(StoreError) in
      try HandledRecords().insert(id, keptUntil: start + 1_000, in: transaction)
      try HandledRecords().saveHorizon(start + 86_400_000, in: transaction)
    }
    home.clock.advance(by: .seconds(3_599))
    for _ in 0..<1_000 { _ = await alice.status }
    #expect(try await alice.handledCount == 1)
    home.clock.advance(by: .seconds(1))
    #expect(await isTold { try await alice.handledCount == 0 })
  }

  /// A device that has just sent a body, which the relay has accepted, and the file of its store.
  private func sent(_ body: [UInt8], in home: Household) async throws -> (TrueSeal, String) {
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    while await alice.pushing.truncation != nil {
      home.clock.advance(by: .seconds(1))
      for _ in 0..<100 { await Task.yield() }
    }
    try await alice.send(body)
    await home.settle([alice])
    return (alice, home.scratch.path + "/alice/default.trueseal")
  }

  /// Waits until the client waits for its second to pass.
  private func untilWaiting(_ client: TrueSeal, in home: Household) async throws {
    #expect(
      await isTold {
        guard let wake = home.clock.timeToNextWake else { return false }
        return await client.pushing.truncation != nil && wake > .zero && wake <= .seconds(1)
      })
  }

  /// Gives a client that needs no more time the turns it needs.
  private func isTold(_ holds: () async throws -> Bool) async -> Bool {
    for _ in 0..<20_000 {
      if (try? await holds()) == true { return true }
      await Task.yield()
    }
    return false
  }
}

/// A file that the process has open and can no longer write, until it is mended.
private final class ReadOnlyFile {
  private var saved: [(descriptor: Int32, copy: Int32)] = []

  init(_ path: String) throws {
    var wanted = stat()
    #expect(unsafe stat(path, &wanted) == 0)
    let readable = unsafe open(path, O_RDONLY)
    defer { close(readable) }
    for descriptor in 3..<Int32(1_024) where descriptor != readable {
      var found = stat()
      guard unsafe fstat(descriptor, &found) == 0, found.st_ino == wanted.st_ino,
        found.st_dev == wanted.st_dev
      else { continue }
      saved.append((descriptor, dup(descriptor)))
      dup2(readable, descriptor)
      break
    }
    #expect(saved.count == 1)
  }

  func mend() {
    for (descriptor, copy) in saved {
      dup2(copy, descriptor)
      close(copy)
    }
    saved = []
  }

  deinit { mend() }
}

extension TrueSeal {
  fileprivate var handledCount: Int {
    get throws {
      try database.read { transaction throws(StoreError) in
        try transaction.rows("SELECT 1 FROM handled").count
      }
    }
  }
}
