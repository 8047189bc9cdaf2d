/// The root holds the rooms of the house and nothing else.
package enum TopLevelCheck {
  static let allowed: Set = ["Packages", "Apps", "Tools", "Tests", "Makefile", "README.md"]

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.topLevel
      .filter { !allowed.contains($0) && !$0.hasPrefix(".") }
      .map { Finding($0, "does not belong in the top level") }
  }
}
