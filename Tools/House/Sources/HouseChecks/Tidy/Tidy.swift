/// The style a formatter cannot see, checked over the whole tree.
package enum Tidy {
  /// Every check, in the order in which findings are worth reading.
  package static let checks: [@Sendable (SourceTree) -> [Finding]] = [
    TopLevelCheck.findings, ManifestCheck.findings, LengthCheck.findings, NameCheck.findings,
    FileOrderCheck.findings, CModuleCheck.findings, UnsafeCheck.findings, ForbiddenCheck.findings,
    CommentCheck.findings, WordCheck.findings, MachineCheck.findings, ReadmeCheck.findings,
  ]

  package static func findings(in tree: SourceTree) -> [Finding] {
    checks.flatMap { $0(tree) }
  }
}
