/// How a store too old to be migrated is begun anew: it is emptied, and the layout made again.
public struct Renewal: Sendable {
  /// The tables, no more and no fewer, by which a store without a version is known to be ours.
  ///
  /// Anything else without a version is refused as `tooOld`: it may be somebody's file.
  public let unversionedTables: Set<String>

  let migration: Migration

  /// Renewal of stores below the floor and of those with these tables and no version.
  ///
  /// `migration` runs last in the transaction that empties the store; it may say what happened.
  public init(unversionedTables: Set<String>, migration: Migration) {
    self.unversionedTables = unversionedTables
    self.migration = migration
  }
}
