internal import TrueSealUpdater

/// Files by their hash: `cas/<hash>`.
package struct ContentStore: Sendable {
  static let folder = "cas"

  let files: any FileSystem
  let temporaryNames: TemporaryNames
  let beginDigest: @Sendable () -> any FileDigest

  static func name(of hash: ContentHash) -> String { "\(folder)/\(hash)" }

  /// Whether a regular file of the right size stands there; its bytes are not looked at (UR-19).
  func has(_ file: BundleFile) throws(UpdaterFilesError) -> Bool {
    try files.status(of: Self.name(of: file.hash))
      == FileStatus(kind: .file, byteCount: file.byteCount)
  }

  /// Whether the bytes of a file are those its name promises.
  func isIntact(_ file: BundleFile) throws(UpdaterFilesError) -> Bool {
    var digest = beginDigest()
    var count: UInt64 = 0
    while count < file.byteCount {
      let bytes = try files.read(
        Self.name(of: file.hash), from: count, byteCountMax: UpdaterFilesLimits.chunkByteCount)
      if bytes.isEmpty { return false }
      digest.update(bytes)
      count += UInt64(bytes.count)
    }
    return count == file.byteCount && ContentHash(digest.finish()) == file.hash
  }

  /// Removes whatever stands in the place of a file.
  func discard(_ hash: ContentHash) throws(UpdaterFilesError) {
    try files.removeAll(Self.name(of: hash))
  }

  /// Makes temporary files durable, then gives them their names (U-17).
  func adopt(_ finished: [FinishedFile]) throws(UpdaterFilesError) {
    guard !finished.isEmpty else { return }
    try files.synchronize(contentsOf: finished.map(\.temporary))
    for file in finished { try files.rename(file.temporary, to: Self.name(of: file.hash)) }
    try files.synchronizeFolder(Self.folder)
  }

  /// The bytes in the store that none of these files accounts for (UR-16).
  func unreferencedByteCount(keeping kept: Set<ContentHash>) throws(UpdaterFilesError) -> UInt64 {
    var total: UInt64 = 0
    for name in try files.names(in: Self.folder) {
      if let hash = ContentHash(hexadecimal: name), kept.contains(hash) { continue }
      let count = try files.status(of: "\(Self.folder)/\(name)")?.byteCount ?? 0
      let (sum, overflows) = total.addingReportingOverflow(count)
      total = overflows ? .max : sum
    }
    return total
  }

  /// Removes all but these files, links and strange names among the rest (UR-46).
  func removeAll(but kept: Set<ContentHash>) throws(UpdaterFilesError) {
    for name in try files.names(in: Self.folder) {
      let isKept = ContentHash(hexadecimal: name).map(kept.contains) ?? false
      let path = "\(Self.folder)/\(name)"
      if isKept, try files.status(of: path)?.kind == .file { continue }
      try files.removeAll(path)
    }
  }
}

/// A temporary file whose bytes have passed check 7.
struct FinishedFile: Hashable, Sendable {
  let hash: ContentHash
  let temporary: String
  let byteCount: UInt64
}
