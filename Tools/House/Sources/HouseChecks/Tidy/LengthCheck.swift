/// Files and functions stay short enough to be read in one go.
package enum LengthCheck {
  /// Limits are exclusive: a file of exactly this many lines is too long.
  static let sourceLineCountMax = 300
  static let testLineCountMax = 400
  static let functionLineCountMax = 50

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.files.filter { $0.swift != nil || $0.name.hasSuffix(".py") || $0.name.hasSuffix(".sh") }
      .flatMap { longFile($0) + longFunctions($0) }
  }

  private static func longFile(_ file: SourceFile) -> [Finding] {
    let limit = file.isTest ? testLineCountMax : sourceLineCountMax
    return file.lineCount < limit
      ? [] : [Finding(file.path, "has \(file.lineCount) lines; the limit is \(limit - 1)")]
  }

  private static func longFunctions(_ file: SourceFile) -> [Finding] {
    guard let text = file.swift else { return [] }
    return Declaration.all(in: text)
      .filter { $0.kind == .function || $0.kind == .property }
      .filter { $0.lineCount >= functionLineCountMax }
      .map {
        Finding(
          file.path, line: $0.line,
          "`\($0.name)` has \($0.lineCount) lines; the limit is \(functionLineCountMax - 1)")
      }
  }
}
