/// Constructs that end the process, or talk behind the adopter's back.
package enum ForbiddenCheck {
  static let traps = ["try!", "as!", "fatalError("]
  static let voices: Set = ["print", "debugPrint", "dump", "NSLog"]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.swiftFiles.filter(\.isProduct).flatMap { file in
      traps(file) + unchecked(file) + (file.isLibrary ? voices(file) : [])
    }
  }

  private static func traps(_ file: SourceFile) -> [Finding] {
    pairs(in: file).filter { traps.contains($0.words) }.map {
      Finding(file.path, line: $0.line, "`\($0.words)` ends the process on what may happen")
    }
  }

  private static func voices(_ file: SourceFile) -> [Finding] {
    pairs(in: file).filter {
      $0.words.hasSuffix("(") && voices.contains(String($0.words.dropLast()))
    }
    .map { Finding(file.path, line: $0.line, "a library prints nothing: `\($0.words)`") }
  }

  /// Each word with the mark that follows it, unless a dot or `func` stands before.
  private static func pairs(in file: SourceFile) -> [(words: String, line: Int)] {
    guard let text = file.swift else { return [] }
    let tokens = text.tokens
    return tokens.indices.dropLast().compactMap { at in
      guard tokens[at].kind == .word, tokens[at + 1].start == tokens[at].end else { return nil }
      if at > 0, tokens[at - 1].is(".") || text.text(of: tokens[at - 1]) == "func" { return nil }
      return (text.text(of: tokens[at]) + text.text(of: tokens[at + 1]), tokens[at].line)
    }
  }

  private static func unchecked(_ file: SourceFile) -> [Finding] {
    guard let text = file.swift else { return [] }
    let commented = Set(text.comments.map(\.line))
    return text.tokens
      .filter { text.text(of: $0) == "unchecked" && !commented.contains($0.line) }
      .map { Finding(file.path, line: $0.line, "`@unchecked` gives no reason on its line") }
  }
}
