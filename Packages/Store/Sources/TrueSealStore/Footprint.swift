/// What running a statement may change, its triggers included.
struct Footprint {
  /// The tables whose rows may change; so few that looking through them is the fastest.
  private var tables: [String] = []
  /// Whether tables, indexes or triggers may come or go.
  var isSchema = false

  var isEmpty: Bool { tables.isEmpty && !isSchema }

  func contains(_ table: String) -> Bool { isSchema || tables.contains(table) }

  mutating func insert(_ table: String) {
    if !tables.contains(table) { tables.append(table) }
  }

  mutating func formUnion(_ other: Footprint) {
    for table in other.tables { insert(table) }
    isSchema = isSchema || other.isSchema
  }
}
