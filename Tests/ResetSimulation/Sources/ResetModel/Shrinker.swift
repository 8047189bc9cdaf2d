/// Leaves out of a scenario what is not needed to make it fail.
package struct Shrinker: Sendable {
  private let flaws: Set<Flaw>
  private var budget: Int
  package private(set) var scenario: Scenario

  /// A scenario that fails, to be made shorter in at most so many runs.
  package init(_ scenario: Scenario, budget: Int = 6_000) {
    self.scenario = scenario
    self.budget = budget
    flaws = scenario.run().flaws
  }

  /// Drops stretches of steps, long ones first, then mishaps, while one of the same flaws shows.
  package mutating func shrink() {
    var length = max(1, scenario.steps.count / 2)
    while budget > 0 {
      let hasShrunk = dropStretches(of: length)
      if length == 1, !hasShrunk { break }
      if !hasShrunk { length = max(1, length / 2) }
    }
    for place in scenario.steps.indices where scenario.steps[place].mishap != .none {
      var calmer = scenario
      calmer.steps[place].mishap = .none
      if fails(calmer) { scenario = calmer }
    }
  }

  private mutating func dropStretches(of length: Int) -> Bool {
    var hasShrunk = false
    var end = scenario.steps.count
    while end > 0, budget > 0 {
      let start = max(0, end - length)
      var shorter = scenario
      shorter.steps.removeSubrange(start..<end)
      if fails(shorter) {
        scenario = shorter
        hasShrunk = true
      }
      end = min(start, scenario.steps.count)
    }
    return hasShrunk
  }

  private mutating func fails(_ scenario: Scenario) -> Bool {
    budget -= 1
    return !scenario.run().flaws.isDisjoint(with: flaws)
  }
}
