/// One row of an answer, copied out of the database; columns count from zero.
public struct Row: Hashable, Sendable {
  private let values: [Value]

  init(_ values: [Value]) { self.values = values }

  /// How many columns the row has.
  public var count: Int { values.count }

  /// The column as it is stored.
  ///
  /// A column the statement does not name is a programming error.
  public func value(_ column: Int) -> Value {
    precondition(values.indices.contains(column), "the row has no such column")
    return values[column]
  }

  /// A whole number.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func integer(_ column: Int) throws(StoreError) -> Int64 {
    guard case .integer(let number) = value(column) else { throw mismatch(column, "integer") }
    return number
  }

  /// Text.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func text(_ column: Int) throws(StoreError) -> String {
    guard case .text(let text) = value(column) else { throw mismatch(column, "text") }
    return text
  }

  /// Bytes.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func blob(_ column: Int) throws(StoreError) -> [UInt8] {
    guard case .blob(let bytes) = value(column) else { throw mismatch(column, "blob") }
    return bytes
  }

  /// A whole number, or nil where the column is null.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func optionalInteger(_ column: Int) throws(StoreError) -> Int64? {
    value(column) == .null ? nil : try integer(column)
  }

  /// Text, or nil where the column is null.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func optionalText(_ column: Int) throws(StoreError) -> String? {
    value(column) == .null ? nil : try text(column)
  }

  /// Bytes, or nil where the column is null.
  ///
  /// - Throws: `StoreError`, code `damaged`, when the column holds anything else.
  public func optionalBlob(_ column: Int) throws(StoreError) -> [UInt8]? {
    value(column) == .null ? nil : try blob(column)
  }

  private func mismatch(_ column: Int, _ wanted: String) -> StoreError {
    StoreError(.damaged, "column \(column) holds no \(wanted)")
  }
}
