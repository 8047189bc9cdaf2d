/// The rules of paths, one by one and among each other (UC-4).
///
/// Files are stored by hash, so no path is ever opened; the rules protect whoever matches requests,
/// builds bundles or exports them to a file system.
enum BundlePaths {
  /// - Parameter paths: Ascending by their bytes, each once.
  /// - Throws: `UpdaterError`, codes `badPath` and `conflict`.
  static func check(_ paths: [String]) throws(UpdaterError) {
    var isPlain = true
    for path in paths where try !check(path) { isPlain = false }
    guard !isPlain else {
      // Without capitals and accents nothing can be confused but what is equal.
      return try checkFolders(of: paths) { contains($0, in: paths) }
    }
    let folded = paths.map(CaseFolding.key)
    let all = Set(folded)
    guard all.count == paths.count else {
      throw UpdaterError(.conflict, "two paths differ in case or normal form only")
    }
    try checkFolders(of: folded) { all.contains($0) }
  }

  /// Whether a path is among others, which ascend by their bytes.
  static func contains(_ path: String, in paths: [String]) -> Bool {
    var low = 0
    var high = paths.count
    while low < high {
      let middle = low + (high - low) / 2
      if paths[middle].utf8.lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < paths.count && paths[low].utf8.elementsEqual(path.utf8)
  }

  /// Looks up each folder of each path; neighbours in one folder share the answer.
  private static func checkFolders(
    of paths: [String], isFile: (String) -> Bool
  ) throws(UpdaterError) {
    var previous: Substring = ""
    for path in paths {
      guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
      let folder = path[..<end]
      if folder.utf8.elementsEqual(previous.utf8) { continue }
      previous = folder
      for end in path.utf8.indices where path.utf8[end] == UInt8(ascii: "/") {
        guard !isFile(String(path[..<end])) else {
          throw UpdaterError(.conflict, "a path is a file and a folder")
        }
      }
    }
  }

  /// Checks one path; true if it is ASCII without capitals.
  private static func check(_ path: String) throws(UpdaterError) -> Bool {
    guard (1...UpdaterLimits.pathByteCountMax).contains(path.utf8.count) else {
      throw UpdaterError(.badPath, "a path is empty or too long")
    }
    var isASCII = true
    var hasCapitals = false
    var mayNameDevice = false
    var segment = Segment()
    for byte in path.utf8 {
      guard byte != UInt8(ascii: "/") else {
        guard segment.isSound else { throw unsound }
        mayNameDevice = mayNameDevice || segment.mayNameDevice
        segment = Segment()
        continue
      }
      guard !isRefused(byte) else {
        throw UpdaterError(.badPath, "a path holds a refused character")
      }
      if byte >= 0x80 { isASCII = false }
      if Text.isUppercase(byte) { hasCapitals = true }
      segment.append(byte)
    }
    guard segment.isSound else { throw unsound }
    if mayNameDevice || segment.mayNameDevice { try checkDevices(path) }
    if !isASCII { try checkForm(path) }
    return isASCII && !hasCapitals
  }

  private static var unsound: UpdaterError {
    UpdaterError(.badPath, "a segment of a path is empty, too long or misleading")
  }

  /// What one pass over a segment shows.
  private struct Segment {
    private var byteCount = 0
    private var first: UInt8 = 0
    private var second: UInt8 = 0
    private var last = UInt8(ascii: ".")

    mutating func append(_ byte: UInt8) {
      if byteCount == 0 { first = byte | 0x20 }
      if byteCount == 1 { second = byte | 0x20 }
      last = byte
      byteCount += 1
    }

    /// Neither empty nor too long, and not ending in what some systems drop.
    var isSound: Bool {
      byteCount <= UpdaterLimits.segmentByteCountMax && last != UInt8(ascii: ".")
        && last != UInt8(ascii: " ")
    }

    /// Whether it begins like a device, so that a closer look is needed.
    var mayNameDevice: Bool { DeviceName.mayBegin(first, second) }
  }

  private static func checkDevices(_ path: String) throws(UpdaterError) {
    for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard !DeviceName.isStem(of: segment) else {
        throw UpdaterError(.badPath, "a segment of a path names a device")
      }
    }
  }

  private static func checkForm(_ path: String) throws(UpdaterError) {
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
