import TrueSealStore

extension Transaction {
  /// The number a counting query answers with.
  func count(_ sql: String, _ values: Value...) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    return Int(clamping: try statement.row(values)?.integer(0) ?? 0)
  }
}
