internal import Synchronization

/// The way from a path to an open store, in an order that leaves what it refuses untouched.
///
///     look at the directory ─► take the lock ─► judge the header ─► let SQLite in
///                                                 │    ▲
///                         a journal is in the way └────┘ undo what was cut short, judge again
struct Opening {
  /// What the bytes of the file say.
  private enum Finding {
    /// There is no store, or its making was cut short.
    case nothing
    /// A store of a known version that has no log.
    case plain
    /// A store of a known version that goes with a log.
    case logged
    /// A journal shows that the bytes are not the last word.
    case unsettled
  }

  let schema: Schema
  /// Seals cells; nil for a store whose cells are not sealed.
  let cipher: CellCipher?
  /// The file system SQLite works on; nil for its own.
  let fileSystem: String?
  let watch: @Sendable (OpeningStep) -> Void

  /// Held from the look at a store without a lock file until that file is made, since closing
  /// the file looked at would take SQLite's locks from an object of this process.
  private static let door = Mutex(())

  /// Opens, makes or migrates the store.
  func run(directory: String, name: String) throws(StoreError) -> (Connection, Origin) {
    let named = StoreFiles(directory: directory, name: name)
    if try !named.findDirectory() { try named.makeDirectory() }
    let files = try named.resolved()

    let lock = try claim(files)
    var finding = try judge(files)
    try lock.sign()
    try files.protect()
    if finding == .unsettled {
      try settle(files)
      finding = try judge(files)
    }
    try files.removeColdJournal()
    let sqlite = try SQLite(path: files.main, on: fileSystem, lock: lock)
    // From the first look on, so that the log's index is in memory and not a third file.
    if finding == .logged { try setExclusive(sqlite, true) }
    try configure(sqlite)
    let opened = try enter(sqlite, finding)
    files.excludeFromBackups()
    return opened
  }

  /// Takes the lock; where there is no lock file yet, a store that is refused gets none.
  private func claim(_ files: StoreFiles) throws(StoreError) -> LockFile {
    try Self.door.withLock { _ throws(StoreError) in
      if let lock = try LockFile.existing(at: files.lock) { return lock }
      _ = try judge(files)
      try files.checkDirectory()
      return try LockFile(at: files.lock)
    }
  }

  /// Decides from bytes alone whether this release may touch the store.
  private func judge(_ files: StoreFiles) throws(StoreError) -> Finding {
    let isUnsettled = try files.hasHotJournal()
    let found: FileHeader?
    do {
      found = try files.header()
    } catch {
      guard isUnsettled, error.code == .damaged else { throw error }
      return .unsettled
    }
    let hasLog = try files.hasLog()
    guard let header = found else {
      guard !hasLog else { throw StoreError(.damaged, "a log without its store") }
      return .nothing
    }
    if !isUnsettled || header.version > schema.newest { try check(header.version) }
    // A new store may have been cut short before it was one; any key may begin it again.
    let isMade = isUnsettled ? try files.journalRestoresStore() : true
    if header.version > 0, isMade { try check(mark: header.mark) }
    if isUnsettled { return .unsettled }
    try header.checkLayout()
    if !hasLog { try header.checkLength() }
    return header.keepsLog ? .logged : .plain
  }

  private func check(_ version: Int) throws(StoreError) {
    guard version <= schema.newest else {
      throw StoreError(.tooNew, "version \(version), known are those to \(schema.newest)")
    }
    guard version >= schema.floor || schema.renewal != nil else {
      throw StoreError(.tooOld, "version \(version), migrated are those from \(schema.floor)")
    }
  }

  /// Compares marks, so that a wrong key is refused before anything is touched (S-13).
  private func check(mark: UInt32) throws(StoreError) {
    switch (mark, cipher?.mark) {
    case (0, nil): return
    case (0, _): throw StoreError(.wrongKey, "the store is not sealed, and a key was given")
    case (_, nil): throw StoreError(.wrongKey, "the store is sealed, and no key was given")
    case (let mark, let own):
      guard mark == own else { throw StoreError(.wrongKey, "the store is sealed with another key") }
    }
  }

  /// Refuses a file without a version that is not known to be a store, whoever left it there.
  private func checkRenewable(_ connection: Connection) throws(StoreError) {
    let tables = try connection.transact(.reading, failing: { $0 }) {
      transaction throws(StoreError) in
      var names: Set<String> = []
      for row in try transaction.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
      {
        names.insert(try row.text(0))
      }
      return names
    }
    guard tables == schema.renewal?.unversionedTables else {
      throw StoreError(.tooOld, "no version, and not the tables of a store")
    }
  }

  /// Has SQLite undo a transaction that was cut short, and lets go of the file again.
  private func settle(_ files: StoreFiles) throws(StoreError) {
    try readSchema(try SQLite(path: files.main, on: fileSystem))
    guard try !files.hasHotJournal() else {
      throw StoreError(.damaged, "the journal cannot be used")
    }
  }

