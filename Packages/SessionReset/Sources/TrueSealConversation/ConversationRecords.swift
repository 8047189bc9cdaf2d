internal import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset
internal import TrueSealStore

/// The rows of one conversation; nothing is loaded or written but what is asked for.
struct ConversationRecords: Sendable {
  private static let tables = [
    "conversation_record", "conversation_session", "conversation_prekey", "conversation_end",
    "conversation_waiting",
  ]

  let peer: [UInt8]

  private var key: Value { .blob(peer) }

  // MARK: What is sealed

  private var recordCell: Cell { Cell("conversation_record", "bytes", key) }

  private func cell(of tag: SessionTag) -> Cell {
    Cell("conversation_session", "state", key, Value(tag.number))
  }

  private func cell(of id: PrekeyID) -> Cell {
    Cell("conversation_prekey", "keys", key, Value(id.number))
  }

  private func cell(of side: Side) -> Cell {
    Cell("conversation_end", "fields", key, .integer(Int64(side.rawValue)))
  }

  /// Its number is not known before the row is there; its reference says which text it is.
  private func cell(ofText reference: UInt64) -> Cell {
    Cell("conversation_waiting", "text", key, Value(reference))
  }

  // MARK: The machine

  func record(in transaction: borrowing Transaction) throws(StoreError) -> [UInt8]? {
    let row = try transaction.row("SELECT bytes FROM conversation_record WHERE peer = ?", key)
    guard let row else { return nil }
    return try transaction.opened(try row.blob(0), from: recordCell)
  }

