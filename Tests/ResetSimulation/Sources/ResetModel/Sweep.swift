/// Many runs, some at a time, over consecutive seeds.
package struct Sweep: Sendable {
  package let seeds: Range<UInt64>
  package let jobs: Int

  package init(seeds: Range<UInt64>, jobs: Int) {
    self.seeds = seeds
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
          let share = next..<min(next + 100, seeds.upperBound)
          group.addTask {
            var tally = Tally()
            for seed in share { tally.add(Trial(seed: seed)) }
            return tally
          }
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
}
