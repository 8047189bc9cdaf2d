internal import Foundation
internal import Simulation

/// Runs many schedules of a group's changes, or one of them as a story.
@main
struct Main {
  static func main() async {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      say(Options.usage, to: .standardError)
      exit(2)
    }
    if let text = options.scenario {
      guard let scenario = Scenario(text) else {
        say("that is no scenario", to: .standardError)
        exit(2)
      }
      exit(Story(of: scenario).tell() ? 0 : 1)
    }
    if options.isReplay { exit(replay(options.seed, options) ? 0 : 1) }
    if options.isExhaustive {
      let isClean = await Exploration(
        stateMax: options.stateMax, jobs: options.jobs, storyCount: options.storyCount
      ).run()
      exit(isClean ? 0 : 1)
    }
    let isClean = await sweep(options)
    exit(isClean ? 0 : 1)
  }

  private static func sweep(_ options: Options) async -> Bool {
    let seeds = options.seed..<options.seed + UInt64(options.runs)
    let start = Date()
    var toldAt = start
    say("seeds \(seeds.lowerBound) to \(seeds.upperBound - 1)", to: .standardError)
    var named: Set<UInt64> = []
    let tally = await Sweep(seeds: seeds, size: options.size, jobs: options.jobs).run { tally in
      // At once, since a long run may be stopped before it can tell.
      for trial in tally.failures where named.insert(trial.seed).inserted {
        say("seed \(trial.seed) fails", to: .standardError)
      }
      guard Date().timeIntervalSince(toldAt) > 10 else { return }
      toldAt = Date()
      say("\(tally.runs) runs, \(tally.failureCount) failed", to: .standardError)
    }
    Summary(tally, seconds: Date().timeIntervalSince(start)).lines.forEach { say($0) }
    for trial in tally.failures.prefix(options.storyCount) {
      say("")
      say("seed \(trial.seed) (\(trial.size.devices) devices, \(trial.size.changes) changes):")
      trial.verdict.remarks.forEach { say("  \($0)") }
      _ = replay(trial.seed, options, isShrinking: true)
    }
    return tally.failureCount == 0 && tally.missing.isEmpty
  }

  private static func replay(
    _ seed: UInt64, _ options: Options, isShrinking: Bool = false
  ) -> Bool {
    var schedule = Schedule(seed: seed, size: options.size ?? Trial.size(of: seed))
    let verdict = Verdict(on: schedule.run())
    guard isShrinking || options.isShrinking, !verdict.isClean else {
      return Story(of: schedule.scenario).tell()
    }
    var shrinker = Shrinker(schedule.scenario)
    shrinker.shrink()
    return Story(of: shrinker.scenario).tell()
  }

  static func say(_ line: String, to handle: FileHandle = .standardOutput) {
    try? handle.write(contentsOf: Data((line + "\n").utf8))
  }
}
