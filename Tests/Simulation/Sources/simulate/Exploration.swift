internal import Foundation
internal import Simulation

/// Every order of two changes among three devices, told as counts.
struct Exploration {
  private let stateMax: Int
  private let jobs: Int
  /// How many wrong ends are told as stories.
  private let storyCount: Int

  init(stateMax: Int, jobs: Int, storyCount: Int) {
    self.stateMax = stateMax
    self.storyCount = storyCount
    self.jobs = max(1, jobs)
  }

  /// Walks through all; true when every end is as it should be, nothing was cut short, and each
  /// trouble came about in every pair.
  func run() async -> Bool {
    let explorer = Explorer(deviceCount: 3, salt: 1)
    var isClean = true
    for trouble in Explorer.Trouble.allCases {
      let (outcome, untroubled) = await walk(explorer, with: trouble)
      Main.say(words(for: outcome, untroubled, of: explorer.pairs.count, trouble))
      isClean = isClean && outcome.cutCount == 0 && outcome.failures.isEmpty && untroubled == 0
      for failure in outcome.failures.prefix(storyCount) { _ = Story(of: failure).tell() }
    }
    return isClean
  }

  private func words(
    for outcome: Explorer.Outcome, _ untroubled: Int, of count: Int, _ trouble: Explorer.Trouble
  ) -> String {
    let limits = outcome.limits.sorted { $0.key.rawValue < $1.key.rawValue }
    var parts = [
      "\(count) pairs", "\(outcome.cutCount) cut", "\(outcome.states) states",
      "\(outcome.ends.count) ends", "\(outcome.failures.count) wrong",
    ]
    if trouble != .none {
      parts.append("\(outcome.troubles) troubles")
      if untroubled > 0 { parts.append("NEVER HAPPENED in \(untroubled) pairs") }
    }
    parts += limits.map { "\($0.key.rawValue) at \($0.value) ends" }
    return "\(trouble.rawValue): " + parts.joined(separator: ", ")
  }

  /// Walks through all pairs; with what they came to, how many never had the trouble.
  private func walk(
    _ explorer: Explorer, with trouble: Explorer.Trouble
  ) async -> (Explorer.Outcome, untroubled: Int) {
    await withTaskGroup(of: (Int, Explorer.Outcome).self) { group in
      var total = Explorer.Outcome()
      var (next, done, untroubled) = (0, 0, 0)
      while done < explorer.pairs.count {
        while next < explorer.pairs.count, next - done < jobs {
          let pair = explorer.pairs[next]
          group.addTask { [stateMax, next] in
            (next, explorer.walk(pair, with: trouble, stateMax: stateMax))
          }
          next += 1
        }
        guard let (place, outcome) = await group.next() else { break }
        done += 1
        total.add(outcome)
        if trouble != .none, outcome.troubles == 0 { untroubled += 1 }
        let names = explorer.pairs[place].map { Step($0).description }.joined(separator: "; ")
        Main.say(
          "\(trouble.rawValue): \(done) of \(explorer.pairs.count) pairs, \(names): "
            + "\(outcome.states) states, \(outcome.failures.count) wrong",
          to: .standardError)
      }
      return (total, untroubled)
    }
  }
}
