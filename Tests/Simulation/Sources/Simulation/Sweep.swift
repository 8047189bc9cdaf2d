/// Many runs, some at a time, over consecutive seeds.
package struct Sweep: Sendable {
  package let seeds: Range<UInt64>
  /// The size of every run; nil for that of its seed.
  package let size: Schedule.Size?
  package let jobs: Int

  package init(seeds: Range<UInt64>, size: Schedule.Size?, jobs: Int) {
    self.seeds = seeds
    self.size = size
    self.jobs = max(1, jobs)
  }

  /// Runs them all; `note` hears from time to time what it has come to so far.
  package func run(note: (Tally) -> Void) async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      var total = Tally()
      var next = seeds.lowerBound
      var open = 0
      while next < seeds.upperBound || open > 0 {
        while open < jobs, next < seeds.upperBound {
          let share = next..<min(next + Self.share, seeds.upperBound)
          group.addTask { tally(over: share) }
          next = share.upperBound
          open += 1
        }
        guard let tally = await group.next() else { break }
        open -= 1
        total.add(tally)
        note(total)
      }
      return total
    }
  }

  private func tally(over seeds: Range<UInt64>) -> Tally {
    var tally = Tally()
    for seed in seeds { tally.add(Trial(seed: seed, size: size ?? Trial.size(of: seed))) }
    return tally
  }

  /// How many runs one task does before it tells.
  private static let share: UInt64 = 100
}
