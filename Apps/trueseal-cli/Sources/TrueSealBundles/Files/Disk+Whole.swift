internal import TrueSealCrypto
package import TrueSealTerminal
package import TrueSealUpdater

/// Whole files: read, replaced, added and copied.
extension Disk {
  /// How much of a file is read at a time, in bytes.
  private static let chunkByteCount = 262_144

  /// All bytes of a small file; nil if there is none.
  ///
  /// One byte above the limit is returned.
  package func whole(_ path: String, byteCountMax: Int) throws(Refusal) -> [UInt8]? {
    guard try standing(at: path) != nil else { return nil }
    return try read(path, from: 0, byteCountMax: byteCountMax + 1)
  }

  /// Replaces a file durably: exclusive temporary file, flush, rename, flush of the folder.
  package func replace(
    _ path: String, with bytes: [UInt8], temporary: String
  ) throws(Refusal) {
    try put(bytes, at: temporary) { () throws(Refusal) in try rename(temporary, to: path) }
    try synchronizeFolder(Self.folder(of: path))
  }

  /// Adds a file durably under a name that nothing has; what is there already is never touched.
  package func add(_ path: String, _ bytes: [UInt8], temporary: String) throws(Refusal) {
    try put(bytes, at: temporary) { () throws(Refusal) in try link(temporary, to: path) }
    try remove(temporary)
    try synchronizeFolder(Self.folder(of: path))
  }

  private func put(
    _ bytes: [UInt8], at temporary: String, _ name: () throws(Refusal) -> Void
  ) throws(Refusal) {
    try create(temporary, mode: 0o644) { file throws(Refusal) in try append(bytes, to: file) }
    do throws(Refusal) {
      try name()
    } catch {
      try? remove(temporary)
      throw error
    }
  }

  /// The hash and the size of a file, read once.
  package func digest(of path: String) throws(Refusal) -> (hash: ContentHash, byteCount: UInt64) {
    try measure(path) { _ throws(Refusal) in }
  }

  /// Copies a file to a new name and measures just the bytes that were copied.
  ///
  /// The copy is flushed; its folder is not.
  package func copy(
    _ path: String, to target: String
  ) throws(Refusal) -> (hash: ContentHash, byteCount: UInt64) {
    var measured: (hash: ContentHash, byteCount: UInt64)?
    try create(target, mode: 0o644) { file throws(Refusal) in
      measured = try measure(path) { bytes throws(Refusal) in try append(bytes, to: file) }
    }
    guard let measured else { throw Refusal(.storage, "\(path) was not copied") }
    return measured
  }

  private func measure(
    _ path: String, _ take: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) -> (hash: ContentHash, byteCount: UInt64) {
    var digest = RunningDigest()
    var count: UInt64 = 0
    while true {
      let bytes = try read(path, from: count, byteCountMax: Self.chunkByteCount)
      count += UInt64(bytes.count)
      guard count <= UpdaterLimits.fileByteCountMax else {
        throw Refusal(.inputRefused, "\(path) is larger than a file of a bundle may be")
      }
      digest.add(bytes.span)
      try take(bytes)
      if bytes.count < Self.chunkByteCount { break }
    }
    guard let hash = ContentHash(digest.finish()) else {
      throw Refusal(.unexpected, "a digest has not 32 bytes")
    }
    return (hash, count)
  }

  /// The folder a path stands in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
