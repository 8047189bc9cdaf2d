/// Comments say why; code that is switched off by one is refused.
package enum CommentCheck {
  private static let openings: Set = [
    "let", "var", "func", "guard", "return", "import", "try", "await", "throw", "switch", "case",
    "for", "while", "if", "struct", "enum", "class", "actor", "extension", "private", "public",
  ]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.swiftFiles.flatMap { file in
      (file.swift?.comments ?? []).filter { !$0.isDocumentation && looksLikeCode($0.text) }.map {
        Finding(file.path, line: $0.line, "commented-out code")
      }
    }
  }

  /// A guess that prefers to miss: prose must never be taken for code.
  static func looksLikeCode(_ comment: String) -> Bool {
    let text = comment.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    let line = String(text)
    guard let last = line.last else { return false }
    if ["{", "}", "})", "};", ");"].contains(where: line.hasSuffix) { return true }
    let words = line.split(separator: " ").map(String.init)
    let isStatement = openings.contains(words[0])
    if ["let", "var"].contains(words[0]), words.count > 2 {
      return words.contains("=") || words[1].hasSuffix(":")
    }
    if isStatement { return last == ")" && line.contains("(") && !line.contains(" (") }
    return isCall(line)
  }

  /// True for `name.name(…)` with nothing around it, and for an assignment of such a call.
  private static func isCall(_ line: String) -> Bool {
    guard line.hasSuffix(")"), let open = line.firstIndex(of: "(") else { return false }
    let callee = line[..<open].split(separator: " = ").map(String.init)
    let arguments = line[line.index(after: open)...].dropLast()
    let isManualPage = !arguments.isEmpty && arguments.allSatisfy(\.isNumber)
    return callee.count <= 2 && !callee.isEmpty && !isManualPage
      && callee.allSatisfy { part in
        part.first?.isLetter == true
          && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
      }
  }
}
