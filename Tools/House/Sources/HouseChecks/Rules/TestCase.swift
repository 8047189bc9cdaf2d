/// One test function, with the names of the suites around it.
package struct TestCase: Hashable, Sendable {
  /// From the outermost suite to the function.
  package let names: [String]
  package let path: String
  /// Counted from 1.
  package let line: Int
  /// A test that is switched off proves nothing.
  package let isDisabled: Bool

  package var title: String { names.joined(separator: " · ") }
  package var suites: [String] { names.dropLast() }
  package var ids: [String] { names.flatMap(RuleID.all) }

  /// The tests declared in a file, in order.
  package static func all(in file: SourceFile) -> [TestCase] {
    guard let text = file.swift else { return [] }
    let declarations = Declaration.all(in: text)
    return declarations.compactMap { declaration in
      guard declaration.keyword == "func",
        declaration.attributes.contains(where: { $0.name == "Test" })
      else { return nil }
      let around = declaration.parents.map { declarations[$0] }
      let whole = around + [declaration]
      return TestCase(
        names: whole.map(\.name), path: file.path, line: declaration.line,
        isDisabled: whole.flatMap(\.attributes).contains { $0.arguments.contains(".disabled(") })
    }
  }
}
