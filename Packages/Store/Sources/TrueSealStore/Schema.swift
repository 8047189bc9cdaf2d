/// Every layout a release knows, oldest first, and the oldest it still brings up to date.
public struct Schema: Sendable {
  /// The layouts, numbered from 1 without a gap.
  public let versions: [SchemaVersion]
  /// The oldest version that is migrated; anything below is begun anew, or `tooOld`.
  public let floor: Int
  /// How a store that is too old is begun anew; nil where it is refused.
  public let renewal: Renewal?

  /// The chain of layouts from the first released to the newest.
  ///
  /// A gap in the numbers, a name used twice or a floor outside the chain is a programming error.
  public init(versions: [SchemaVersion], floor: Int = 1, renewal: Renewal? = nil) {
    let steps = versions.flatMap(\.migrations) + [renewal?.migration].compactMap(\.self)
    let names = steps.map(\.name)
    precondition(!versions.isEmpty, "a schema has at least one version")
    precondition(versions.map(\.number) == Array(1...versions.count), "versions count from 1")
    precondition(Set(names).count == names.count, "two migrations have one name")
    precondition((1...versions.count).contains(floor), "the floor is one of the versions")
    self.versions = versions
    self.floor = floor
    self.renewal = renewal
  }

  /// The version this release writes.
  public var newest: Int { versions.count }

  /// The steps from `version`, where 0 is an empty file, to the newest.
  func migrations(after version: Int) -> [Migration] {
    versions.filter { $0.number > version }.flatMap(\.migrations)
  }
}
