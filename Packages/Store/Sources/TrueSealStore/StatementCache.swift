/// The statements one connection keeps, so that asking again costs no compiling; bounded.
struct StatementCache {
  private var kept: [String: Prepared] = [:]
  /// Most statements run many times in a row, and comparing with one is cheaper than hashing.
  private var last: Prepared?
  private var clock = 0

  /// How many statements are kept.
  var count: Int { kept.count }

  /// A kept statement that nobody else is using.
  mutating func take(_ sql: String) -> Prepared? {
    let found: Prepared?
    if let last, last.sql == sql { found = last } else { found = kept[sql] }
    guard let found, !found.isTaken else { return nil }
    clock += 1
    found.lastUse = clock
    found.isTaken = true
    last = found
    return found
  }

  /// Takes a statement back; the one unused for longest makes room.
  mutating func giveBack(_ prepared: Prepared) {
    prepared.isTaken = false
    guard prepared.lastUse == nil, kept[prepared.sql] == nil else { return }
    if kept.count == StoreLimits.statementsKeptMax,
      let oldest = kept.values.filter({ !$0.isTaken }).min(by: { $0.age < $1.age })
    {
      kept[oldest.sql] = nil
    }
    guard kept.count < StoreLimits.statementsKeptMax else { return }
    clock += 1
    prepared.lastUse = clock
    kept[prepared.sql] = prepared
    last = prepared
  }
}

extension Prepared {
  fileprivate var age: Int { lastUse ?? 0 }
}
