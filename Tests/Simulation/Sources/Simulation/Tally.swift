/// What many runs came to.
package struct Tally: Sendable {
  /// What runs of one size came to.
  package struct Row: Sendable {
    package var runs = 0
    package var messages = 0
    package var messagesMax = 0
    package var limits: [Verdict.Limit: Int] = [:]
    package var failures = 0
  }

  package private(set) var rows: [Schedule.Size: Row] = [:]
  package private(set) var faults: [Fault: Int] = [:]
  package private(set) var flaws: [Verdict.Flaw: Int] = [:]
  /// The failed runs with the lowest seeds.
  package private(set) var failures: [Trial] = []
  package private(set) var steps = 0

  package init() {}

  package var runs: Int { rows.values.reduce(0) { $0 + $1.runs } }
  package var failureCount: Int { rows.values.reduce(0) { $0 + $1.failures } }

  /// Faults that never happened, though they were to.
  package var missing: [Fault] { Fault.allCases.filter { faults[$0] == nil } }

  package mutating func add(_ trial: Trial) {
    var row = rows[trial.size] ?? Row()
    row.runs += 1
    row.messages += trial.messageCount
    row.messagesMax = max(row.messagesMax, trial.messageCount)
    for limit in trial.verdict.limits { row.limits[limit, default: 0] += 1 }
    if !trial.verdict.isClean { row.failures += 1 }
    rows[trial.size] = row
    steps += trial.stepCount
    for (fault, count) in trial.faults { faults[fault, default: 0] += count }
    for flaw in trial.verdict.flaws { flaws[flaw, default: 0] += 1 }
    guard !trial.verdict.isClean else { return }
    failures.append(trial)
    failures.sort { $0.seed < $1.seed }
    failures = Array(failures.prefix(Self.failureMax))
  }

  package mutating func add(_ other: Tally) {
    for (size, more) in other.rows {
      var row = rows[size] ?? Row()
      row.runs += more.runs
      row.messages += more.messages
      row.messagesMax = max(row.messagesMax, more.messagesMax)
      row.limits.merge(more.limits, uniquingKeysWith: +)
      row.failures += more.failures
      rows[size] = row
    }
    steps += other.steps
    faults.merge(other.faults, uniquingKeysWith: +)
    flaws.merge(other.flaws, uniquingKeysWith: +)
    failures = Array(
      (failures + other.failures).sorted { $0.seed < $1.seed }.prefix(Self.failureMax))
  }

  private static let failureMax = 20
}
