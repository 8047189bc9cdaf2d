/// Every package introduces itself in the same six parts.
package enum ReadmeCheck {
  static let programLineCountMax = 16
  /// Words of which one stands in the heading of the part.
  static let headings: [(part: String, words: [String])] = [
    ("what it promises and does not", ["promise"]),
    ("its floors and what each imports", ["floor"]),
    ("how to run its tests", ["test"]),
    ("the file map", ["map", "file"]),
  ]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.packagePaths.filter { $0.hasPrefix("Packages/") }.flatMap { package -> [Finding] in
      let path = package + "/README.md"
      guard let file = tree.file(path) else { return [Finding(path, "is missing")] }
      return findings(in: file)
    }
  }

  private static func findings(in file: SourceFile) -> [Finding] {
    let lines = file.lines
    var found: [Finding] = []
    let opening = lines.dropFirst().first { !$0.isEmpty } ?? ""
    if lines.first?.hasPrefix("# ") != true {
      found.append(Finding(file.path, line: 1, "does not begin with its title"))
    }
    if opening.isEmpty || opening.hasPrefix("#") || opening.hasPrefix("```") {
      found.append(Finding(file.path, "does not say in one sentence what it is"))
    }
    if let program = program(in: lines) {
      let count = program.count { !$0.allSatisfy(\.isWhitespace) }
      if count > programLineCountMax {
        found.append(Finding(file.path, "its program has \(count) lines, not about ten"))
      }
    } else {
      found.append(Finding(file.path, "shows no program"))
    }
    let titles = lines.filter { $0.hasPrefix("## ") }.map { $0.lowercased() }
    for heading in headings where !titles.contains(where: { has($0, heading.words) }) {
      found.append(Finding(file.path, "has no heading for \(heading.part)"))
    }
    return found
  }

  private static func has(_ title: String, _ words: [String]) -> Bool {
    words.contains { title.contains($0) }
  }

  /// The lines of the first Swift block.
  static func program(in lines: [String]) -> ArraySlice<String>? { programs(in: lines).first }

  /// The lines of the first Swift block, and of each further one that imports something.
  static func programs(in lines: [String]) -> [ArraySlice<String>] {
    var programs: [ArraySlice<String>] = []
    var rest = lines[...]
    while let start = rest.firstIndex(of: "```swift"),
      let end = rest[(start + 1)...].firstIndex(of: "```")
    {
      let block = lines[(start + 1)..<end]
      if programs.isEmpty || block.contains(where: { $0.hasPrefix("import ") }) {
        programs.append(block)
      }
      rest = lines[(end + 1)...]
    }
    return programs
  }
}
