import Foundation
import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset
import TrueSealStore

/// One device: its conversations in a store of its own, and an outbox beside them in that store.
final class Device {
  typealias Work =
    @Sendable (Conversations, borrowing Transaction, Conversations.Enqueue) throws ->
    [ConversationOutcome]

  /// A message in the outbox.
  struct Sent: Hashable, Sendable {
    let number: Int64
    let bytes: [UInt8]
    let reference: UInt64?
    /// The attempt, if it is an End.
    let end: [UInt8]?
  }

  let identity: [UInt8]
  let directory: String
  private let seed: UInt64
  private var policy: ResetPolicy
  private(set) var conversations: Conversations
  private(set) var database: Database
  private(set) var outcomes: [ConversationOutcome] = []
  private var restarts: UInt64 = 0

  /// A device whose identity follows from its seed.
  init(seed: UInt64, policy: ResetPolicy = ResetPolicy()) throws {
    self.seed = seed
    self.policy = policy
    directory =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("conversation-\(UUID().uuidString)").path
    database = try Self.open(directory)
    let key = try Self.key(seed)
    identity = key.publicKey
    conversations = try Conversations(identity: key, policy: policy, entropy: .seeded(seed))
  }

  deinit {
    database.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  static func key(_ seed: UInt64) throws -> SigningKey {
    var generator = SplitMix(seed: seed)
    let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    return try SigningKey(seed: SecretBytes(bytes))
  }

  static func open(_ directory: String) throws -> Database {
    let outbox = Migration("test.1.outbox") { transaction in
      try transaction.run(
        """
        CREATE TABLE outbox(
          number INTEGER PRIMARY KEY AUTOINCREMENT, peer BLOB NOT NULL, bytes BLOB NOT NULL,
          reference INTEGER, attempt BLOB) STRICT
        """)
    }
    return try Database.open(
      directory: directory, name: "device",
      schema: Schema(versions: [
        SchemaVersion(number: 1, migrations: Migration.conversation + [outbox])
      ]))
  }

  /// Closes everything and opens it anew, as a new process does; entropy never comes again.
  func restart(policy: ResetPolicy? = nil) throws {
    database.close()
    restarts += 1
    if let policy { self.policy = policy }
    database = try Self.open(directory)
    conversations = try Conversations(
      identity: Self.key(seed), policy: self.policy, entropy: .seeded(seed &+ restarts << 32))
  }

  /// One call of the client: a transaction with what must be sent in it.
  @discardableResult
  func run(_ work: Work) throws -> [ConversationOutcome] {
    let conversations = conversations
    let more = try database.write { transaction in
      try work(conversations, transaction, Self.enqueue)
    }
    outcomes += more
    return more
  }

  static let enqueue: @Sendable (OutgoingBody, borrowing Transaction) throws(StoreError) -> Void = {
    body, transaction throws(StoreError) in
    var reference = Value.null
    var attempt = Value.null
    switch body.purpose {
    case .text(let number, _): reference = .integer(Int64(bitPattern: number))
    case .end(let id):
      attempt = .blob(id.bytes)
      try transaction.run("DELETE FROM outbox WHERE attempt = ?", attempt)
    case .control: break
    }
    try transaction.run(
      "INSERT INTO outbox(peer, bytes, reference, attempt) VALUES (?, ?, ?, ?)",
      .blob(body.peer), .blob(body.bytes), reference, attempt)
  }

  static let withdraw: @Sendable (AttemptID, borrowing Transaction) throws(StoreError) -> Bool = {
    id, transaction throws(StoreError) in
    try transaction.run("DELETE FROM outbox WHERE attempt = ?", .blob(id.bytes)) > 0
  }

  // MARK: Looking

  /// What waits in the outbox, in order.
  var outbox: [Sent] {
    get throws {
      try database.read { transaction in
        try transaction.rows("SELECT number, bytes, reference, attempt FROM outbox ORDER BY number")
          .map {
            Sent(
              number: try $0.integer(0), bytes: try $0.blob(1),
              reference: try $0.optionalInteger(2).map { UInt64(bitPattern: $0) },
              end: try $0.optionalBlob(3))
          }
      }
    }
  }

  /// Takes everything out of the outbox, as a transport does once it is sent.
  func takeOutbox() throws -> [Sent] {
    let sent = try outbox
    if !sent.isEmpty { try database.write { _ = try $0.run("DELETE FROM outbox") } }
    return sent
  }

  func status(of peer: Device) throws -> ConversationStatus {
    let (conversations, peer) = (conversations, peer.identity)
    return try database.read { try conversations.status(of: peer, in: $0) }
  }

  func verification(with peer: Device) throws -> Verification? {
    let (conversations, peer) = (conversations, peer.identity)
    return try database.read { try conversations.verification(with: peer, in: $0) }
  }

  func nextWake() throws -> UInt64? {
    let conversations = conversations
    return try database.read { try conversations.nextWake(in: $0) }
  }

  /// All rows of all tables of conversations, by table.
  func tables(_ names: [String] = Device.tableNames) throws -> [String: [Row]] {
    try database.read { transaction in
      var tables: [String: [Row]] = [:]
      for name in names { tables[name] = try transaction.rows("SELECT * FROM \(name)") }
      return tables
    }
  }

  static let tableNames = [
    "conversation_record", "conversation_session", "conversation_prekey", "conversation_end",
    "conversation_waiting",
  ]

  func count(_ table: String) throws -> Int { try tables([table])[table]?.count ?? 0 }

  var texts: [String] { outcomes.flatMap(\.texts).map { String(decoding: $0, as: UTF8.self) } }
  var notices: [Notice] { outcomes.flatMap(\.notices) }
  var drops: [Drop] { outcomes.flatMap(\.drops) }

  func forget() { outcomes = [] }
}
