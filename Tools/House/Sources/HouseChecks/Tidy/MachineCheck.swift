/// Machines have one shape: `State`, `Event`, `Effect`, and a `handle` that names every pair.
package enum MachineCheck {
  static let parts = ["State", "Event", "Effect"]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.swiftFiles.filter(\.isLibrary).flatMap(findings)
  }

  private static func findings(in file: SourceFile) -> [Finding] {
    guard let text = file.swift else { return [] }
    let all = Declaration.all(in: text)
    let handles = all.indices.filter { isHandle(all[$0], in: text) }
    return handles.flatMap { at -> [Finding] in
      guard let owner = all[at].parents.last.map({ all[$0] }) else { return [] }
      let nested = all.filter { $0.kind == .type && $0.parents.last == all[at].parents.last }
      let missing = parts.filter { part in !nested.contains { $0.name == part } }
      return missing.map {
        Finding(file.path, line: owner.line, "the machine `\(owner.name)` has no `\($0)`")
      } + defaults(in: text, of: owner, path: file.path)
    }
  }

  /// True for `handle(_ event: Event)`, whatever it returns.
  private static func isHandle(_ declaration: Declaration, in text: SwiftText) -> Bool {
    guard declaration.keyword == "func", declaration.name == "handle" else { return false }
    let line = text.codeLines[declaration.line - 1]
    return line.contains("handle(_ event: Event")
  }

  private static func defaults(
    in text: SwiftText, of owner: Declaration, path: String
  ) -> [Finding] {
    let tokens = text.tokens
    return tokens.indices.dropLast().filter { at in
      text.text(of: tokens[at]) == "default" && tokens[at + 1].is(":")
        && (owner.line...(owner.endLine ?? owner.line)).contains(tokens[at].line)
    }.map { Finding(path, line: tokens[$0].line, "a machine's switch has no `default`") }
  }
}
