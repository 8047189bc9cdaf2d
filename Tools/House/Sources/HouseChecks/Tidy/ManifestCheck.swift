/// Every manifest of ours carries the same lines, word for word.
package enum ManifestCheck {
  static let firstLine = "// swift-tools-version: 6.2"
  static let wholeLines = [
    "  platforms: [.macOS(.v15), .iOS(.v18)],",
    "  swiftLanguageModes: [.v6]",
  ]
  static let settingsOpening = "for target in package.targets"
  static let settings = """
    for target in package.targets where target.type != .system {
      target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]
    }

    """

  /// The packages of Tests/Adoption stand for strangers, who bring settings of their own.
  static let exempt = "Tests/Adoption/"

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.files.filter { $0.isManifest && !$0.path.hasPrefix(exempt) }.flatMap(findings)
  }

  private static func findings(in file: SourceFile) -> [Finding] {
    var found: [Finding] = []
    let lines = file.lines
    if lines.first != firstLine {
      found.append(Finding(file.path, line: 1, "does not begin with `\(firstLine)`"))
    }
    for line in wholeLines where !lines.contains(line) {
      found.append(Finding(file.path, "lacks the line `\(line)`"))
    }
    let blocks = lines.indices.filter { lines[$0].hasPrefix(settingsOpening) }
    guard blocks.count == 1, let start = blocks.first else {
      return found + [Finding(file.path, "holds the settings block \(blocks.count) times")]
    }
    let stated = lines[start...].joined(separator: "\n")
    if stated != settings {
      let expected = settings.split(separator: "\n", omittingEmptySubsequences: false)
      let offset = zip(lines[start...], expected).prefix { $0 == $1 }.count
      found.append(
        Finding(file.path, line: start + offset + 1, "differs from the settings block here"))
    }
    return found
  }
}
