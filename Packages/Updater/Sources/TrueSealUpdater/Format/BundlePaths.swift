/// The rules of paths, one by one and among each other (UC-4).
///
/// Files are stored by hash, so no path is ever opened; the rules protect whoever matches requests,
/// builds bundles or exports them to a file system.
enum BundlePaths {
  /// - Parameter paths: Ascending by their bytes.
  /// - Throws: `UpdaterError`, codes `badPath` and `conflict`.
  static func check(_ paths: [String]) throws(UpdaterError) {
    for path in paths { try check(path) }
    let folded = paths.map(CaseFolding.key)
    let all = Set(folded)
    guard all.count == paths.count else {
      throw UpdaterError(.conflict, "two paths differ in case or normal form only")
    }
    var previous: Substring = ""
    for path in folded {
      guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
      let folder = path[..<end]
      if folder == previous { continue }
      previous = folder
      try checkFolders(of: path, in: all)
    }
  }

  private static func checkFolders(of path: String, in all: Set<String>) throws(UpdaterError) {
    for end in path.utf8.indices where path.utf8[end] == UInt8(ascii: "/") {
      guard !all.contains(String(path[..<end])) else {
        throw UpdaterError(.conflict, "a path is a file and a folder")
      }
    }
  }

  private static func check(_ path: String) throws(UpdaterError) {
    guard (1...UpdaterLimits.pathByteCountMax).contains(path.utf8.count) else {
      throw UpdaterError(.badPath, "a path is empty or too long")
    }
    var isASCII = true
    for byte in path.utf8 {
      guard !isRefused(byte) else {
        throw UpdaterError(.badPath, "a path holds a refused character")
      }
      if byte >= 0x80 { isASCII = false }
    }
    for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let last = segment.last, segment.count <= UpdaterLimits.segmentByteCountMax,
        last != UInt8(ascii: "."), last != UInt8(ascii: " ")
      else { throw UpdaterError(.badPath, "a segment of a path is empty, too long or misleading") }
      guard !DeviceName.isStem(of: segment) else {
        throw UpdaterError(.badPath, "a segment of a path names a device")
      }
    }
    guard !isASCII else { return }
    guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw UpdaterError(.badPath, "a path holds a control character")
    }
    guard NormalForm.isComposed(path) else {
      throw UpdaterError(.badPath, "a path is not in normal form C")
    }
  }

  private static func isRefused(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
