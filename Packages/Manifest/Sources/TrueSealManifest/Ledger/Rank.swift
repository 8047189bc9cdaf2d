/// Where a manifest stands among its rivals; the one order used everywhere.
public struct Rank: Hashable, Sendable, Comparable {
  /// The manifest's version.
  public let version: UInt64
  /// The manifest's hash.
  public let hash: [UInt8]

  /// Joins a version and a hash.
  public init(version: UInt64, hash: [UInt8]) {
    self.version = version
    self.hash = hash
  }

  /// A higher version ranks higher; between equal versions the lower hash does.
  public static func < (left: Self, right: Self) -> Bool {
    left.version == right.version
      ? right.hash.lexicographicallyPrecedes(left.hash)
      : left.version < right.version
  }
}
