public import TrueSealUpdater

/// A bundle to be shown, and the load that shows it.
public struct Page: Sendable {
  /// What the bundle consists of.
  public let manifest: BundleManifest
  /// The load; the page's `ready` must carry it.
  public let token: LoadToken
  /// Whether it is on trial.
  public let isTrial: Bool
  /// Where its files are.
  public let source: Served.Source
  private let files: [String: BundleFile]
  private let store: any FileSystem
  private let builtIn: BuiltInBundle?

  init(
    _ served: Served, _ manifest: BundleManifest, store: any FileSystem, builtIn: BuiltInBundle?
  ) {
    self.manifest = manifest
    token = served.load
    isTrial = served.isTrial
    source = served.source
    files = Dictionary(manifest.files.map { ($0.path, $0) }) { first, _ in first }
    self.store = store
    self.builtIn = builtIn
  }

  /// The file that the manifest names; nil for any other path.
  public func file(at path: String) -> BundleFile? { files[path] }

  /// Where a file stands on the disk; nil for a path the manifest does not name.
  ///
  /// Nil too for what came with the app and is no file of its own.
  public func absolutePath(of path: String) -> String? {
    guard let file = files[path] else { return nil }
    return switch source {
    case .stored: store.absolutePath(of: ContentStore.name(of: file.hash))
    case .builtIn: builtIn?.absolutePath(file)
    }
  }

  /// The bytes of a file.
  ///
  /// Blocks.
  ///
  /// - Throws: `UpdaterFilesError`, code `noSuchPath` for a path the manifest does not name.
  public func read(_ path: String) throws(UpdaterFilesError) -> [UInt8] {
    guard let file = files[path] else { throw UpdaterFilesError(.noSuchPath, path) }
    var bytes: [UInt8] = []
    while UInt64(bytes.count) < file.byteCount {
      let part = try read(file, from: UInt64(bytes.count))
      guard !part.isEmpty else { throw UpdaterFilesError(.io, "\(path) is too short") }
      bytes += part
    }
    return bytes
  }

  private func read(
    _ file: BundleFile, from offset: UInt64
  ) throws(UpdaterFilesError) -> [UInt8] {
    let chunk = UpdaterFilesLimits.chunkByteCount
    if case .stored = source {
      return try store.read(ContentStore.name(of: file.hash), from: offset, byteCountMax: chunk)
    }
    do {
      return try builtIn?.read(file, offset, chunk) ?? []
    } catch {
      throw UpdaterFilesError(.io, "\(file.path): \(error)")
    }
  }
}
