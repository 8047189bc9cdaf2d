import ConversationFixtures
import Synchronization
import Testing
import TrueSealConversation
import TrueSealSessionReset
import TrueSealStore

/// A call that is undone at one of its writes to the outbox, or right before its commit.
private struct Undone: Error {}

extension Device {
  /// Makes a call, and has it fail once `count` messages were written; false if it wrote fewer, and
  /// then it fails in the end.
  func crash(
    after count: Int,
    _ work:
      @Sendable (Conversations, borrowing Transaction, Conversations.Enqueue) throws ->
      [ConversationOutcome]
  ) throws -> Bool {
    let written = Mutex(0)
    let conversations = conversations
    do {
      try database.write { transaction in
        _ = try work(conversations, transaction) { body, transaction throws(StoreError) in
          try Ledger.enqueue(body, transaction)
          let number = written.withLock { number in
            number += 1
            return number
          }
          if number == count { throw StoreError(.io, "the disk failed") }
        }
        throw Undone()
      }
    } catch let error as StoreError where error == StoreError(.io) {
      return true
    } catch is Undone {
      return false
    }
    return false
  }
}

/// Makes every call of a story only after it was undone at each of its writes and before its commit.
private final class Tried {
  let duo: Duo
  let restarts: Bool
  private(set) var crashCount = 0

  init(_ duo: Duo, restarts: Bool) {
    self.duo = duo
    self.restarts = restarts
  }

  func make(_ device: Device, _ work: @escaping Device.Work) throws {
    let before = (try device.tables(), try device.outbox)
    var count = 0
    var isOver = false
    while !isOver {
      count += 1
      isOver = try !device.crash(after: count, work)
      crashCount += 1
      if restarts { try device.restart() }
      #expect(try device.tables() == before.0)
      #expect(try device.outbox == before.1)
    }
    try device.run(work)
    try duo.collect()
  }

  func start(_ device: Device) throws {
    let (peer, now) = (duo.peer(of: device).identity, duo.now)
    try make(device) { [try $0.start(with: peer, at: now, in: $1, enqueue: $2)] }
  }

  func send(_ number: UInt64, from device: Device) throws {
    let (peer, now) = (duo.peer(of: device).identity, duo.now)
    let text = Array("text \(number)".utf8)
    try make(device) {
      [try $0.send(text, reference: number, to: peer, at: now, in: $1, enqueue: $2)]
    }
  }

  func deliverAll() throws {
    while !duo.toA.isEmpty || !duo.toB.isEmpty {
      if !duo.toB.isEmpty { try receive(duo.toB.removeFirst(), at: duo.b) }
      if !duo.toA.isEmpty { try receive(duo.toA.removeFirst(), at: duo.a) }
    }
  }

  private func receive(_ body: [UInt8], at device: Device) throws {
    let (peer, now) = (duo.peer(of: device).identity, duo.now)
    try make(device) { [try $0.receive(body, from: peer, at: now, in: $1, enqueue: $2)] }
  }
}

@Suite("Calls that are undone")
struct CrashTests {
  @Test(arguments: [false, true])
  func
    `SK-34 SK-18 SK-26 SK-35 a call that is undone anywhere leaves nothing, and can be made again`(
      restarts: Bool
    ) throws
  {
    let tried = Tried(try Duo.settled(seed: 41), restarts: restarts)
    let duo = tried.duo
    try tried.send(1, from: duo.a)
    try tried.start(duo.a)
    for number in 2...4 { try tried.send(UInt64(number), from: duo.a) }
    try tried.send(9, from: duo.b)
    try tried.deliverAll()
    try tried.send(5, from: duo.a)
    try tried.deliverAll()
    #expect(duo.b.texts == (1...5).map { "text \($0)" })
    #expect(duo.a.texts == ["text 9"])
    #expect(try duo.isSettled())
    #expect(tried.crashCount >= 20)
    // The keys that were used are all different, though calls were made twice.
    let names = (duo.sentByA + duo.sentByB).map(\.bytes).compactMap(keyName)
    #expect(Set(names).count == names.count && names.count >= 7)
  }

  /// Which key sealed a body: the ratchet's header names it.
  private func keyName(_ body: [UInt8]) -> [UInt8]? {
    switch body[0] {
    case 2: Array(body[57..<97])
    case 3: Array(body[9..<49])
    default: nil
    }
  }

  @Test func `SK-24 a call that is refused leaves every row as it was`() throws {
    let duo = try Duo.settled(seed: 42)
    let before = try duo.a.tables()
    let (b, now) = (duo.b.identity, duo.now)
    let long = [UInt8](repeating: 0, count: ConversationLimits.textByteCountMax + 1)
    #expect(throws: ConversationError.self) {
      try duo.a.run { [try $0.send(long, reference: 1, to: b, at: now, in: $1, enqueue: $2)] }
    }
    for key in [duo.a.identity, Array(b.dropLast())] {
      #expect(throws: ConversationError.self) {
        try duo.a.run { [try $0.start(with: key, at: now, in: $1, enqueue: $2)] }
      }
    }
    // No point of the curve: nothing can be sealed to it.
    let nowhere = [UInt8](repeating: 2, count: 32)
    #expect(throws: ConversationError.self) {
      try duo.a.run { [try $0.start(with: nowhere, at: now, in: $1, enqueue: $2)] }
    }
    for call in 0..<2 {
      #expect(throws: SessionResetError.self) {
        try duo.a.run {
          call == 0
            ? [try $0.approve(with: b, at: now, in: $1, enqueue: $2)]
            : [try $0.decline(with: b, at: now, in: $1, enqueue: $2)]
        }
      }
    }
    #expect(try duo.a.tables() == before)
    #expect(try duo.a.outbox.isEmpty)
  }
}
