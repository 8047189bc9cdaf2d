/// A key under which two paths are equal if a file system that ignores case could confuse them.
///
/// Upper case first, then lower, scalar by scalar: that also joins letters with several lower-case
/// forms. The standard library compares strings by canonical equivalence, which adds normal form C.
enum CaseFolding {
  static func key(_ path: String) -> String {
    if path.utf8.allSatisfy({ $0 < 0x80 }) {
      guard path.utf8.contains(where: Text.isUppercase) else { return path }
      return String(
        decoding: path.utf8.map { Text.isUppercase($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var folded = ""
    for scalar in path.unicodeScalars {
      for upper in scalar.properties.uppercaseMapping.unicodeScalars {
        folded.unicodeScalars.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return folded
  }
}
