import ConversationFixtures
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

  typealias Sent = Ledger.Sent

  let identity: [UInt8]
  let directory: String
  private let seed: UInt64
  private var policy: ResetPolicy
  private(set) var conversations: Conversations
  private(set) var database: Database
  private(set) var outcomes: [ConversationOutcome] = []
  private var restarts: UInt64 = 0

  /// A device whose identity, and whose chance, follow from its seed.
  convenience init(seed: UInt64, policy: ResetPolicy = ResetPolicy()) throws {
    try self.init(.seeded(seed), seed: seed, policy: policy, entropy: .seeded(seed))
  }

  init(
    _ key: borrowing SigningKey, seed: UInt64 = 0, policy: ResetPolicy = ResetPolicy(),
    entropy: Entropy
  ) throws {
    self.seed = seed
    self.policy = policy
    directory =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("conversation-\(UUID().uuidString)").path
    database = try Ledger.open(directory)
    identity = key.publicKey
    conversations = try Conversations(identity: key, policy: policy, entropy: entropy)
  }

  deinit {
    database.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Closes everything and opens it anew, as a new process does; entropy never comes again.
  func restart(policy: ResetPolicy? = nil) throws {
    database.close()
    restarts += 1
    if let policy { self.policy = policy }
    database = try Ledger.open(directory)
    conversations = try Conversations(
      identity: .seeded(seed), policy: self.policy, entropy: .seeded(seed &+ restarts << 32))
  }

  /// One call of the client: a transaction with what must be sent in it.
  @discardableResult
  func run(_ work: Work) throws -> [ConversationOutcome] {
    let conversations = conversations
    let more = try database.write { transaction in
      try work(conversations, transaction, Ledger.enqueue)
    }
    outcomes += more
    return more
  }

  /// The files of a store, as they were.
  struct Backup {
    let files: [String: Data]
  }

  /// Copies the store, outbox and all.
  func backUp() throws -> Backup {
    database.close()
    let folder = URL(fileURLWithPath: directory)
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      files[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    try restart()
    return Backup(files: files)
  }

  /// Puts the store back to what it was.
  func restore(_ backup: Backup) throws {
    database.close()
    let folder = URL(fileURLWithPath: directory)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    for (name, data) in backup.files {
      let file = folder.appendingPathComponent(name)
      try data.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    try restart()
  }

  /// Forgets everything, as a device does that was set up anew.
  func wipe() throws {
    let conversations = conversations
    try database.write { transaction in
      try conversations.removeAll(in: transaction)
      _ = try transaction.run("DELETE FROM outbox")
    }
  }

  // MARK: Looking

  /// What waits in the outbox, in order.
  var outbox: [Sent] {
    get throws {
      try database.read { try Ledger.outbox(in: $0) }
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
