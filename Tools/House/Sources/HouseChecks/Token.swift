/// A word, a raw identifier or a single mark of blanked Swift source.
package struct Token: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case word
    /// An identifier between backticks.
    case raw
    case mark(UInt8)
  }

  package let kind: Kind
  package let start: Int
  package let end: Int
  /// Counted from 1.
  package let line: Int

  package func `is`(_ mark: Character) -> Bool {
    kind == .mark(mark.asciiValue ?? 0)
  }

  static func split(_ code: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var at = 0
    var line = 1
    while at < code.count {
      let start = at
      let byte = code[at]
      at += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
      } else if isWordByte(byte) {
        while at < code.count, isWordByte(code[at]) { at += 1 }
        tokens.append(Token(kind: .word, start: start, end: at, line: line))
      } else if byte == UInt8(ascii: "`") {
        while at < code.count, code[at] != UInt8(ascii: "`") { at += 1 }
        at = min(at + 1, code.count)
        tokens.append(Token(kind: .raw, start: start, end: at, line: line))
      } else if byte > UInt8(ascii: " ") {
        tokens.append(Token(kind: .mark(byte), start: start, end: at, line: line))
      }
    }
    return tokens
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
