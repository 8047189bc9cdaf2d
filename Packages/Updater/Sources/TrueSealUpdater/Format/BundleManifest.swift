/// What a release is made of: `manifests/<seq>.json`.
///
/// Each value keeps the structural rules of check `format` (UC-4), whether it was read or made.
public struct BundleManifest: Hashable, Sendable {
  /// The app it is for: letters, digits, dots, underscores and dashes.
  public let appID: String
  /// The release's number; a higher one is newer.
  public let seq: UInt64
  /// The lowest seq a phone may take once it has committed this release.
  public let floor: UInt64
  /// Whether the page may offer to apply it at once.
  public let isUrgent: Bool
  /// The page to load first, one of `files`.
  public let entry: String
  /// The commit it was built from, in hexadecimal digits.
  public let commit: String?
  /// What it needs from the host.
  public let requirements: Requirements
  /// All files, ascending by the bytes of their paths.
  public let files: [BundleFile]

  /// Makes a manifest of files in any order.
  ///
  /// - Throws: `UpdaterError`, by the structural rule that is broken.
  public init(
    appID: String, seq: UInt64, floor: UInt64, isUrgent: Bool = false, entry: String,
    commit: String? = nil, requirements: Requirements, files: [BundleFile]
  ) throws(UpdaterError) {
    self.init(
      reading: appID, seq: seq, floor: floor, isUrgent: isUrgent, entry: entry, commit: commit,
      requirements: requirements, files: files.sorted())
    try checkStructure()
  }

  init(
    reading appID: String, seq: UInt64, floor: UInt64, isUrgent: Bool, entry: String,
    commit: String?, requirements: Requirements, files: [BundleFile]
  ) {
    self.appID = appID
    self.seq = seq
    self.floor = floor
    self.isUrgent = isUrgent
    self.entry = entry
    self.commit = commit
    self.requirements = requirements
    self.files = files
  }

  /// The bytes of all files together, each path counted.
  public var byteCount: UInt64 {
    files.reduce(0) { $0 &+ $1.byteCount }
  }

  /// Where a release's manifest stands below the channel's URL.
  public static func path(of seq: UInt64) -> String { "manifests/\(seq).json" }

  /// Where its signature stands.
  public static func signaturePath(of seq: UInt64) -> String { "manifests/\(seq).json.sig" }
}