  func save(
    record bytes: [UInt8], wake: UInt64?, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO conversation_record(peer, wake, bytes) VALUES (?, ?, ?)
      ON CONFLICT (peer) DO UPDATE SET wake = excluded.wake, bytes = excluded.bytes
      """, key, Value(time: wake), transaction.sealed(bytes, for: recordCell))
  }

  // MARK: Sessions and keys

  func session(
    _ tag: SessionTag, in transaction: borrowing Transaction
  ) throws(StoreError) -> Ratchet? {
    let row = try transaction.row(
      "SELECT state FROM conversation_session WHERE peer = ? AND tag = ?", key,
      Value(tag.number))
    guard let row else { return nil }
    let state = try transaction.opened(try row.blob(0), from: cell(of: tag))
    do throws(RatchetError) { return try Ratchet(decoding: state) } catch {
      throw StoreError(.damaged, "a session: \(error.detail)")
    }
  }

  func save(
    _ session: Ratchet, _ tag: SessionTag, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO conversation_session(peer, tag, state) VALUES (?, ?, ?)
      ON CONFLICT (peer, tag) DO UPDATE SET state = excluded.state
      """, key, Value(tag.number),
      transaction.sealed(session.encoded().exposed(), for: cell(of: tag)))
  }

  func eraseSession(
    _ tag: SessionTag, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "DELETE FROM conversation_session WHERE peer = ? AND tag = ?", key, Value(tag.number))
  }

  func keys(
    _ id: PrekeyID, in transaction: borrowing Transaction
  ) throws(StoreError) -> AttemptKeys? {
    let row = try transaction.row(
      "SELECT keys FROM conversation_prekey WHERE peer = ? AND id = ?", key, Value(id.number))
    guard let row else { return nil }
    let keys = try transaction.opened(try row.blob(0), from: cell(of: id))
    do throws(RatchetError) { return try AttemptKeys(decoding: keys) } catch {
      throw StoreError(.damaged, "keys of an attempt: \(error.detail)")
    }
  }

  func save(
    _ keys: AttemptKeys, _ id: PrekeyID, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      "INSERT INTO conversation_prekey(peer, id, keys) VALUES (?, ?, ?)", key, Value(id.number),
      transaction.sealed(keys.encoded(), for: cell(of: id)))
  }

  func eraseKeys(_ id: PrekeyID, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "DELETE FROM conversation_prekey WHERE peer = ? AND id = ?", key, Value(id.number))
  }

  // MARK: Ends

  func end(_ side: Side, in transaction: borrowing Transaction) throws(StoreError) -> [UInt8]? {
    let row = try transaction.row(
      "SELECT fields FROM conversation_end WHERE peer = ? AND side = ?", key,
      .integer(Int64(side.rawValue)))
    guard let row else { return nil }
    return try transaction.opened(try row.blob(0), from: cell(of: side))
  }

  func save(
    end fields: [UInt8], _ side: Side, in transaction: borrowing Transaction
  ) throws(StoreError) {
    try transaction.run(
      """
      INSERT INTO conversation_end(peer, side, fields) VALUES (?, ?, ?)
      ON CONFLICT (peer, side) DO UPDATE SET fields = excluded.fields
      """, key, .integer(Int64(side.rawValue)), transaction.sealed(fields, for: cell(of: side)))
  }

  func eraseEnd(_ side: Side, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "DELETE FROM conversation_end WHERE peer = ? AND side = ?", key,
      .integer(Int64(side.rawValue)))
  }

  // MARK: Texts

  func append(_ text: WaitingText, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "INSERT INTO conversation_waiting(peer, reference, expiry, text) VALUES (?, ?, ?, ?)", key,
      Value(text.reference), Value(time: text.expiry),
      transaction.sealed(text.text, for: cell(ofText: text.reference)))
  }

  func takeWaiting(in transaction: borrowing Transaction) throws(StoreError) -> WaitingText? {
    let row = try transaction.row(
      """
      DELETE FROM conversation_waiting WHERE number = (
        SELECT number FROM conversation_waiting WHERE peer = ? ORDER BY number LIMIT 1)
      RETURNING reference, expiry, text
      """, key)
    guard let row else { return nil }
    let reference = UInt64(bitPattern: try row.integer(0))
    return WaitingText(
      reference: reference, expiry: try row.optionalInteger(1).map { UInt64(clamping: $0) },
      text: try transaction.opened(try row.blob(2), from: cell(ofText: reference)))
  }

  /// Takes away what has expired, and names it in order.
  func takeExpired(
    at now: UInt64, in transaction: borrowing Transaction
  ) throws(StoreError) -> [UInt64] {
    let rows = try transaction.rows(
      """
      SELECT reference FROM conversation_waiting WHERE peer = ? AND expiry <= ? ORDER BY number
      """, key, Value(time: now))
    guard !rows.isEmpty else { return [] }
    try transaction.run(
      "DELETE FROM conversation_waiting WHERE peer = ? AND expiry <= ?", key, Value(time: now))
    var references: [UInt64] = []
    for row in rows { references.append(UInt64(bitPattern: try row.integer(0))) }
    return references
  }

  func waitingCount(in transaction: borrowing Transaction) throws(StoreError) -> Int {
    let row = try transaction.row(
      "SELECT count(*) FROM conversation_waiting WHERE peer = ?", key)
    return Int(clamping: try row?.integer(0) ?? 0)
  }

  // MARK: All of it

  func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    for table in Self.tables { try transaction.run("DELETE FROM \(table) WHERE peer = ?", key) }
  }

  static func removeEverything(in transaction: borrowing Transaction) throws(StoreError) {
    for table in tables { try transaction.run("DELETE FROM \(table)") }
  }

  static func peers(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]] {
    try peers("SELECT peer FROM conversation_record ORDER BY peer", in: transaction)
  }

  /// Those for whom something is due now or later.
  static func peersWithWake(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]] {
    try peers(
      """
      SELECT peer FROM conversation_record WHERE wake IS NOT NULL UNION
      SELECT peer FROM conversation_waiting WHERE expiry IS NOT NULL ORDER BY peer
      """, in: transaction)
  }

  static func nextWake(in transaction: borrowing Transaction) throws(StoreError) -> UInt64? {
    let row = try transaction.row(
      """
      SELECT min(at) FROM (SELECT min(wake) AS at FROM conversation_record UNION ALL
        SELECT min(expiry) FROM conversation_waiting)
      """)
    return try row?.optionalInteger(0).map { UInt64(clamping: $0) }
  }

  private static func peers(
    _ query: String, in transaction: borrowing Transaction
  ) throws(StoreError) -> [[UInt8]] {
    var peers: [[UInt8]] = []
    for row in try transaction.rows(query) { peers.append(try row.blob(0)) }
    return peers
  }
}

extension Value {
  /// A name: all 64 bits.
  fileprivate init(_ number: UInt64) { self = .integer(Int64(bitPattern: number)) }

  /// A time in Unix milliseconds, which is compared.
  fileprivate init(time: UInt64?) {
    self = time.map { .integer(Int64(clamping: $0)) } ?? .null
  }
}
