/// What a cleaning must leave in the store and in the app's data.
public struct KeepSet: Hashable, Sendable {
  /// The releases whose manifests stay.
  public let seqs: Set<UInt64>
  /// The files that stay.
  public let files: Set<ContentHash>
  /// The pairs of bucket and schema that stay.
  public let data: Set<Requirements.Pair>

  /// Keeps all that these manifests name: those of the effect, and that of a run in flight (UR-45).
  public init(_ manifests: [BundleManifest]) {
    seqs = Set(manifests.map(\.seq))
    files = Set(manifests.flatMap { $0.files.map(\.hash) })
    data = Set(manifests.flatMap(\.requirements.data))
  }

  /// Whether synced data may be deleted: nothing kept requires it, and the phone never writes there.
  public func releases(_ pair: Requirements.Pair, in buckets: [String: Bucket]) -> Bool {
    buckets[pair.bucket]?.isWritable != true && !data.contains(pair)
  }
}
