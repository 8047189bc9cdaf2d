internal import CSQLite

/// One connection to one file: every call into SQLite, and every pointer handed to it.
///
/// It owns the lock of the file, which therefore outlasts the connection.
@safe final class SQLite {
  private let handle: OpaquePointer
  /// Read and written by the authorizer while a statement is compiled.
  private let compilation: UnsafeMutablePointer<Compilation>
  private let lock: LockFile?

  /// Opens an existing file, on the file system of SQLite's that has the given name.
  init(
    path: String, on fileSystem: String? = nil, lock: consuming LockFile? = nil
  ) throws(StoreError) {
    guard sqlite3_libversion_number() >= StoreLimits.engineVersionMin else {
      throw StoreError(.misuse, "SQLite \(Self.engineVersion) is too old")
    }
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, flags, fileSystem)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      let error = unsafe Self.failure(code, opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = connection
    unsafe compilation = .allocate(capacity: 1)
    unsafe compilation.initialize(to: Compilation())
    self.lock = lock
    unsafe sqlite3_busy_timeout(handle, StoreLimits.foreignLockWait)
    unsafe sqlite3_set_authorizer(handle, Self.authorize, compilation)
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
    unsafe compilation.deinitialize(count: 1)
    unsafe compilation.deallocate()
  }

  /// The version of the library that is linked.
  static var engineVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Whether a transaction is open; SQLite ends it by itself after some failures.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  var changedRowCount: Int { Int(unsafe sqlite3_changes64(handle)) }

  var changedRowCountEver: Int64 { unsafe sqlite3_total_changes64(handle) }

  var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Lets `body` begin and end transactions and set pragmas, which nobody else may.
  func privileged<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    unsafe compilation.pointee.isPrivileged = true
    defer { unsafe compilation.pointee.isPrivileged = false }
    return try body()
  }

  /// Compiles one statement.
  ///
  /// - Throws: `StoreError`, code `misuse`, when it is none, more than one, or not permitted.
  func prepare(_ sql: String) throws(StoreError) -> Prepared {
    unsafe compilation.pointee.footprint = Footprint()
    var statement: OpaquePointer?
    var readCount = 0
    var sql = sql
    let code = sql.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        var rest: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(clamping: text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest)
        if let start = text.baseAddress, let end = unsafe rest {
          readCount = unsafe end - start
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw unsafe Self.failure(code, handle) }
    guard let compiled = unsafe statement else { throw StoreError(.misuse, "empty statement") }
    let prepared = unsafe Prepared(compiled, on: self, sql: sql)
    noteChanges(of: prepared)
    guard
      sql.utf8.dropFirst(readCount).allSatisfy({
        $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n")
      })
    else { throw StoreError(.misuse, "more than one statement") }
    return prepared
  }

  /// Hands a statement what SQLite has said of it while compiling it, which may be anew.
  fileprivate func noteChanges(of prepared: Prepared) {
    guard unsafe !compilation.pointee.footprint.isEmpty else { return }
    prepared.footprint.formUnion(unsafe compilation.pointee.footprint)
    unsafe compilation.pointee.footprint = Footprint()
  }

  /// Runs one statement of the store's own and hands back the first column of its first row.
  @discardableResult
  func execute(_ sql: String) throws(StoreError) -> Value {
    try privileged { () throws(StoreError) in
      let prepared = try prepare(sql)
      guard try prepared.step() else { return .null }
      let value = try prepared.value(0)
      while try prepared.step() {}
      return value
    }
  }

  /// Folds the log into the file and cuts it to nothing, or has the next commit write over it.
  func truncateLog(keepsRoom: Bool = false) throws(StoreError) {
    let mode = keepsRoom ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Has a new file use every byte of its pages, whatever the library's build would reserve.
  func reserveNoPageBytes() throws(StoreError) {
    var count: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The error a result code stands for.
  fileprivate func failure(_ code: Int32) -> StoreError {
    unsafe Self.failure(code, handle)
  }

  private static func failure(_ code: Int32, _ handle: OpaquePointer?) -> StoreError {
    // SQLite does not note the number when a commit fails, so a want of room is looked up first.
    let shortage = POSIX.lastShortage
    let message = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) }
    let systemError = unsafe shortage ?? handle.map { unsafe sqlite3_system_errno($0) } ?? 0
    return StoreError(
      StoreError.Code(result: code, systemError: systemError) ?? .misuse,
      "SQLite code \(code), error \(systemError): \(message ?? "no memory")")
  }

  /// Refuses what would leave the transaction a closure was lent, or change the connection; notes
  /// what the statement changes.
  private static let authorize:
    @convention(c) @Sendable (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { context, action, table, _, _, _ in
      let forbidden = [
        SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA,
      ]
      guard let compilation = unsafe context?.assumingMemoryBound(to: Compilation.self) else {
        return SQLITE_DENY
      }
      switch action {
      case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
        let name = unsafe table.map { unsafe String(cString: $0) } ?? ""
        unsafe compilation.pointee.footprint.insert(name)
      case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: break
      default: unsafe compilation.pointee.footprint.isSchema = true
      }
      let isPrivileged = unsafe compilation.pointee.isPrivileged
      return isPrivileged || !forbidden.contains(action) ? SQLITE_OK : SQLITE_DENY
    }
}

