public import TrueSealUpdater

/// What code that shows nothing may know of the updater; it can change nothing (U-28, UR-48, UR-58).
///
/// For background isolates, background launches and scheduled work.
public struct UpdaterView: Sendable {
  private let stateFile: StateFile
  private let manifests: ManifestStore

  /// Looks at the folder of an app; makes nothing there.
  public init(appSupport: String) {
    let files = DiskFiles(root: "\(appSupport)/valence")
    let temporaryNames = TemporaryNames { [UInt8](repeating: 0, count: $0) }
    stateFile = StateFile(files: files, temporaryNames: temporaryNames)
    manifests = ManifestStore(files: files, temporaryNames: temporaryNames)
  }

  /// What the phone remembers; nil before its first start and for an unreadable file.
  ///
  /// Blocks.
  ///
  /// - Throws: `UpdaterFilesError` if the file system does not answer.
  public func state() throws(UpdaterFilesError) -> Activation.State? {
    guard case .state(let state, _, _) = try stateFile.load() else { return nil }
    return state
  }

  /// The manifest of a release in the store, decoded but not verified anew; nil without one.
  ///
  /// Blocks.
  ///
  /// - Throws: `UpdaterFilesError` if the file system does not answer.
  public func manifest(of seq: UInt64) throws(UpdaterFilesError) -> BundleManifest? {
    guard let stored = try manifests.read(seq) else { return nil }
    return try? BundleManifest(decoding: stored.bytes)
  }
}
