/// The right to read and write inside one open transaction; it cannot outlive its closure.
///
/// Pass it on as a `borrowing` parameter. Capturing it in a task or a nested function is not
/// possible, and the compiler (6.3) crashes instead of saying so. A transaction begins and ends
/// with its closure alone: statements that begin, commit, attach or set pragmas are refused.
public struct Transaction: ~Copyable {
  private let connection: Connection

  // Inlined into a generic caller, this initializer aborts the optimizer of Swift 6.3.
  @inline(never)
  init(_ connection: Connection) { self.connection = connection }

  var seal: StoreSeal? { connection.seal }

  /// Runs one statement to its end and says how many rows it changed.
  ///
  /// - Throws: `StoreError`, code `misuse` for a wrong statement or a write while reading,
  ///   `constraint` for a row that breaks a rule, else what happened to the file.
  @discardableResult
  public func run(_ sql: String, _ values: Value...) throws(StoreError) -> Int {
    try prepare(sql).run(values)
  }

  /// All rows of an answer; use `forEach` where there may be many.
  ///
  /// - Throws: `StoreError`, as `run` does, and code `damaged` for a value of no kind we store.
  public func rows(_ sql: String, _ values: Value...) throws(StoreError) -> [Row] {
    try prepare(sql).rows(values)
  }

  /// The only row of an answer, or nil when there is none.
  ///
  /// - Throws: `StoreError`, as `rows` does, and code `misuse` when there are several.
  public func row(_ sql: String, _ values: Value...) throws(StoreError) -> Row? {
    try prepare(sql).row(values)
  }

  /// Calls `body` with one row after another until it says false; one row is held at a time.
  ///
  /// Which rows are seen is undefined when `body` changes the tables it walks through.
  ///
  /// - Throws: `StoreError`, as `rows` does, and whatever `body` throws.
  public func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws -> Bool
  ) throws {
    try prepare(sql).forEach(values, body)
  }

  /// Calls `body` with one row after another until it says false; nothing but `StoreError` fails.
  ///
  /// - Throws: `StoreError`, as `rows` does, or thrown by `body`.
  public func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try prepare(sql).forEach(values, body)
  }

  /// A statement to run many times in this transaction, without looking it up each time.
  ///
  /// - Throws: `StoreError`, code `misuse`, for a wrong statement or a write while reading.
  public func prepare(_ sql: String) throws(StoreError) -> Statement {
    Statement(try connection.take(sql), on: connection)
  }

  /// The value `remember` was given for a table; nil when the table may have changed since.
  public func recall<Kept: Sendable>(_ type: Kept.Type, of table: String) -> Kept? {
    connection.memory.value(of: table)
  }

  /// Keeps one value made of a table's rows as they are now, which spares reading them again.
  ///
  /// It is forgotten as soon as a statement may change the table or the schema, and whenever a
  /// transaction is undone. A table has one value; the name is written as where the table is made.
  public func remember(_ value: some Sendable, of table: String) {
    connection.memory.keep(value, of: table)
  }

  /// The row id of the row inserted last.
  public var lastInsertedRowID: Int64 { connection.sqlite.lastInsertedRowID }
}
