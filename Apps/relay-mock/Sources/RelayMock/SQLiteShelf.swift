import TrueSealStore

/// Inboxes in one SQLite file, written ahead and synced at every commit.
public final class SQLiteShelf: InboxShelf {
  private let database: Database

  /// Opens or makes `inbox.trueseal` in a directory and holds it against other relays.
  ///
  /// - Throws: `RelayError`, codes `storeInUse`, `storeTooNew`, `storeFull`, `storeUnusable`.
  public init(directory: String) throws(RelayError) {
    do throws(StoreError) {
      database = try Database.open(directory: directory, name: "inbox", schema: .inbox)
    } catch {
      throw RelayError(error)
    }
  }

  /// Makes all changes in order, or none, in one transaction that is synced.
  public func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64] {
    try rethrowing { () throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try Self.make(changes, in: transaction)
      }
    }
  }

  /// The oldest blobs of an inbox after `blobID`, in arrival order.
  public func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob] {
    guard let after = Int64(exactly: blobID) else { return [] }
    return try rethrowing { () throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        var blobs: [Blob] = []
        var room = byteCountMax
        try transaction.forEach(
          "SELECT id, envelope FROM blob WHERE inbox = ? AND id > ? ORDER BY id",
          [.blob(inbox), .integer(after)]
        ) { row throws(StoreError) in
          let envelope = try row.blob(1)
          guard blobs.isEmpty || envelope.count <= room else { return false }
          blobs.append(Blob(id: UInt64(try row.integer(0)), envelope: envelope))
          room -= envelope.count
          return room > 0
        }
        return blobs
      }
    }
  }

  /// How many blobs rest in an inbox.
  public func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int {
    try rethrowing { () throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        let row = try transaction.row("SELECT count(*) FROM blob WHERE inbox = ?", .blob(inbox))
        return Int(try row?.integer(0) ?? 0)
      }
    }
  }

  /// Reads one row through the index, which is cheap however many there are.
  public func probe() throws(RelayError) {
    try rethrowing { () throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        _ = try transaction.row("SELECT id FROM blob LIMIT 1")
      }
    }
  }

  /// Closes the file and lets another relay have it.
  public func close() { database.close() }

  private static func make(
    _ changes: [InboxChange], in transaction: borrowing Transaction
  ) throws(StoreError) -> [UInt64] {
    let insertion = try transaction.prepare(
      "INSERT INTO blob(inbox, envelope, hour) VALUES(?, ?, ?)")
    let deletion = try transaction.prepare("DELETE FROM blob WHERE id = ? AND inbox = ?")
    var blobIDs: [UInt64] = []
    for change in changes {
      switch change {
      case .hold(let envelope, let recipient, let hour):
        try insertion.run(.blob(recipient), .blob(envelope), .integer(hour))
        blobIDs.append(UInt64(transaction.lastInsertedRowID))
      case .acknowledge(let blobID, let inbox):
        // An id the store could never have given out is nobody's blob.
        guard let id = Int64(exactly: blobID) else { continue }
        try deletion.run(.integer(id), .blob(inbox))
      }
    }
    return blobIDs
  }

  private func rethrowing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(RelayError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw RelayError(error)
    }
  }
}

extension Schema {
  /// Every layout of the inbox file that a relay has ever written.
  static let inbox = Schema(versions: [SchemaVersion(number: 1, migrations: Migration.inbox)])
}

extension Migration {
  /// The inbox tables, in the order they came.
  ///
  /// AUTOINCREMENT keeps the id of a deleted blob from being given out again. Arrival is kept to
  /// the full hour only: the reaper needs no more, and the file need not tell more.
  static let inbox = [
    Migration("inbox.1.blob") { transaction in
      try transaction.run(
        """
        CREATE TABLE blob(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          inbox BLOB NOT NULL,
          envelope BLOB NOT NULL,
          hour INTEGER NOT NULL
        ) STRICT
        """)
      try transaction.run("CREATE INDEX blob_by_inbox ON blob(inbox, id)")
    }
  ]
}

extension RelayError {
  fileprivate init(_ error: StoreError) {
    switch error.code {
    case .inUse: self.init(.storeInUse, "another relay has the store open: \(error.detail)")
    case .tooNew: self.init(.storeTooNew, "a newer relay wrote the store: \(error.detail)")
    case .full: self.init(.storeFull, "the disk has no room: \(error.detail)")
    default: self.init(.storeUnusable, "the store cannot be used: \(error.description)")
    }
  }
}
