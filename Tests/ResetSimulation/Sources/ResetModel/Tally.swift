/// What many runs came to.
package struct Tally: Sendable {
  package private(set) var runs = 0
  package private(set) var steps = 0
  package private(set) var messages = 0
  package private(set) var faults: [Fault: Int] = [:]
  package private(set) var happenings: [Happening: Int] = [:]
  package private(set) var flaws: [Flaw: Int] = [:]
  package private(set) var failureCount = 0
  /// The failed runs with the lowest seeds.
  package private(set) var failures: [Trial] = []

  package init() {}

  /// Faults that never happened, though they were to.
  package var missingFaults: [Fault] { Fault.allCases.filter { faults[$0] == nil } }

  /// What never came up, so that nothing was learnt about it.
  package var missingHappenings: [Happening] {
    Happening.allCases.filter { happenings[$0] == nil }
  }

  package var isClean: Bool {
    failureCount == 0 && missingFaults.isEmpty && missingHappenings.isEmpty
  }

  package mutating func add(_ trial: Trial) {
    runs += 1
    steps += trial.scenario.steps.count
    messages += trial.messageCount
    faults.merge(trial.faults, uniquingKeysWith: +)
    happenings.merge(trial.happenings, uniquingKeysWith: +)
    for flaw in trial.flaws { flaws[flaw, default: 0] += 1 }
    guard !trial.flaws.isEmpty else { return }
    failureCount += 1
    keep([trial])
  }

  package mutating func add(_ other: Tally) {
    runs += other.runs
    steps += other.steps
    messages += other.messages
    faults.merge(other.faults, uniquingKeysWith: +)
    happenings.merge(other.happenings, uniquingKeysWith: +)
    flaws.merge(other.flaws, uniquingKeysWith: +)
    failureCount += other.failureCount
    keep(other.failures)
  }

  private mutating func keep(_ more: [Trial]) {
    failures = Array((failures + more).sorted { $0.seed < $1.seed }.prefix(20))
  }
}
