public import TrueSealSessionReset

/// A conversation kept in memory, with a transaction that is undone when it fails, and with crashes
/// on request.
public final class MemoryShelf<Cipher: SessionCipher> {
  /// Everything that is kept; a copy of it is a backup.
  public struct Contents: Sendable {
    /// The bytes of the machine.
    public var record: [UInt8]?
    /// Sessions by tag.
    public var sessions: [SessionTag: Cipher.Session] = [:]
    /// Secret keys by attempt.
    public var prekeys: [PrekeyID: Cipher.Prekey] = [:]
    /// The running End of this device, and the one of the peer that waits for the owner.
    public var ends: [Side: ResetEnd<Cipher.Bundle>] = [:]
    /// Texts that wait for a session.
    public var waiting: [[UInt8]] = []
    /// Messages that have not been taken away yet.
    public var outbox: [ConversationMessage<Cipher.Bundle>] = []

    /// Keeps nothing yet.
    public init() {}
  }

  /// Thrown in place of a write, as if the process had ended there.
  public struct Crash: Error {
    /// A crash.
    public init() {}
  }

  /// What is kept; what a transaction has written so far, while one runs.
  public var contents = Contents()
  /// How many writes succeed before a `Crash`; nil for all.
  public var writesLeft: Int?
  /// What was done to the shelf, such as `loadSession`, by name.
  public private(set) var counts: [String: Int] = [:]

  /// An empty shelf.
  public init() {}

  /// Runs one operation; when it throws, nothing has been written.
  public func transaction<Result>(_ body: (MemoryShelf) throws -> Result) throws -> Result {
    let before = contents
    do {
      return try body(self)
    } catch {
      contents = before
      throw error
    }
  }

  /// Takes all messages out of the outbox.
  public func takeOutbox() -> [ConversationMessage<Cipher.Bundle>] {
    defer { contents.outbox = [] }
    return contents.outbox
  }

  /// Forgets what was counted.
  public func forgetCounts() { counts = [:] }

  /// The door the engine uses.
  public static var door: ConversationShelf<MemoryShelf, Cipher> {
    ConversationShelf(
      loadRecord: { $0.read("loadRecord").record },
      saveRecord: { record, _, shelf in try shelf.write("saveRecord") { $0.record = record } },
      loadSession: { tag, shelf in shelf.read("loadSession").sessions[tag] },
      saveSession: { session, tag, shelf in
        try shelf.write("saveSession") { $0.sessions[tag] = session }
      },
      eraseSession: { tag, shelf in
        try shelf.write("eraseSession") { $0.sessions[tag] = nil }
      },
      loadPrekey: { prekey, shelf in shelf.read("loadPrekey").prekeys[prekey] },
      savePrekey: { keys, prekey, shelf in
        try shelf.write("savePrekey") { $0.prekeys[prekey] = keys }
      },
      erasePrekey: { prekey, shelf in
        try shelf.write("erasePrekey") { $0.prekeys[prekey] = nil }
      },
      loadEnd: { side, shelf in shelf.read("loadEnd").ends[side] },
      saveEnd: { end, side, shelf in try shelf.write("saveEnd") { $0.ends[side] = end } },
      eraseEnd: { side, shelf in try shelf.write("eraseEnd") { $0.ends[side] = nil } },
      appendWaiting: { text, shelf in
        try shelf.write("appendWaiting") { $0.waiting.append(text) }
      },
      takeWaiting: { try $0.takeWaiting() },
      countWaiting: { $0.read("countWaiting").waiting.count },
      enqueue: { message, shelf in try shelf.write("enqueue") { $0.outbox.append(message) } },
      withdrawEnd: { id, shelf in try shelf.withdrawEnd(id) })
  }

  private func read(_ name: String) -> Contents {
    counts[name, default: 0] += 1
    return contents
  }

  private func write(_ name: String, _ body: (inout Contents) -> Void) throws {
    if let left = writesLeft {
      guard left > 0 else { throw Crash() }
      writesLeft = left - 1
    }
    counts[name, default: 0] += 1
    body(&contents)
  }

  private func takeWaiting() throws -> [UInt8]? {
    guard let first = contents.waiting.first else { return nil }
    try write("takeWaiting") { $0.waiting.removeFirst() }
    return first
  }

  private func withdrawEnd(_ id: AttemptID) throws -> Bool {
    let place = contents.outbox.firstIndex { message in
      if case .end(let end) = message { end.id == id } else { false }
    }
    guard let place else { return false }
    try write("withdrawEnd") { $0.outbox.remove(at: place) }
    return true
  }
}