/// What the authorizer is told, and tells.
private struct Compilation {
  var isPrivileged = false
  var footprint = Footprint()
}

/// One compiled statement, and the values bound to it.
@safe final class Prepared {
  let sql: String
  let isReadOnly: Bool
  /// Whether someone is between taking the statement and giving it back.
  var isTaken = false
  /// Set by the cache that keeps the statement.
  var lastUse: Int?
  /// What running it may change.
  fileprivate(set) var footprint = Footprint()

  private let connection: SQLite
  private let statement: OpaquePointer
  private let parameterCount: Int
  private let columnCount: Int

  fileprivate init(_ statement: OpaquePointer, on connection: SQLite, sql: String) {
    unsafe self.statement = statement
    self.connection = connection
    self.sql = sql
    isReadOnly = unsafe sqlite3_stmt_readonly(statement) != 0
    parameterCount = Int(unsafe sqlite3_bind_parameter_count(statement))
    columnCount = Int(unsafe sqlite3_column_count(statement))
  }

  deinit {
    unsafe sqlite3_finalize(statement)
  }

  /// Binds every value and runs `body`; then the statement is ready for the next values.
  ///
  /// Blobs are lent to SQLite until `body` returns, the rest is copied.
  func binding<Result, Failure: Error>(
    _ values: [Value], failing wrap: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard values.count == parameterCount else {
      throw wrap(StoreError(.misuse, "\(values.count) values for \(parameterCount) parameters"))
    }
    defer { unsafe sqlite3_clear_bindings(statement) }
    return try bind(values, from: 0, lent: 0, failing: wrap, body)
  }

  private func bind<Result, Failure: Error>(
    _ values: [Value], from start: Int, lent: Int, failing wrap: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var index = start
    while index < values.count {
      if case .blob(let bytes) = values[index], lent < StoreLimits.lentBlobsMax, !bytes.isEmpty {
        return try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
          let code = unsafe trueseal_bind_blob_lent(
            statement, Int32(index + 1), buffer.baseAddress, UInt64(buffer.count))
          guard code == SQLITE_OK else { throw wrap(connection.failure(code)) }
          return try bind(values, from: index + 1, lent: lent + 1, failing: wrap, body)
        }
      }
      let code = bind(values[index], at: Int32(index + 1))
      guard code == SQLITE_OK else { throw wrap(connection.failure(code)) }
      index += 1
    }
    defer { reset() }
    return try body()
  }

  private func bind(_ value: Value, at position: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, position)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, position, number)
    case .text(let text):
      return unsafe trueseal_bind_text_copied(statement, position, text, UInt64(text.utf8.count))
    case .blob(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(statement, position, 0) }
      return unsafe trueseal_bind_blob_copied(statement, position, bytes, UInt64(bytes.count))
    }
  }

  /// Moves to the next row; false when there is none.
  func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    connection.noteChanges(of: self)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      let error = connection.failure(code)
      reset()
      throw error
    }
    return code == SQLITE_ROW
  }

  /// Leaves the current row, so that the statement can be run anew.
  func reset() {
    unsafe sqlite3_reset(statement)  // Repeats the failure of the last step; it was reported.
  }

  /// The current row, copied.
  func row() throws(StoreError) -> Row {
    var values: [Value] = []
    values.reserveCapacity(columnCount)
    for column in 0..<columnCount { values.append(try value(Int32(column))) }
    return Row(values)
  }

  /// One column of the current row.
  func value(_ column: Int32) throws(StoreError) -> Value {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, column))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(statement, column)
      return .blob(unsafe Array(try bytes(start, column)))
    case SQLITE_TEXT:
      let start = unsafe UnsafeRawPointer(sqlite3_column_text(statement, column))
      guard let text = unsafe String(validating: try bytes(start, column), as: UTF8.self) else {
        throw StoreError(.damaged, "column \(column) holds text that is not UTF-8")
      }
      return .text(text)
    default: throw StoreError(.damaged, "column \(column) holds a fraction")
    }
  }

  private func bytes(
    _ start: UnsafeRawPointer?, _ column: Int32
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    guard unsafe start != nil || count == 0 else { throw StoreError(.io, "no memory") }
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }
}
