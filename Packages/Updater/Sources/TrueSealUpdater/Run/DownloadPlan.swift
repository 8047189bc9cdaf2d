/// What a phone must download for a release.
public struct DownloadPlan: Hashable, Sendable {
  /// The files the store lacks, each content once, in the manifest's order.
  public let missing: [BundleFile]

  /// Asks about each content of a manifest once.
  ///
  /// - Parameter isStored: Whether the store has the file, as a regular file of its size (UR-19).
  public init(_ manifest: BundleManifest, isStored: (BundleFile) -> Bool) {
    var seen: Set<ContentHash> = []
    missing = manifest.files.filter { seen.insert($0.hash).inserted && !isStored($0) }
  }

  /// The bytes to download; at most 4,096 files of 268,435,456 bytes.
  public var byteCount: UInt64 {
    missing.reduce(0) { $0 &+ $1.byteCount }
  }

  /// Whether the download stays within the app's cap (U-16, UR-16).
  ///
  /// With nothing to download it always does.
  ///
  /// - Parameter unreferenced: The bytes in the store that no kept manifest and not this one names.
  public func fits(cap: UInt64, unreferenced: UInt64) -> Bool {
    guard !missing.isEmpty else { return true }
    let (total, overflows) = byteCount.addingReportingOverflow(unreferenced)
    return !overflows && total <= cap
  }
}
