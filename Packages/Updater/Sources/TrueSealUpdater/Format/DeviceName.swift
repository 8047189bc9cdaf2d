/// Names that Windows takes for devices, with or without an extension.
///
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
enum DeviceName {
  private static let whole: Set<String> = ["con", "prn", "aux", "nul", "conin$", "conout$"]

  /// Whether any device's name begins with these two lower-case letters.
  static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (UInt8(ascii: "c"), UInt8(ascii: "o")), (UInt8(ascii: "p"), UInt8(ascii: "r")),
      (UInt8(ascii: "a"), UInt8(ascii: "u")), (UInt8(ascii: "n"), UInt8(ascii: "u")),
      (UInt8(ascii: "l"), UInt8(ascii: "p")):
      true
    case _: false
    }
  }

  static func isStem(of segment: Substring.UTF8View) -> Bool {
    let stem = segment.prefix { $0 != UInt8(ascii: ".") }
      .reversed().drop { $0 == UInt8(ascii: " ") }.reversed()
    guard (3...7).contains(stem.count) else { return false }
    let name = String(decoding: stem.map { Text.isUppercase($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    if whole.contains(name) { return true }
    // The superscript digits count as digits there.
    guard name.hasPrefix("com") || name.hasPrefix("lpt"), let port = name.dropFirst(3).first else {
      return false
    }
    return name.count == 4 && "0123456789\u{b9}\u{b2}\u{b3}".contains(port)
  }
}
