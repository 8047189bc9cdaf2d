/// What was made of tables' rows and is still true.
struct Memory {
  private var kept: [(table: String, value: any Sendable)] = []

  /// The value kept for a table, if it is of this type.
  func value<Kept: Sendable>(of table: String) -> Kept? {
    kept.first { $0.table == table }?.value as? Kept
  }

  /// Keeps a value in place of the one a table has.
  mutating func keep(_ value: some Sendable, of table: String) {
    kept.removeAll { $0.table == table }
    kept.append((table, value))
  }

  /// Drops what a statement may have made untrue.
  mutating func forget(_ footprint: Footprint) {
    guard kept.contains(where: { footprint.contains($0.table) }) else { return }
    kept.removeAll { footprint.contains($0.table) }
  }
}
