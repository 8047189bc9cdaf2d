/// What any reader would take for the same text: UTF-8 without a byte order mark and without NUL.
///
/// Source: RFC 3629, section 4; check `encoding` (UC-2).
enum Encoding {
  /// - Throws: `UpdaterError`, code `notUTF8`.
  static func check(_ bytes: [UInt8]) throws(UpdaterError) {
    guard !bytes.starts(with: [0xef, 0xbb, 0xbf]) else {
      throw UpdaterError(.notUTF8, "begins with a byte order mark")
    }
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      guard byte != 0 else { throw UpdaterError(.notUTF8, "holds a NUL") }
      guard byte >= 0x80 else {
        at += 1
        continue
      }
      guard let length = length(of: bytes, at: at) else {
        throw UpdaterError(.notUTF8, "byte \(at) begins no character")
      }
      at += length
    }
  }

  /// How many bytes the character has that begins here; nil if there is none.
  private static func length(of bytes: [UInt8], at start: Int) -> Int? {
    let rules: (length: Int, second: ClosedRange<UInt8>)? =
      switch bytes[start] {
      case 0xc2...0xdf: (2, 0x80...0xbf)
      case 0xe0: (3, 0xa0...0xbf)
      case 0xe1...0xec, 0xee...0xef: (3, 0x80...0xbf)
      case 0xed: (3, 0x80...0x9f)
      case 0xf0: (4, 0x90...0xbf)
      case 0xf1...0xf3: (4, 0x80...0xbf)
      case 0xf4: (4, 0x80...0x8f)
      case _: nil
      }
    guard let rules, bytes.count - start >= rules.length, rules.second.contains(bytes[start + 1]),
      bytes[(start + 2)..<(start + rules.length)].allSatisfy({ $0 & 0xc0 == 0x80 })
    else { return nil }
    return rules.length
  }
}
