internal import Foundation

/// One row of a page of rules.
package struct Rule: Hashable, Sendable {
  package let id: String
  package let sentence: String
  package let origin: String
  /// The milestones that owe it, such as `walk` and `state`, without what they owe of it.
  package let owners: [String]
  package let path: String
  /// Counted from 1.
  package let line: Int
}

/// A package's `RULES.md`: a table of id, rule, origin and owner.
package struct RulePage: Sendable {
  package let rules: [Rule]
  package let findings: [Finding]

  package init(_ file: SourceFile) {
    var rules: [Rule] = []
    var findings: [Finding] = []
    for (index, line) in file.lines.enumerated() where line.hasPrefix("|") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      let isRuler = cells.joined().allSatisfy { "-: ".contains($0) }
      if isRuler || cells.first?.lowercased() == "id" { continue }
      guard cells.count >= 4, RuleID.all(in: cells[0]) == [cells[0]] else {
        findings.append(Finding(file.path, line: index + 1, "is no row of id, rule, origin, owner"))
        continue
      }
      let owners = Self.owners(in: cells[3])
      if let unknown = owners.first(where: { !Milestone.all.contains($0) }) {
        findings.append(Finding(file.path, line: index + 1, "no milestone is called `\(unknown)`"))
      }
      if cells[1].isEmpty || cells[2].isEmpty || owners.isEmpty {
        findings.append(Finding(file.path, line: index + 1, "leaves a cell empty"))
      }
      rules.append(
        Rule(
          id: cells[0], sentence: cells[1], origin: cells[2], owners: owners, path: file.path,
          line: index + 1))
    }
    self.rules = rules
    self.findings = findings
  }

  /// Reads `walk (in memory); state (durable)` as walk and state.
  private static func owners(in cell: String) -> [String] {
    cell.split(separator: ";").compactMap { part in
      part.split(separator: "(").first?.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }
}
