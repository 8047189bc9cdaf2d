/// What `Database.open` found.
public enum Origin: Hashable, Sendable {
  /// Nothing: the store was made.
  case created
  /// A store of the newest known version.
  case opened
  /// A store of an older version, which was brought up to date.
  case migrated(from: Int)
}
