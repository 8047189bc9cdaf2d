/// Finds declarations by their keywords and braces; it needs no grammar beyond that.
struct DeclarationScan {
  private struct Scope {
    /// The declaration whose body this is, or nil for any other brace.
    let declaration: Int?
    let bracketDepth: Int
  }

  private static let typeWords: Set = ["struct", "class", "enum", "actor", "protocol"]
  private static let functionWords: Set = ["func", "init", "deinit", "subscript"]
  /// Words that cannot stand between a declaration's first word and its opening brace.
  private static let endingWords: Set = [
    "let", "case", "typealias", "associatedtype", "if", "for", "while", "switch", "guard", "do",
    "return", "repeat", "import",
  ]

  private let text: SwiftText
  private(set) var found: [Declaration] = []
  private var scopes: [Scope] = []
  private var bracketDepth = 0
  private var pending: (declaration: Int, bracketDepth: Int)?
  private var attributes: [Declaration.Attribute] = []

  init(_ text: SwiftText) {
    self.text = text
  }

  mutating func run() {
    var at = 0
    while at < text.tokens.count {
      let token = text.tokens[at]
      switch token.kind {
      case .word: readWord(at)
      case .raw: break
      case .mark(UInt8(ascii: "@")): at = readAttribute(at)
      case .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "[")): bracketDepth += 1
      case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "]")): bracketDepth -= 1
      case .mark(UInt8(ascii: "{")): openBrace()
      case .mark(UInt8(ascii: "}")): closeBrace(at: token.line)
      case .mark(UInt8(ascii: "=")): dropPendingProperty()
      case .mark: break
      }
      at += 1
    }
  }

  private mutating func readWord(_ at: Int) {
    let word = text.text(of: text.tokens[at])
    if let kind = kind(of: word, at: at) {
      declare(kind, word, at)
    } else if Self.endingWords.contains(word), pending?.bracketDepth == bracketDepth {
      pending = nil
      attributes = []
    }
  }

  private func kind(of word: String, at: Int) -> Declaration.Kind? {
    let previous = at > 0 ? text.tokens[at - 1] : nil
    if let previous, previous.is(".") || previous.is(":") || previous.is(",") { return nil }
    guard at + 1 < text.tokens.count else { return nil }
    let next = text.tokens[at + 1]
    let isNamed = next.kind == .word || next.kind == .raw
    if Self.typeWords.contains(word) {
      let isModifier = ["func", "var", "subscript", "let"].contains(text.text(of: next))
      return isNamed && !isModifier ? .type : nil
    }
    switch word {
    case "extension": return isNamed ? .extension : nil
    case "func": return .function
    case "init":
      return next.is("(") || next.is("<") || next.is("?") || next.is("!") ? .function : nil
    case "subscript": return next.is("(") || next.is("<") ? .function : nil
    case "deinit": return next.is("{") ? .function : nil
    case "var": return isNamed ? .property : nil
    default: return nil
    }
  }

  private mutating func declare(_ kind: Declaration.Kind, _ word: String, _ at: Int) {
    let token = text.tokens[at]
    let isNamed = !["init", "deinit", "subscript"].contains(word)
    let nameToken = text.tokens[min(at + 1, text.tokens.count - 1)]
    found.append(
      Declaration(
        kind: kind, keyword: word, name: isNamed ? text.name(of: nameToken) : word,
        isRaw: isNamed && nameToken.kind == .raw, attributes: attributes, line: token.line,
        endLine: nil, parents: scopes.compactMap(\.declaration)))
    pending = (found.count - 1, bracketDepth)
    attributes = []
  }

  /// Reads `@Name` and, where they follow at once, its brackets; returns the last token read.
  private mutating func readAttribute(_ at: Int) -> Int {
    guard at + 1 < text.tokens.count, text.tokens[at + 1].kind == .word else { return at }
    let name = text.text(of: text.tokens[at + 1])
    var last = at + 1
    var arguments = ""
    if last + 1 < text.tokens.count, text.tokens[last + 1].is("("),
      text.tokens[last + 1].start == text.tokens[last].end
    {
      let start = last + 1
      var depth = 0
      repeat {
        last += 1
        if text.tokens[last].is("(") { depth += 1 }
        if text.tokens[last].is(")") { depth -= 1 }
      } while depth > 0 && last + 1 < text.tokens.count
      arguments = String(
        decoding: text.code[text.tokens[start].end..<text.tokens[last].start], as: UTF8.self)
    }
    attributes.append(.init(name: name, arguments: arguments))
    return last
  }

  private mutating func openBrace() {
    let isBody = pending?.bracketDepth == bracketDepth
    scopes.append(
      Scope(declaration: isBody ? pending?.declaration : nil, bracketDepth: bracketDepth))
    if isBody { pending = nil }
    attributes = []
  }

  private mutating func closeBrace(at line: Int) {
    attributes = []
    guard let scope = scopes.popLast() else { return }
    // A brace inside a declaration's own brackets, a closure as default value, does not end it.
    if let pending, pending.bracketDepth >= scope.bracketDepth { self.pending = nil }
    bracketDepth = scope.bracketDepth
    if let declaration = scope.declaration { found[declaration].endLine = line }
  }

  private mutating func dropPendingProperty() {
    guard let pending, pending.bracketDepth == bracketDepth,
      found[pending.declaration].kind == .property
    else { return }
    self.pending = nil
  }
}
