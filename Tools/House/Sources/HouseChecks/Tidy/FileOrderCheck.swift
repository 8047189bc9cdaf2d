/// A library file opens with its summary and the type it is named after.
package enum FileOrderCheck {
  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.swiftFiles.filter(\.isLibrary).flatMap { first($0) + named($0) }
  }

  private static func first(_ file: SourceFile) -> [Finding] {
    guard let text = file.swift, let first = Declaration.all(in: text).first(where: isOpening)
    else { return [Finding(file.path, "declares nothing")] }
    let firstLine = firstCodeLine(text)
    guard first.kind == .type || first.kind == .extension, first.line - firstLine <= 8 else {
      return [Finding(file.path, line: firstLine, "begins with something else than its type")]
    }
    let isDocumented = text.comments.contains { $0.isDocumentation && $0.line < first.line }
    return first.kind == .extension || isDocumented
      ? [] : [Finding(file.path, line: first.line, "`\(first.name)` has no summary")]
  }

  private static func isOpening(_ declaration: Declaration) -> Bool { declaration.parents.isEmpty }

  /// The first line of code that is neither an import nor a condition around one.
  private static func firstCodeLine(_ text: SwiftText) -> Int {
    let lines = text.codeLines
    let importLines = Set(Import.all(in: text).map(\.line))
    let first = lines.indices.first { index in
      let line = lines[index].drop { $0 == " " }
      return !line.isEmpty && !line.hasPrefix("#") && !importLines.contains(index + 1)
    }
    return (first ?? 0) + 1
  }

  private static func named(_ file: SourceFile) -> [Finding] {
    guard let text = file.swift,
      let stem = file.name.dropLast(".swift".count).split(separator: "+").first
    else { return [] }
    let names = Declaration.all(in: text)
      .filter { $0.kind == .type || $0.kind == .extension }.map(\.name)
    return names.contains(String(stem))
      ? [] : [Finding(file.path, "neither declares nor extends `\(stem)`")]
  }
}
