/// One import line.
package struct Import: Hashable, Sendable {
  package let module: String
  /// What stands before the word `import`, such as `public` or `testable`.
  package let modifiers: [String]
  /// Counted from 1.
  package let line: Int

  /// The C library goes by another name on each platform; rules treat it as one module.
  package static let systemLibraries: Set = ["Glibc", "Musl", "Darwin", "Android"]

  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
  ]

  package static func all(in text: SwiftText) -> [Import] {
    let lines = Dictionary(grouping: text.tokens, by: \.line)
    return lines.keys.sorted().compactMap { line in
      let words = (lines[line] ?? []).filter { $0.kind == .word }.map(text.text)
      let marks = (lines[line] ?? []).filter { $0.is("=") || $0.is("{") || $0.is(":") }
      guard marks.isEmpty, let at = words.firstIndex(of: "import") else { return nil }
      var rest = words[(at + 1)...]
      if let first = rest.first, kinds.contains(first), rest.count > 1 { rest = rest.dropFirst() }
      guard let module = rest.first else { return nil }
      return Import(module: module, modifiers: Array(words[..<at]), line: line)
    }
  }
}
