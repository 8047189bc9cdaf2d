import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

/// A group whose second member has a row in every table: mail it cannot send, texts nobody read,
/// sessions, an admission under way; and a newcomer that waits for it.
struct FullHouse {
  let bobName = "the label of Bob, to be hidden"
  let daveName = "the label of Dave, to be hidden"
  let home: Household
  let alice: Phone
  let bob: Phone
  let dave: Phone
  private let token: PairingToken

  static let body = marker("body")
  static let letter = marker("letter")
  static let waiting = marker("waiting text")

  private static func marker(_ what: String) -> [UInt8] {
    Array("a \(what) that nobody may read in a file".utf8)
  }

  init(storeKey: [UInt8]?) async throws {
    home = try Household(seed: 811, storeKey: storeKey)
    let phones = try await home.group("alice", bobName, "carol")
    (alice, bob) = (phones[0], phones[1])
    let bobID = await bob.client.me.id
    try await alice.client.conversation(with: bobID).send(Self.letter)
    let talk = try await bob.client.conversation(with: await alice.client.me.id)
    try await home.pass { try await talk.report().unhandledCount == 1 }

    bob.line.set(push: false, receive: true)
    try await bob.client.send(Self.body)
    try await bob.client.conversation(with: await phones[2].client.me.id).send(Self.waiting)
    dave = try await home.phone(daveName)
    let requests = bob.client.eventStream
    token = try await bob.client.startPairing()
    try await dave.client.join(token.text)
    for await event in requests {
      guard case .joinRequest(let request) = event else { continue }
      try await bob.client.accept(request)
      break
    }
    let held = await bob.client.ledger?.held.first
    try await bob.client.keepEarly(held)
  }

  func secretsOfBob() async -> [String: [UInt8]] {
    let keys = await bob.client.keys
    return [
      "signing seed": keys.signing.seed().exposed(),
      "agreement secret": keys.agreement.secret().exposed(), "body": Self.body,
      "letter": Self.letter, "waiting text": Self.waiting, "own label": Array(bobName.utf8),
      "label of the admitted": Array(daveName.utf8),
    ]
  }

  func secretsOfDave() async -> [String: [UInt8]] {
    let keys = await dave.client.keys
    return [
      "signing seed": keys.signing.seed().exposed(),
      "agreement secret": keys.agreement.secret().exposed(), "token's secret": token.secret,
    ]
  }

  /// Asserts nothing itself: waits until Alice has what Bob's second life still had to send.
  func expectDelivery(from bob: Phone) async throws {
    let received = Collector<Message>()
    let handling = try await alice.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    bob.line.on()
    try await home.pass { received.elements.contains { $0.body == Self.body } }
    try await home.pass { await dave.client.status == .member }
  }
}

/// A column whose cells are sealed, and the columns that say which row it is.
struct SealedColumn: Hashable, CustomStringConvertible {
  let table: String
  let column: String
  let keys: [String]

  var description: String { "\(table).\(column)" }

  private init(_ table: String, _ column: String, _ keys: String...) {
    self.table = table
    self.column = column
    self.keys = keys
  }

  static let all = [
    SealedColumn("identity", "signing_seed", "id"),
    SealedColumn("identity", "agreement_secret", "id"),
    SealedColumn("join_state", "token_secret", "id"),
    SealedColumn("letter", "body", "author", "sequence"),
    SealedColumn("outbox_body", "bytes", "sequence"),
    SealedColumn("held_manifest", "encoded", "hash"),
    SealedColumn("waiting_manifest", "encoded", "hash"),
    SealedColumn("early_manifest", "encoded", "message", "position"),
    SealedColumn("pending_change", "label", "kind", "signing_key"),
    SealedColumn("conversation_record", "bytes", "peer"),
    SealedColumn("conversation_session", "state", "peer", "tag"),
    SealedColumn("conversation_prekey", "keys", "peer", "id"),
    SealedColumn("conversation_end", "fields", "peer", "side"),
    SealedColumn("conversation_waiting", "text", "peer", "reference"),
  ]

  /// Public keys, hashes, ids and words of a fixed list, all of which rows are found by or told apart.
  static let readable = [
    ("join_state", "status"), ("join_state", "token_agreement_key"),
    ("join_state", "token_signing_key"), ("handled", "id"), ("ending", "reason"),
    ("farewell", "author"), ("awaited", "id"), ("awaited", "author"), ("attempt", "id"),
    ("letter", "author"), ("newer", "hash"), ("outbox_recipient", "key"),
    ("held_manifest", "hash"), ("held_manifest", "checksum"), ("waiting_manifest", "hash"),
    ("waiting_manifest", "author"), ("early_manifest", "author"), ("early_manifest", "hash"),
    ("pending_change", "signing_key"), ("pending_change", "agreement_key"),
    ("pending_change", "carriers"), ("sent_manifest", "recipient"), ("sent_manifest", "hash"),
    ("told", "hash"), ("told", "recipient"), ("caught_up", "peer"),
    ("conversation_record", "peer"), ("conversation_session", "peer"),
    ("conversation_prekey", "peer"), ("conversation_end", "peer"),
    ("conversation_waiting", "peer"), ("store_seal", "salt"), ("store_seal", "proof"),
  ]

