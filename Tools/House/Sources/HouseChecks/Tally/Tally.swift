/// The counts of one package's run, and every reason not to trust them.
package struct Tally: Hashable, Sendable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0
  /// One sentence each; a run with any of them has failed.
  package private(set) var problems: [String] = []

  /// Counts a run of the package whose tests are `cases`.
  ///
  /// - Parameters:
  ///   - exitStatus: what the test process returned.
  ///   - needsPeers: counts a skipped peer test as failed.
  package init(_ run: RunRecord, cases: [TestCase], exitStatus: Int, needsPeers: Bool) {
    for test in run.tests.values.sorted(by: { $0.id < $1.id }) where !test.isSuite {
      count(test, needsPeers: needsPeers)
    }
    problems += run.strayIssues
    for suite in run.tests.values.sorted(by: { $0.id < $1.id }) where suite.isSuite {
      problems += suite.issues.map { "\(suite.id): \($0)" }
    }
    if !run.isComplete { problems.append("the test process ended before its closing line") }
    problems += Self.idle(run, cases)
    if exitStatus != 0, problems.isEmpty {
      problems.append("the test process exited with \(exitStatus) although no test failed")
    }
    if !problems.isEmpty, failed == 0 { failed = 1 }
  }

  /// What the shell reads: passed, failed, skipped.
  package var line: String { "\(passed) \(failed) \(skipped)" }

  private mutating func count(_ test: RunRecord.Test, needsPeers: Bool) {
    switch test.outcome {
    case .passed: passed += 1
    case .failed:
      failed += 1
      problems += test.issues.map { "\(test.id)\n    \($0)" }
      if test.issues.isEmpty { problems.append(test.id) }
    case .started:
      failed += 1
      problems.append("\(test.id) started and never ended")
    case .skipped where needsPeers && test.id.lowercased().contains("peer"):
      failed += 1
      problems.append("\(test.id) was skipped, which is not allowed where CI is set")
    case .skipped: skipped += 1
    case nil: break
    }
  }

  /// Test modules of the package of which nothing ran: the sign of another package's build plan.
  private static func idle(_ run: RunRecord, _ cases: [TestCase]) -> [String] {
    let ran = run.tests.values.filter { !$0.isSuite && $0.outcome != nil }
    let wanted = Dictionary(grouping: cases, by: module)
    if wanted.isEmpty { return ["the package has no tests"] }
    return wanted.keys.sorted().compactMap { module in
      let names = Set((wanted[module] ?? []).map { $0.names[0] })
      let hasRun = ran.contains { test in
        test.module == module && names.contains { test.id.contains($0) }
      }
      return hasRun ? nil : "none of the suites of \(module) ran"
    }
  }

  private static func module(of test: TestCase) -> String {
    let parts = test.path.split(separator: "/")
    let at = parts.lastIndex(of: "Tests") ?? 0
    return at + 1 < parts.count ? String(parts[at + 1]) : ""
  }
}
