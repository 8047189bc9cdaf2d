/// One file of a bundle.
public struct BundleFile: Hashable, Sendable, Comparable {
  /// Where the app finds it, relative and separated by `/`.
  public let path: String
  /// What it must contain, and its name in the store.
  public let hash: ContentHash
  /// How many bytes it must have.
  public let byteCount: UInt64

  /// Takes what a publisher measured; the manifest checks it.
  public init(path: String, hash: ContentHash, byteCount: UInt64) {
    self.path = path
    self.hash = hash
    self.byteCount = byteCount
  }

  /// Orders by the UTF-8 bytes of the path, as manifests list files.
  public static func < (left: Self, right: Self) -> Bool {
    left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
  }
}
