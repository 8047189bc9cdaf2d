internal import Foundation
internal import ResetModel

/// Runs many schedules of resets between two devices, or one of them as a story.
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
      exit(tell(scenario) ? 0 : 1)
    }
    if options.isReplay {
      exit(tell(Schedule(seed: options.seed).scenario, isShrinking: options.isShrinking) ? 0 : 1)
    }
    let isClean = await sweep(options)
    exit(isClean ? 0 : 1)
  }

  private static func sweep(_ options: Options) async -> Bool {
    let seeds = options.seed..<options.seed + UInt64(options.runs)
    let start = Date()
    var toldAt = start
    say("seeds \(seeds.lowerBound) to \(seeds.upperBound - 1)", to: .standardError)
    let tally = await Sweep(seeds: seeds, jobs: options.jobs).run { tally in
      guard Date().timeIntervalSince(toldAt) > 10 else { return }
      toldAt = Date()
      say("\(tally.runs) runs, \(tally.failureCount) failed", to: .standardError)
    }
    summary(of: tally, seconds: Date().timeIntervalSince(start)).forEach { say($0) }
    for trial in tally.failures.prefix(options.storyCount) {
      say("\nseed \(trial.seed):")
      trial.remarks.forEach { say("  \($0)") }
      _ = tell(trial.scenario, isShrinking: true)
    }
    return tally.isClean
  }

  private static func summary(of tally: Tally, seconds: Double) -> [String] {
    let rate = Int(Double(tally.runs) / max(seconds, 0.001))
    let title =
      "\(tally.runs) runs, \(tally.failureCount) failed, \(tally.steps) steps, "
      + "\(tally.messages) messages, \(rate) runs/s"
    let faults = Fault.allCases.map { line($0.rawValue, tally.faults[$0]) }
    let happenings = Happening.allCases.map { line($0.rawValue, tally.happenings[$0]) }
    let flaws = Flaw.allCases.compactMap { flaw in
      tally.flaws[flaw].map { "FAILED in \($0) runs: \(flaw.rawValue)" }
    }
    let seeds = tally.failures.map { String($0.seed) }.joined(separator: " ")
    return [title, ""] + faults + [""] + happenings + flaws
      + (seeds.isEmpty ? [] : ["the first that failed: \(seeds)"])
  }

  private static func line(_ words: String, _ count: Int?) -> String {
    let number = String(count ?? 0)
    let blanks = String(repeating: " ", count: max(1, 10 - number.count))
    return blanks + number + "  " + words + (count == nil ? "  NEVER HAPPENED" : "")
  }

  /// Tells a scenario line by line, and says whether it ends well.
  private static func tell(_ scenario: Scenario, isShrinking: Bool = false) -> Bool {
    var scenario = scenario
    if isShrinking, !scenario.run().flaws.isEmpty {
      var shrinker = Shrinker(scenario)
      shrinker.shrink()
      scenario = shrinker.scenario
    }
    let world = scenario.run(isNarrated: true)
    world.lines.forEach { say($0) }
    world.remarks.forEach { say("  \($0)") }
    say("\(world.flaws.isEmpty ? "ends well" : "ENDS WRONG"); \(scenario.steps.count) steps:")
    say("simulate-reset --scenario '\(scenario.text)'")
    return world.flaws.isEmpty
  }

  private static func say(_ line: String, to handle: FileHandle = .standardOutput) {
    try? handle.write(contentsOf: Data((line + "\n").utf8))
  }
}
