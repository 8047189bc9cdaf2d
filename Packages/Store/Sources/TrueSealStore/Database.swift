internal import Synchronization

/// A store in one SQLite file that nobody else has open, for as long as the object lives.
///
/// Calls are served one at a time and block until the file is done. A call from inside the
/// closure of another one, on the same database, is a programming error.
public final class Database: Sendable {
  /// What `open` found.
  public let origin: Origin

  let connection: Mutex<Connection?>

  /// Opens `<directory>/<name>.trueseal`, making or migrating it as `schema` says.
  ///
  /// The directory is made when missing, mode 0700; the files have mode 0600; neither may be a
  /// link. `<name>.lock` is locked at once or not at all, and never removed. Blocks for a few
  /// disk writes, and for up to two seconds when a tool that ignores the lock reads the file.
  ///
  /// With `cipher`, what rows hold as sealed is sealed with its key, from the making of the store
  /// on; a store that was made with another key, or with none, is refused.
  ///
  /// - Throws: `StoreError`; with `inUse`, `tooNew`, `tooOld`, `wrongKey` and `damaged` header
  ///   every file is left as it was.
  public static func open(
    directory: String, name: String, schema: Schema, cipher: CellCipher? = nil
  ) throws(StoreError) -> Database {
    try open(directory: directory, name: name, schema: schema, cipher: cipher) { _ in }
  }

  /// Opens a store on a file system that SQLite was told of, and tells `watch` of the steps.
  package static func open(
    directory: String, name: String, schema: Schema, cipher: CellCipher? = nil,
    fileSystem: String? = nil, watch: @escaping @Sendable (OpeningStep) -> Void
  ) throws(StoreError) -> Database {
    let opening = Opening(
      schema: schema, cipher: cipher, fileSystem: fileSystem, watch: watch)
    let (connection, origin) = try opening.run(directory: directory, name: name)
    return Database(connection, origin)
  }

  private init(_ connection: sending Connection, _ origin: Origin) {
    self.connection = Mutex(connection)
    self.origin = origin
  }

  /// Runs `body` in one transaction that may only read.
  ///
  /// - Throws: `StoreError`, code `misuse` for a write, `closed` after `close`; else what `body`
  ///   throws, unchanged.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try transact(.reading, failing: { $0 }, body)
  }

  /// Runs `body`, which is declared `throws(StoreError)`, in one transaction that may only read.
  ///
  /// - Throws: `StoreError`, as the other form does.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try transact(.reading, failing: { $0 }, body)
  }

  /// Runs `body` in one transaction: everything it writes lands on the disk, or nothing does.
  ///
  /// - Throws: `StoreError`, code `full`, `io` and others of the file, `closed` after `close`;
  ///   else what `body` throws, unchanged. Nothing is written then.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try transact(.writing, failing: { $0 }, body)
  }

  /// Runs `body`, which is declared `throws(StoreError)`, in one transaction, all or nothing.
  ///
  /// - Throws: `StoreError`, as the other form does.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try transact(.writing, failing: { $0 }, body)
  }

  /// Runs `body` in one transaction that survives a crash of the process and not always one of the
  /// machine: it does not wait for the disk.
  ///
  /// What later calls of `write` commit never reaches the disk before it. For counts and marks that
  /// may be lost and must cost little.
  ///
  /// - Throws: `StoreError`, as `write` does.
  @discardableResult
  public func note<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try transact(.noting, failing: { $0 }, body)
  }

  /// Folds the log into the file and cuts it to nothing, so that no deleted row is in any file.
  ///
  /// - Throws: `StoreError`, of the file, or code `closed`.
  public func truncateLog() throws(StoreError) {
    try withConnection { connection throws(StoreError) in try connection.sqlite.truncateLog() }
  }

  /// Folds the log into the file and lets the next commit write over it.
  ///
  /// A commit does so by itself once the log has `StoreLimits.logPagesMax` pages; whoever changes
  /// many pages in small transactions folds after each, so that no commit has all of them to fold.
  ///
  /// - Throws: `StoreError`, of the file, or code `closed`.
  public func foldLog() throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.sqlite.truncateLog(keepsRoom: true)
    }
  }

  /// Checks the whole file and takes as long as reading it does; meant for a doctor, not for use.
  ///
  /// - Throws: `StoreError`, code `damaged`, when rows, indexes or keys do not fit together.
  public func verify() throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      guard try connection.sqlite.execute("PRAGMA integrity_check(1)") == .text("ok"),
        try connection.sqlite.execute("PRAGMA foreign_key_check") == .null
      else { throw StoreError(.damaged, "the file contradicts itself") }
    }
  }

  /// Closes the file, then frees the lock; what is called later fails with code `closed`.
  ///
  /// Waits for a running transaction. May be called again.
  public func close() {
    connection.withLock { $0 = nil }
  }

  private func transact<Result: Sendable, Failure: Error>(
    _ purpose: Connection.Purpose, failing wrap: @Sendable (StoreError) -> Failure,
    _ body: @Sendable (borrowing Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try connection.withLock { connection throws(Failure) in
      guard let connection else { throw wrap(StoreError(.closed)) }
      return try connection.transact(purpose, failing: wrap, body)
    }
  }

  private func withConnection(
    _ body: @Sendable (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.withLock { connection throws(StoreError) in
      guard let connection else { throw StoreError(.closed) }
      try body(connection)
    }
  }
}
