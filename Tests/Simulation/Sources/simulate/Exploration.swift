internal import Foundation
internal import Simulation

/// Every order of two changes among three devices, told as counts.
struct Exploration {
  private let stateMax: Int
  private let jobs: Int

  init(stateMax: Int, jobs: Int) {
    self.stateMax = stateMax
    self.jobs = max(1, jobs)
  }

  /// Walks through all; true when every end is as it should be and nothing was cut short.
  func run() async -> Bool {
    let explorer = Explorer(deviceCount: 3, salt: 1)
    var isClean = true
    for trouble in Explorer.Trouble.allCases {
      let outcome = await walk(explorer, with: trouble)
      Main.say(
        "\(trouble.rawValue): \(outcome.states) states, \(outcome.ends) ends, "
          + "\(outcome.failures.count) wrong, \(outcome.cutCount) cut short, \(outcome.limits.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", "))"
      )
      if outcome.cutCount > 0 { isClean = false }
      if let failure = outcome.failures.first {
        isClean = false
        _ = Story(of: failure).tell()
      }
    }
    return isClean
  }

  private func walk(_ explorer: Explorer, with trouble: Explorer.Trouble) async -> Explorer.Outcome
  {
    await withTaskGroup(of: Explorer.Outcome.self) { group in
      var total = Explorer.Outcome()
      var open = 0
      for (place, pair) in explorer.pairs.enumerated() {
        if open == jobs, let outcome = await group.next() {
          add(outcome, to: &total)
          open -= 1
        }
        group.addTask { [stateMax] in explorer.walk(pair, with: trouble, stateMax: stateMax) }
        open += 1
        if place % 20 == 0 {
          Main.say(
            "\(trouble.rawValue): \(place) of \(explorer.pairs.count) pairs, \(total.states) states",
            to: .standardError)
        }
      }
      for await outcome in group { add(outcome, to: &total) }
      return total
    }
  }

  private func add(_ outcome: Explorer.Outcome, to total: inout Explorer.Outcome) {
    total.states += outcome.states
    total.ends += outcome.ends
    total.failures += outcome.failures.prefix(3)
    total.limits.merge(outcome.limits, uniquingKeysWith: +)
    total.cutCount += outcome.cutCount
  }
}