  fileprivate var cell: @Sendable (Value, Value) -> Cell {
    switch (table, column) {
    case ("identity", "signing_seed"): { Cell("identity", "signing_seed", $0, $1) }
    case ("identity", _): { Cell("identity", "agreement_secret", $0, $1) }
    case ("join_state", _): { Cell("join_state", "token_secret", $0, $1) }
    case ("letter", _): { Cell("letter", "body", $0, $1) }
    case ("outbox_body", _): { Cell("outbox_body", "bytes", $0, $1) }
    case ("held_manifest", _): { Cell("held_manifest", "encoded", $0, $1) }
    case ("waiting_manifest", _): { Cell("waiting_manifest", "encoded", $0, $1) }
    case ("early_manifest", _): { Cell("early_manifest", "encoded", $0, $1) }
    case ("pending_change", _): { Cell("pending_change", "label", $0, $1) }
    case ("conversation_record", _): { Cell("conversation_record", "bytes", $0, $1) }
    case ("conversation_session", _): { Cell("conversation_session", "state", $0, $1) }
    case ("conversation_prekey", _): { Cell("conversation_prekey", "keys", $0, $1) }
    case ("conversation_end", _): { Cell("conversation_end", "fields", $0, $1) }
    default: { Cell("conversation_waiting", "text", $0, $1) }
    }
  }
}

/// What the sealed columns of one store hold, and what its other columns show.
struct SealedCells {
  var cells: [SealedColumn: [(stored: [UInt8], plain: [UInt8])]] = [:]
  var shown: [[UInt8]] = []

  /// Pieces of 16 bytes of what must be hidden, without those that a readable column shows and
  /// those that say next to nothing.
  var pieces: Set<[UInt8]> {
    var pieces: Set<[UInt8]> = []
    for plain in cells.values.joined().map(\.plain) {
      for start in stride(from: 0, to: max(0, plain.count - 15), by: 8) {
        let piece = Array(plain[start..<start + 16])
        if Set(piece).count > 9 { pieces.insert(piece) }
      }
    }
    for bytes in shown { pieces.subtract(pieces.found(in: bytes)) }
    return pieces
  }
}

extension Set<[UInt8]> {
  /// Those that lie somewhere in `bytes`.
  func found(in bytes: [UInt8]) -> Set<[UInt8]> {
    guard bytes.count >= 16 else { return [] }
    var found: Set<[UInt8]> = []
    for start in 0...(bytes.count - 16) {
      let piece = Array(bytes[start..<start + 16])
      if contains(piece) { found.insert(piece) }
    }
    return found
  }
}

extension TrueSeal {
  /// Opens every sealed cell, and reads every readable one.
  func sealedCells() throws -> SealedCells {
    try database.read { transaction throws(StoreError) in
      var found = SealedCells()
      for column in SealedColumn.all {
        let keys = column.keys + (column.keys.count == 1 ? ["NULL"] : [])
        let rows = try transaction.rows(
          """
          SELECT \(keys.joined(separator: ", ")), \(column.column) FROM \(column.table)
          WHERE \(column.column) IS NOT NULL
          """)
        for row in rows {
          let stored = try row.blob(2)
          let plain = try transaction.opened(
            stored, from: column.cell(row.value(0), row.value(1)))
          found.cells[column, default: []].append((stored, plain))
        }
      }
      for (table, columns) in Dictionary(grouping: SealedColumn.readable, by: \.0) {
        guard table != "store_seal" else { continue }
        let names = columns.map(\.1).joined(separator: ", ")
        for row in try transaction.rows("SELECT \(names) FROM \(table)") {
          // Columns lie side by side, or before an empty page; so may the same keys in what is sealed.
          var bytes: [UInt8] = []
          for index in 0..<row.count {
            if case .blob(let part) = row.value(index) { bytes += part }
          }
          found.shown.append(bytes + [UInt8](repeating: 0, count: 16))
        }
      }
      return found
    }
  }

  /// Keeps a manifest as one that waits, and as one that came before an admission.
  func keepEarly(_ manifest: VerifiedManifest?) throws {
    guard let manifest else { return }
    let entry = WaitingManifest(manifest: manifest, author: keys.publicKeys.signingKey)
    let wait = JoinWait(
      signingKey: keys.publicKeys.signingKey, agreementKey: keys.publicKeys.agreementKey,
      trustedKey: keys.publicKeys.signingKey, kept: [entry], earlier: [])
    try database.write { transaction throws(StoreError) in
      try WaitingRecords().insert(entry, in: transaction)
      try JoinWaitRecords().save(wait, in: transaction)
    }
  }

  /// Every table, and the statement that made it.
  func tables() throws -> [String: String] {
    try database.read { transaction throws(StoreError) in
      var tables: [String: String] = [:]
      for row in try transaction.rows(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
      {
        tables[try row.text(0)] = try row.text(1)
      }
      return tables
    }
  }

  /// Runs one statement behind the client's back.
  func change(_ sql: String) throws {
    try database.write { transaction throws(StoreError) in _ = try transaction.run(sql) }
  }

  /// Folds the log into the file.
  func cutLog() throws { try database.truncateLog() }
}
