import Simulation
import Testing

@Suite("A schedule depends on its seed alone")
struct ScheduleTests {
  static let seeds: [UInt64] = [3, 16, 77]

  @Test("The same seed draws the same schedule", arguments: seeds)
  func isRepeatable(seed: UInt64) {
    let size = Trial.size(of: seed)
    var one = Schedule(seed: seed, size: size)
    var two = Schedule(seed: seed, size: size)
    #expect(Verdict(on: one.run()) == Verdict(on: two.run()))
    #expect(one.scenario == two.scenario)
    #expect(!one.scenario.steps.isEmpty)
  }

  @Test(
    "A scenario survives being written and read, and ends as its schedule did", arguments: seeds)
  func isReadable(seed: UInt64) throws {
    var schedule = Schedule(seed: seed, size: Trial.size(of: seed))
    let verdict = Verdict(on: schedule.run())
    let scenario = try #require(Scenario(schedule.scenario.text))
    #expect(scenario == schedule.scenario)
    #expect(Verdict(on: scenario.run()) == verdict)
  }

  @Test("What is no scenario is not read as one")
  func readsNothingElse() {
    for text in ["", "3 2: crash 1", "3 2 1: crash", "3 2 1: crash 1 2", "3 2 1: take 1 !never"] {
      #expect(Scenario(text) == nil)
    }
  }
}
