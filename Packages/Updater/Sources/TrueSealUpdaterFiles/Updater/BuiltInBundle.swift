public import TrueSealUpdater

/// The bundle that ships with the app, read from wherever the platform keeps it.
public struct BuiltInBundle: Sendable {
  /// Its seq and floor, compiled into the app.
  public let builtIn: BuiltIn
  /// Returns the manifest's bytes.
  public let manifest: @Sendable () throws -> [UInt8]
  /// Returns some bytes of a file, at most as many as asked for, and none at its end.
  public let read:
    @Sendable (_ file: BundleFile, _ offset: UInt64, _ byteCountMax: Int) throws -> [UInt8]
  /// Where a file stands, if it is one of its own.
  public let absolutePath: @Sendable (_ file: BundleFile) -> String?

  /// Describes a bundle by how it is read; the closures may be called on any thread.
  public init(
    seq: UInt64, floor: UInt64, manifest: @escaping @Sendable () throws -> [UInt8],
    read:
      @escaping @Sendable (_ file: BundleFile, _ offset: UInt64, _ byteCountMax: Int) throws ->
      [UInt8],
    absolutePath: @escaping @Sendable (_ file: BundleFile) -> String? = { _ in nil }
  ) {
    builtIn = BuiltIn(seq: seq, floor: floor)
    self.manifest = manifest
    self.read = read
    self.absolutePath = absolutePath
  }

  /// A bundle in a folder that is laid out like a release folder: `manifests/<seq>.json`, `cas/<hash>`.
  public init(folder: String, seq: UInt64, floor: UInt64) {
    let files = DiskFiles(root: folder)
    self.init(
      seq: seq, floor: floor,
      manifest: {
        try files.read(
          BundleManifest.path(of: seq), from: 0,
          byteCountMax: UpdaterLimits.manifestByteCountMax + 1)
      },
      read: { file, offset, byteCountMax in
        try files.read(
          ContentStore.name(of: file.hash), from: offset, byteCountMax: byteCountMax)
      },
      absolutePath: { files.absolutePath(of: ContentStore.name(of: $0.hash)) })
  }
}
