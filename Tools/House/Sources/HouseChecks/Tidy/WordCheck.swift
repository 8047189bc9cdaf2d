internal import Foundation

/// Words that have no place in the tree: marks of unfinished work and traces of where it was written.
package enum WordCheck {
  /// The words are put together from halves, so that this file does not hold them.
  static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
  static let traces = [
    ".." + "/shared", "/wo" + "rk/", "/ro" + "ot/", "pypi" + ".org", "debian" + ".org",
    "pythonhosted" + ".org", "Chat" + "GPT", "Clau" + "de", "Anthro" + "pic", "AI" + "-generated",
  ]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.files.flatMap(findings)
  }

  private static func findings(in file: SourceFile) -> [Finding] {
    let bytes = Data(file.text.utf8)
    let whole = marks.flatMap { mark in places(of: mark, in: bytes).filter { isWhole($0, bytes) } }
    let anywhere = traces.flatMap { places(of: $0, in: bytes) }
    return (whole + anywhere).sorted { $0.lowerBound < $1.lowerBound }.map { place in
      let line = bytes[..<place.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
      let word = String(decoding: bytes[place], as: UTF8.self)
      return Finding(file.path, line: line, "`\(word)` has no place in the tree")
    }
  }

  private static func places(of word: String, in bytes: Data) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while let place = bytes.range(of: Data(word.utf8), in: start..<bytes.count) {
      found.append(place)
      start = place.upperBound
    }
    return found
  }

  private static func isWhole(_ place: Range<Int>, _ bytes: Data) -> Bool {
    let before = place.lowerBound > 0 ? bytes[place.lowerBound - 1] : 0
    let after = place.upperBound < bytes.count ? bytes[place.upperBound] : 0
    return !isLetter(before) && !isLetter(after)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
