/// What `Database.open` found.
public enum Origin: Hashable, Sendable {
  /// Nothing: the store was made.
  case created
  /// A store of the newest known version.
  case opened
  /// A store of an older version, which was brought up to date.
  case migrated(from: Int)
  /// A store too old for that, or of no version, which is version 0: it was emptied and made anew.
  case renewed(from: Int)
}
