internal import Foundation
internal import Simulation

/// A scenario told line by line.
struct Story {
  private let scenario: Scenario

  init(of scenario: Scenario) { self.scenario = scenario }

  /// Tells it and says whether it ends well.
  func tell() -> Bool {
    let world = scenario.run(isNarrated: true)
    world.journal?.lines.forEach { Main.say($0) }
    let verdict = Verdict(on: world)
    verdict.remarks.forEach { Main.say("  \($0)") }
    for limit in verdict.limits { Main.say("  within a known limit: \(limit.rawValue)") }
    Main.say("\(verdict.isClean ? "ends well" : "ENDS WRONG"); \(scenario.steps.count) steps:")
    Main.say("simulate --scenario '\(scenario.text)'")
    return verdict.isClean
  }
}
