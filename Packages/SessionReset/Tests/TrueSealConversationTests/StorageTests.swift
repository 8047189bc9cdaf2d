import ConversationFixtures
import Foundation
import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore

@Suite("What is kept over restarts")
struct StorageTests {
  @Test func `SK-08 SK-09 B-47 an End that comes again after a restart is known`() throws {
    let duo = try Duo.settled(seed: 51)
    try duo.start(duo.a)
    let end = duo.toB.removeFirst()
    try duo.receive(end, at: duo.b)
    let built = try duo.b.status(of: duo.a)
    try duo.b.restart()
    try duo.receive(end, at: duo.b)
    #expect(try duo.b.status(of: duo.a) == built)
    #expect(duo.sentByB.map { $0.bytes[0] } == [2, 2])
    #expect(duo.b.notices.count == 1)
    try duo.deliverAll()
    #expect(try duo.isSettled())
    try duo.b.restart()
    let before = try duo.b.tables()
    #expect(try duo.receive(end, at: duo.b).drops == [.staleEnd])
    #expect(try duo.b.tables() == before)
    #expect(duo.b.notices.count == 2)
  }

  @Test
  func `SR-42 B-31 B-51 after a restart one session is on disk, and texts go both ways on it`()
    throws
  {
    let duo = try Duo.settled(seed: 52)
    for _ in 0..<3 {
      try duo.start(duo.b)
      try duo.deliverAll()
      try duo.a.restart()
      try duo.b.restart()
      #expect(try duo.isSettled())
    }
    try duo.send("from a", from: duo.a)
    try duo.send("from b", from: duo.b)
    try duo.deliverAll()
    #expect(duo.b.texts == ["from a"] && duo.a.texts == ["from b"])
    #expect((duo.sentByA + duo.sentByB).suffix(2).allSatisfy { $0.bytes[0] == 3 })
  }

  @Test func `SK-37 B-40 a second handle on the same store is refused`() throws {
    let duo = try Duo.settled(seed: 53)
    let error = #expect(throws: StoreError.self) { try Ledger.open(duo.a.directory) }
    #expect(error?.code == .inUse)
    try duo.send("still there", from: duo.a)
    try duo.deliverAll()
    #expect(duo.b.texts == ["still there"])
  }

  @Test func `SK-21 SK-22 keys of replaced sessions are in no file any more`() throws {
    let duo = try Duo.settled(seed: 54)
    let rows = try duo.a.tables(["conversation_session", "conversation_prekey"])
    let state = try #require(rows["conversation_session"]?.first).blob(2)
    // After the version, the stage and three public keys come the root key and the ratchet's secret.
    let secrets = [Array(state[98..<130]), Array(state[130..<162])]
    for secret in secrets { #expect(try contains(secret, duo.a.directory)) }
    try duo.start(duo.a)
    let keys = try #require(
      try duo.a.tables(["conversation_prekey"])["conversation_prekey"]?.first
    ).blob(2)
    let prekeys = [Array(keys[5..<37]), Array(keys[42..<74])]
    for secret in prekeys { #expect(try contains(secret, duo.a.directory)) }
    try duo.deliverAll()
    try duo.a.database.truncateLog()
    for secret in secrets + prekeys { #expect(try !contains(secret, duo.a.directory)) }
  }

  private func contains(_ bytes: [UInt8], _ directory: String) throws -> Bool {
    let folder = URL(fileURLWithPath: directory)
    return try FileManager.default.contentsOfDirectory(atPath: directory).contains { name in
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      return data.range(of: Data(bytes)) != nil
    }
  }

  /// A device is put back to a copy of its store, made at each step of a reset of either side.
  @Test(arguments: [false, true])
  func
    `SK-36 B-59 B-17 a device that is put back to any step of a reset comes to one session again`(
      restoresA: Bool
    ) throws
  {
    for step in 0...4 {
      let duo = try Duo.settled(seed: 55)
      let device = restoresA ? duo.a : duo.b
      var copy: Device.Backup?
      for number in 0...4 {
        if number == step { copy = try device.backUp() }
        switch number {
        case 0: try duo.start(duo.a)
        case 1: try duo.receive(duo.toB.removeFirst(), at: duo.b)
        case 2: try duo.receive(duo.toA.removeFirst(), at: duo.a)
        case 3: try duo.receive(duo.toB.removeFirst(), at: duo.b)
        default: break
        }
      }
      for round in 0..<3 {
        try duo.send("before \(round)", from: duo.a)
        try duo.send("before \(round)", from: duo.b)
        try duo.deliverAll()
      }
      #expect(try duo.isSettled(), "step \(step)")
      try device.restore(#require(copy))
      var rounds = 0
      var isHealed = false
      while !isHealed, rounds < 12 {
        rounds += 1
        try duo.wait(2 * 3_600_000)
        try duo.send("after \(rounds)", from: duo.a)
        try duo.send("after \(rounds)", from: duo.b)
        try duo.deliverAll()
        isHealed =
          try duo.isSettled() && duo.a.texts.last == "after \(rounds)"
          && duo.b.texts.last == "after \(rounds)"
      }
      #expect(isHealed, "step \(step)")
    }
  }

  @Test func `SK-36 a device that was set up anew hears the epoch it must exceed`() throws {
    let duo = try Duo.settled(seed: 56)
    for _ in 0..<3 {
      try duo.start(duo.b)
      try duo.deliverAll()
    }
    duo.forget()
    try duo.a.wipe()
    try duo.start(duo.a)
    try duo.deliverAll()
    #expect(duo.sentByB.map { $0.bytes[0] } == [4, 2])
    #expect(duo.sentByA.map { $0.bytes[0] } == [1, 1, 3])
    #expect(try duo.isSettled())
    #expect(try duo.a.status(of: duo.b).epoch == 5)
  }

  @Test func `SK-14 SK-39 an End without an answer goes out again when the store says so`() throws {
    let duo = try Duo.settled(seed: 57)
    let began = duo.now
    try duo.start(duo.a)
    var due: [UInt64] = []
    for _ in 0..<6 {
      let wake = try #require(try duo.a.nextWake())
      try duo.a.restart()
      duo.now = wake - 1
      duo.toB = []
      try duo.look(duo.a)
      #expect(duo.toB.isEmpty)
      duo.now = wake
      try duo.look(duo.a)
      if !duo.toB.isEmpty { due.append(wake - began) }
    }
    // 1, 5, 30 minutes, 2 hours, 12 hours after each other; the day's end is told, not sent.
    #expect(due == [60_000, 360_000, 2_160_000, 9_360_000, 52_560_000])
    #expect(duo.a.notices.contains(.resetStalled))
    duo.now = try #require(try duo.a.nextWake())
    try duo.look(duo.a)
    #expect(Set(duo.sentByA.map { $0.end }).count == 1)
    #expect(Set(duo.sentByA.map { $0.bytes }).count == duo.sentByA.count)
    try duo.deliverAll()
    #expect(try duo.isSettled())
    #expect(try duo.a.nextWake() == nil)
  }
}
