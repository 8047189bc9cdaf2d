public import TrueSealOutbox
public import TrueSealStore

/// The rows of the outbox: one small one for each message and recipient.
public struct EntryRecords: Sendable {
  /// The records; they hold nothing themselves.
  public init() {}

  /// Puts a message in the outbox, one entry for each recipient; without any, nothing is stored.
  ///
  /// - Throws: `StoreError`, code `constraint`, for a number or a recipient used twice.
  public func insert(
    _ message: OutgoingMessage, to recipients: [[UInt8]],
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    guard !recipients.isEmpty else { return }
    let sequence = Value.integer(Int64(clamping: message.sequence))
    try transaction.run(
      """
      INSERT INTO outbox_message(sequence, kind, timestamp, expiry, part_count, waiting)
      VALUES (?, ?, ?, ?, ?, ?)
      """, sequence, .integer(Int64(message.kind.rawValue)), Value(message.timestamp),
      Value(message.expiry), .integer(Int64(message.partCount)),
      .integer(Int64(recipients.count)))
    try BodyRecords().insert(message.body, of: message.sequence, in: transaction)

    let numbers = try RecipientNumbers.numbers(of: recipients, in: transaction)
    let insertion = try transaction.prepare(
      "INSERT INTO outbox_entry(recipient, sequence) VALUES (?, ?)")
    var values = [Value.null, sequence]
    for number in numbers {
      values[0] = .integer(number)
      try insertion.run(values)
    }
  }

  /// A recipient's entries of a greater number, smallest first, at most `limit`.
  ///
  /// `skippingSync` leaves out what is for members alone, `Sync` and conversations.
  public func entries(
    of recipient: [UInt8], after sequence: UInt64, limit: Int, skippingSync: Bool = false,
    in transaction: borrowing Transaction
  ) throws(StoreError) -> [Entry] {
    let rows = try transaction.rows(
      """
      SELECT m.sequence, m.kind, m.timestamp, m.expiry, m.part_count
      FROM outbox_entry AS e CROSS JOIN outbox_message AS m ON m.sequence = e.sequence
      WHERE e.recipient = (SELECT id FROM outbox_recipient WHERE key = ?) AND e.sequence > ?
        AND (? OR m.kind NOT IN (?, ?))
      ORDER BY e.sequence LIMIT ?
      """, .blob(recipient), .integer(Int64(clamping: sequence)),
      .integer(skippingSync ? 0 : 1), .integer(Int64(Entry.Kind.sync.rawValue)),
      .integer(Int64(Entry.Kind.conversation.rawValue)), .integer(Int64(max(0, limit))))
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    for row in rows { entries.append(try Entry(row, for: recipient)) }
    return entries
  }

  /// Entries that are past their expiry, by rising number, at most `limit`.
  public func expired(
    at wallClock: UInt64, limit: Int, in transaction: borrowing Transaction
  ) throws(StoreError) -> [Entry] {
    let rows = try transaction.rows(
      """
      SELECT m.sequence, m.kind, m.timestamp, m.expiry, m.part_count, r.key
      FROM outbox_message AS m CROSS JOIN outbox_recipient AS r
        CROSS JOIN outbox_entry AS e ON e.recipient = r.id AND e.sequence = m.sequence
      WHERE m.expiry <= ? ORDER BY m.sequence, r.id LIMIT ?
      """, .integer(Int64(clamping: wallClock)), .integer(Int64(max(0, limit))))
    var entries: [Entry] = []
    for row in rows { entries.append(try Entry(row, for: try row.blob(5))) }
    return entries
  }

  /// The recipients that have entries.
  public func recipients(
    in transaction: borrowing Transaction
  ) throws(StoreError) -> [[UInt8]] {
    let rows = try transaction.rows(
      """
      SELECT key FROM outbox_recipient AS r
      WHERE EXISTS (SELECT 1 FROM outbox_entry WHERE recipient = r.id) ORDER BY id
      """)
    var keys: [[UInt8]] = []
    for row in rows {
      let key = try row.blob(0)
      guard key.count == 32 else {
        throw StoreError(.damaged, "a recipient's key has another length")
      }
      keys.append(key)
    }
    return keys
  }

  /// How many entries there are.
  public func count(in transaction: borrowing Transaction) throws(StoreError) -> Int {
    try transaction.count("SELECT count(*) FROM outbox_entry")
  }

  /// How many entries of a kind there are.
  public func count(
    of kind: Entry.Kind, in transaction: borrowing Transaction
  ) throws(StoreError) -> Int {
    try transaction.count(
      "SELECT coalesce(sum(waiting), 0) FROM outbox_message WHERE kind = ?",
      .integer(Int64(kind.rawValue)))
  }
}

extension Entry {
  /// Reads number, kind, timestamp, expiry and part count, in this order.
  fileprivate init(_ row: Row, for recipient: [UInt8]) throws(StoreError) {
    self.init(
      recipient: recipient, sequence: UInt64(clamping: try row.integer(0)),
      kind: Kind(rawValue: UInt8(clamping: try row.integer(1))),
      timestamp: try row.optionalInteger(2).map { UInt64(clamping: $0) },
      expiry: try row.optionalInteger(3).map { UInt64(clamping: $0) },
      partCount: Int(clamping: try row.integer(4)))
  }
}

extension Value {
  fileprivate init(_ number: UInt64?) {
    self = number.map { .integer(Int64(clamping: $0)) } ?? .null
  }
}
