/// Walks Swift source once and blanks what is not code.
struct Scrubber {
  let source: [UInt8]
  private(set) var code: [UInt8]
  private(set) var comments: [SwiftText.Comment] = []
  private var at = 0
  private var line = 1

  init(_ text: String) {
    source = Array(text.utf8)
    code = source
  }

  mutating func run() {
    while at < source.count { readCode(insideInterpolation: false) }
  }

  /// Reads code to the end, or to the bracket that closes the interpolation it stands in.
  private mutating func readCode(insideInterpolation: Bool) {
    var depth = 0
    while at < source.count {
      switch source[at] {
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): readLineComment()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): readBlockComment()
      case UInt8(ascii: "\""): readString(hashes: 0)
      case UInt8(ascii: "#"): readHashes()
      case UInt8(ascii: "`"): readRawIdentifier()
      case UInt8(ascii: "("):
        depth += 1
        advance()
      case UInt8(ascii: ")"):
        advance()
        if depth == 0 && insideInterpolation { return }
        depth -= 1
      default: advance()
      }
    }
  }

  private mutating func readLineComment() {
    let start = at
    while at < source.count, source[at] != UInt8(ascii: "\n") { blank() }
    keep(from: start, to: at, line: line)
  }

  private mutating func readBlockComment() {
    let start = at
    let firstLine = line
    var depth = 0
    repeat {
      if source[at] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        blank()
      } else if source[at] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        blank()
      }
      blank()
    } while depth > 0 && at < source.count
    keep(from: start, to: at, line: firstLine)
  }

  private mutating func readHashes() {
    var count = 0
    while peek(count) == UInt8(ascii: "#") { count += 1 }
    let opensString = peek(count) == UInt8(ascii: "\"")
    for _ in 0..<count { advance() }
    if opensString { readString(hashes: count) }
  }

  private mutating func readString(hashes: Int) {
    let quotes = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"") ? 3 : 1
    for _ in 0..<quotes { advance() }
    while at < source.count {
      if source[at] == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
        let opensInterpolation = peek(1 + hashes) == UInt8(ascii: "(")
        for _ in 0..<(hashes + 2) where at < source.count { blank() }
        if opensInterpolation { readCode(insideInterpolation: true) }
      } else if closesString(quotes: quotes, hashes: hashes) {
        for _ in 0..<(quotes + hashes) { advance() }
        return
      } else if quotes == 1, source[at] == UInt8(ascii: "\n") {
        return
      } else {
        blank()
      }
    }
  }

  private mutating func readRawIdentifier() {
    advance()
    while at < source.count, source[at] != UInt8(ascii: "`"), source[at] != UInt8(ascii: "\n") {
      blank()
    }
    if at < source.count { advance() }
  }

  private func closesString(quotes: Int, hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") } && hasHashes(hashes, after: quotes)
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
  }

  private func peek(_ offset: Int) -> UInt8? {
    at + offset < source.count ? source[at + offset] : nil
  }

  private mutating func advance() {
    if source[at] == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func blank() {
    guard at < source.count else { return }
    if source[at] != UInt8(ascii: "\n") { code[at] = UInt8(ascii: " ") }
    advance()
  }

  private mutating func keep(from start: Int, to end: Int, line: Int) {
    let text = String(decoding: source[start..<end], as: UTF8.self)
    let isDocumentation = text.hasPrefix("///") || text.hasPrefix("/**")
    comments.append(
      .init(
        line: line, text: String(text.dropFirst(isDocumentation ? 3 : 2)),
        isDocumentation: isDocumentation))
  }
}
