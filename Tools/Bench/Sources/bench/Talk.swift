import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset
import TrueSealStore

/// Two devices that talk with each other, each with a store in a folder of its own.
final class Talk {
  /// One of them.
  private final class Device: Sendable {
    let conversations: Conversations
    let database: Database
    let key: [UInt8]

    init(_ seed: UInt8, in directory: String, _ cipher: CellCipher?) throws {
      let signing = try SigningKey(seed: SecretBytes([UInt8](repeating: seed, count: 32)))
      var policy = ResetPolicy()
      policy.graceWindow = 1 << 42
      // Without old sessions a reset is measured as it mostly is; see `keepsOld`.
      if !Talk.keepsOld(directory) { policy.graceWindow = 0 }
      key = signing.publicKey
      conversations = try Conversations(identity: signing, policy: policy)
      database = try Database.open(
        directory: directory, name: "talk\(seed)",
        schema: Schema(versions: [
          SchemaVersion(number: 1, migrations: Migration.conversation)
        ]), cipher: cipher)
    }

    /// Makes one call, and returns what must be sent.
    func run(
      _ work: @Sendable (borrowing Transaction, Conversations.Enqueue) throws -> Void
    ) throws -> [[UInt8]] {
      let sent = Sent()
      try database.write { transaction in
        try work(transaction) { body, _ throws(StoreError) in sent.bodies.append(body.bytes) }
      }
      return sent.bodies
    }

    private final class Sent: @unchecked Sendable {  // Its only user waits for the transaction.
      var bodies: [[UInt8]] = []
    }
  }

  private let a: Device
  private let b: Device
  private var now: UInt64 = 1_700_000_000_000
  private static let day: UInt64 = 86_400_000

  /// Opens the stores of a folder, or makes them, sealed if there is a cipher.
  init(directory: String, cipher: CellCipher? = nil) throws {
    a = try Device(1, in: directory, cipher)
    b = try Device(2, in: directory, cipher)
    now =
      try b.database.read { [b, a] in
        try b.conversations.status(of: a.key, in: $0).epoch
      } * Self.day + now
  }

  /// Whether old sessions stay, by the name of the folder.
  static func keepsOld(_ directory: String) -> Bool { directory.hasSuffix("archive") }

  /// One whole reset, a day after the one before.
  func reset() throws {
    now += Self.day
    let (a, b, now) = (a, b, now)
    let end = try a.run {
      _ = try a.conversations.start(with: b.key, at: now, in: $0, enqueue: $1)
    }
    let answer = try receive(end, by: b, from: a)
    let confirmation = try receive(answer, by: a, from: b)
    guard try receive(confirmation, by: b, from: a).isEmpty, end.count == 1,
      try isOver()
    else { throw Plain.Refusal(work: "complete a reset") }
  }

  private func isOver() throws -> Bool {
    let (a, b) = (a, b)
    return try b.database.read {
      try b.conversations.status(of: a.key, in: $0).phase == .none
    }
  }

  /// A text there and one back.
  func exchange() throws {
    _ = try receive(try receive(send(1, by: a, to: b).suffix(1), by: b, from: a), by: a, from: b)
    _ = try receive(send(1, by: b, to: a), by: a, from: b)
  }

  /// Leaves 2,000 messages of the session unread at B.
  func skip() throws {
    for _ in 0..<2 {
      _ = try receive(send(1_001, by: a, to: b).suffix(1), by: b, from: a)
      try exchange()
    }
  }

  private func send(_ count: Int, by own: Device, to peer: Device) throws -> [[UInt8]] {
    let now = now
    return try own.run {
      for number in 1...count {
        _ = try own.conversations.send(
          [UInt8](repeating: 120, count: 32), reference: UInt64(number), to: peer.key, at: now,
          in: $0, enqueue: $1)
      }
    }
  }

  private func receive(
    _ bodies: some Sequence<[UInt8]>, by own: Device, from peer: Device
  ) throws -> [[UInt8]] {
    let (bodies, now) = (Array(bodies), now)
    return try own.run {
      for body in bodies {
        let outcome = try own.conversations.receive(
          body, from: peer.key, at: now, in: $0, enqueue: $1)
        guard outcome.drops.isEmpty else { throw Plain.Refusal(work: "read a message") }
      }
    }
  }

  /// What B's sessions take in its store, in bytes, and how many there are.
  func sessions() throws -> (byteCount: Int, count: Int) {
    let row = try b.database.read {
      try $0.row("SELECT coalesce(sum(length(state)), 0), count(*) FROM conversation_session")
    }
    return (Int(try row?.integer(0) ?? 0), Int(try row?.integer(1) ?? 0))
  }
}
