/// A compiled statement, lent by a transaction to be run many times.
public struct Statement: ~Copyable {
  private let prepared: Prepared
  private let connection: Connection

  init(_ prepared: Prepared, on connection: Connection) {
    self.prepared = prepared
    self.connection = connection
  }

  deinit {
    connection.giveBack(prepared)
  }

  /// Runs the statement to its end and says how many rows it changed.
  ///
  /// - Throws: `StoreError`, code `misuse` for a wrong number of values, `constraint` for a row
  ///   that breaks a rule, else what happened to the file.
  @discardableResult
  public func run(_ values: Value...) throws(StoreError) -> Int {
    try connection.run(prepared, values)
  }

  /// Runs the statement to its end and says how many rows it changed.
  ///
  /// - Throws: `StoreError`, as the other form does.
  @discardableResult
  public func run(_ values: [Value]) throws(StoreError) -> Int {
    try connection.run(prepared, values)
  }

  /// All rows of the answer.
  ///
  /// - Throws: `StoreError`, as `run` does, and code `damaged` for a value of no kind we store.
  public func rows(_ values: [Value] = []) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEach(values) { row throws(StoreError) in
      rows.append(row)
      return true
    }
    return rows
  }

  /// The only row of the answer, or nil when there is none.
  ///
  /// - Throws: `StoreError`, as `rows` does, and code `misuse` when there are several.
  public func row(_ values: [Value] = []) throws(StoreError) -> Row? {
    var found: Row?
    try forEach(values) { row throws(StoreError) in
      guard found == nil else { throw StoreError(.misuse, "more than one row") }
      found = row
      return true
    }
    return found
  }

  /// Calls `body` with one row after another until it says false; one row is held at a time.
  ///
  /// - Throws: `StoreError`, as `rows` does, and whatever `body` throws.
  public func forEach(_ values: [Value] = [], _ body: (Row) throws -> Bool) throws {
    try connection.forEachStep(prepared, values, failing: { $0 }) {
      try body(prepared.row())
    }
  }

  /// Calls `body` with one row after another until it says false; nothing but `StoreError` fails.
  ///
  /// - Throws: `StoreError`, as `rows` does, or thrown by `body`.
  public func forEach(
    _ values: [Value] = [], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try connection.forEachStep(prepared, values, failing: { $0 }) { () throws(StoreError) in
      try body(prepared.row())
    }
  }
}
