/// Every rule of the house beside the tests that prove it.
package struct RuleBook: Sendable {
  package struct Entry: Hashable, Sendable {
    package let rule: Rule
    package let tests: [TestCase]
    package let isDue: Bool
  }

  /// In the order of the pages.
  package let entries: [Entry]
  package let findings: [Finding]

  package init(_ tree: SourceTree, closed: Set<String> = Milestone.closed) {
    let pages = tree.files.filter(Self.isPage).map(RulePage.init)
    let tests = tree.swiftFiles.filter(\.isTest).flatMap(TestCase.all)
    let live = tests.filter { !$0.isDisabled }
    let rules = pages.flatMap(\.rules)
    let byID = Dictionary(grouping: live.flatMap { test in test.ids.map { ($0, test) } }, by: \.0)
    entries = rules.map { rule in
      Entry(
        rule: rule, tests: (byID[rule.id] ?? []).map(\.1),
        isDue: !closed.isDisjoint(with: rule.owners))
    }
    findings =
      pages.flatMap(\.findings) + Self.twice(rules) + Self.unknown(tests, rules)
      + Self.unproven(entries)
  }

  private static func isPage(_ file: SourceFile) -> Bool {
    file.name == "RULES.md" && file.parts.count == 3
      && ["Packages", "Apps"].contains(file.parts[0])
  }

  private static func twice(_ rules: [Rule]) -> [Finding] {
    var first: [String: Rule] = [:]
    return rules.compactMap { rule in
      guard let earlier = first[rule.id] else {
        first[rule.id] = rule
        return nil
      }
      return Finding(
        rule.path, line: rule.line, "\(rule.id) stands in \(earlier.path):\(earlier.line) already")
    }
  }

  private static func unknown(_ tests: [TestCase], _ rules: [Rule]) -> [Finding] {
    let known = Set(rules.map(\.id))
    return tests.flatMap { test in
      test.ids.filter { !known.contains($0) }.map {
        Finding(test.path, line: test.line, "no page has the rule \($0) that this test names")
      }
    }
  }

  private static func unproven(_ entries: [Entry]) -> [Finding] {
    entries.filter { $0.isDue && $0.tests.isEmpty }.map {
      Finding($0.rule.path, line: $0.rule.line, "\($0.rule.id) is due and no test carries it")
    }
  }

  /// One paragraph a rule: its sentence, then its tests or why it has none.
  package var report: [String] {
    entries.flatMap { entry -> [String] in
      let head = "\(entry.rule.id)  \(entry.rule.sentence)"
      guard !entry.tests.isEmpty else {
        return [head, entry.isDue ? "      NO TEST" : "      not yet due"]
      }
      return [head] + entry.tests.map { "      \($0.path):\($0.line)  \($0.title)" }
    }
  }

  /// Up to `count` due rules that `seed` alone decides on.
  package func pick(_ count: Int, seed: String) -> [Entry] {
    var due = entries.filter(\.isDue).sorted { $0.rule.id < $1.rule.id }
    var dice = SplitMix64(seed: seed)
    var picked: [Entry] = []
    while picked.count < count, !due.isEmpty {
      picked.append(due.remove(at: dice.number(below: due.count)))
    }
    return picked
  }
}
