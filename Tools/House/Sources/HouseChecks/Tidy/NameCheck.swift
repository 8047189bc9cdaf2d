/// Names say what a thing is; words that fit anything are refused as parts of them.
package enum NameCheck {
  static let refusedParts: Set = [
    "Manager", "Managers", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Common",
    "Base", "Impl", "Service", "Services", "Data", "Info", "Misc", "Stuff",
  ]
  static let refusedFiles: Set = ["Types.swift", "Extensions.swift", "Constants.swift"]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    let code = tree.files.filter { file in
      [".swift", ".py", ".sh", ".h", ".c"].contains { file.name.hasSuffix($0) }
    }
    return code.flatMap { path($0) + types($0) }
  }

  /// The words of a name in camel or snake case, each with a capital first letter.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var previous: Character = "_"
    for character in name {
      guard character.isLetter || character.isNumber else {
        previous = "_"
        continue
      }
      let starts = previous == "_" || (character.isUppercase && !previous.isUppercase)
      if starts {
        words.append(character.uppercased())
      } else {
        words[words.count - 1].append(character)
      }
      previous = character
    }
    return words
  }

  private static func path(_ file: SourceFile) -> [Finding] {
    var found: [Finding] = []
    if refusedFiles.contains(file.name) {
      found.append(Finding(file.path, "is named after no type"))
    }
    for part in file.parts {
      let stem = part.split(separator: ".").first.map(String.init) ?? part
      for word in words(of: stem) where refusedParts.contains(word) {
        found.append(Finding(file.path, "the name part `\(word)` says nothing"))
      }
    }
    return found
  }

  private static func types(_ file: SourceFile) -> [Finding] {
    guard let text = file.swift else { return [] }
    return Declaration.all(in: text).filter { $0.kind == .type && !$0.isRaw }.flatMap { type in
      words(of: type.name).filter(refusedParts.contains).map { word in
        Finding(file.path, line: type.line, "`\(type.name)`: the name part `\(word)` says nothing")
      }
    }
  }
}
