/// What a host is, as far as bundles depend on it; compiled in.
public struct Host: Hashable, Sendable {
  /// The app whose bundles it shows.
  public let appID: String
  /// Its own build number.
  public let build: UInt64
  /// The bridge schemas it offers to pages.
  public let bridge: ClosedRange<UInt64>
  /// The buckets of data it knows.
  public let buckets: [String: Bucket]

  /// Describes a host.
  public init(
    appID: String, build: UInt64, bridge: ClosedRange<UInt64>, buckets: [String: Bucket] = [:]
  ) {
    self.appID = appID
    self.build = build
    self.bridge = bridge
    self.buckets = buckets
  }

  /// Whether it has all that a bundle requires.
  public func offers(_ requirements: Requirements) -> Bool {
    requirements.host <= build && bridge.contains(requirements.bridge)
      && requirements.data.allSatisfy { buckets[$0.bucket]?.schemas.contains($0.schema) == true }
  }
}