  private func configure(_ sqlite: SQLite) throws(StoreError) {
    for pragma in [
      "synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON", "secure_delete = ON",
      "foreign_keys = ON", "trusted_schema = OFF", "cell_size_check = ON", "temp_store = MEMORY",
      "mmap_size = 0", "cache_size = -\(StoreLimits.pageCacheKibibytes)",
      "wal_autocheckpoint = \(StoreLimits.logPagesMax)",
      "journal_size_limit = \(StoreLimits.idleLogByteCountMax)",
    ] {
      try sqlite.execute("PRAGMA \(pragma)")
    }
  }

  /// Brings the store to the newest version and into the log, and keeps others out from then on.
  private func enter(
    _ sqlite: SQLite, _ finding: Finding
  ) throws(StoreError) -> (Connection, Origin) {
    let version = finding == .nothing ? 0 : try readVersion(sqlite)
    if finding != .nothing { try check(version) }
    let isRenewed = finding != .nothing && version < schema.floor
    let connection = try Connection(sqlite)
    if version > 0 { try takeSeal(connection) }
    if isRenewed, version == 0 { try checkRenewable(connection) }

    if version < schema.newest {
      if finding == .nothing {
        try sqlite.reserveNoPageBytes()
        try sqlite.execute("PRAGMA page_size = \(StoreLimits.pageByteCount)")
      }
      // The version must be in the file itself, where an older release looks for it. A log would
      // keep it elsewhere, and an exclusive connection would leave its journal behind.
      try setJournal(sqlite, "delete")
      try setExclusive(sqlite, false)
      if isRenewed { try renew(connection) } else { try migrate(connection, from: version) }
      watch(.versionCommitted)
    }
    if finding != .logged || version < schema.newest { try setJournal(sqlite, "wal") }
    try setExclusive(sqlite, true)
    try readSchema(sqlite)  // Only a read takes the lock that then stays.
    try sqlite.truncateLog()
    if isRenewed { return (connection, .renewed(from: version)) }
    switch version {
    case schema.newest: return (connection, .opened)
    case 0: return (connection, .created)
    default: return (connection, .migrated(from: version))
    }
  }

  private func migrate(
    _ connection: Connection, from version: Int, after first: [Migration] = [],
    then last: [Migration] = []
  ) throws(StoreError) {
    try connection.transact(.writing, failing: { $0 }) { transaction throws(StoreError) in
      for migration in first { try migration.apply(in: transaction) }
      if version == 0 { try makeSeal(connection, in: transaction) }
      for migration in schema.migrations(after: version) + last {
        try migration.apply(in: transaction)
      }
      try connection.setVersion(schema.newest)
    }
  }

  /// Empties the store and makes the newest layout in it, all in one transaction.
  private func renew(_ connection: Connection) throws(StoreError) {
    // A build that did not overwrite what it deleted left it in pages that no table owns.
    try connection.sqlite.execute("VACUUM")
    // Rows go with their tables, in whatever order these refer to each other.
    try connection.sqlite.execute("PRAGMA foreign_keys = OFF")
    let last = [schema.renewal?.migration].compactMap(\.self)
    try migrate(connection, from: 0, after: [.clearing], then: last)
    try connection.sqlite.execute("PRAGMA foreign_keys = ON")
  }

  private func makeSeal(
    _ connection: Connection, in transaction: borrowing Transaction
  ) throws(StoreError) {
    // A build that kept no version may have put a number of its own where the mark is.
    try connection.setMark(cipher?.mark ?? 0)
    if let cipher { connection.seal = try StoreSeal(making: cipher, in: transaction) }
  }

  private func takeSeal(_ connection: Connection) throws(StoreError) {
    guard let cipher else { return }
    connection.seal = try connection.transact(.reading, failing: { $0 }) {
      transaction throws(StoreError) in
      try StoreSeal(taking: cipher, in: transaction)
    }
  }

  private func readSchema(_ sqlite: SQLite) throws(StoreError) {
    try sqlite.execute("SELECT count(*) FROM sqlite_schema")
  }

  private func readVersion(_ sqlite: SQLite) throws(StoreError) -> Int {
    try readSchema(sqlite)
    guard case .integer(let version) = try sqlite.execute("PRAGMA user_version") else {
      throw StoreError(.damaged, "the file has no version")
    }
    return Int(version)
  }

  private func setExclusive(_ sqlite: SQLite, _ isExclusive: Bool) throws(StoreError) {
    try sqlite.execute("PRAGMA locking_mode = \(isExclusive ? "EXCLUSIVE" : "NORMAL")")
  }

  private func setJournal(_ sqlite: SQLite, _ mode: String) throws(StoreError) {
    guard try sqlite.execute("PRAGMA journal_mode = \(mode)") == .text(mode) else {
      throw StoreError(.io, "the file cannot be kept in journal mode \(mode)")
    }
  }
}

extension Migration {
  /// Drops every table, with its indexes and triggers, and every view.
  fileprivate static let clearing = Migration("renewal") { transaction in
    let found = try transaction.rows(
      """
      SELECT type, name FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*'
      """)
    for row in found {
      let name = try row.text(1).split(separator: "\"", omittingEmptySubsequences: false)
      try transaction.run("DROP \(try row.text(0)) \"\(name.joined(separator: "\"\""))\"")
    }
  }
}
