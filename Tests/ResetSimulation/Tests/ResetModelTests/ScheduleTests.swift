import ResetModel
import Testing

@Suite("A schedule depends on its seed alone")
struct ScheduleTests {
  static let seeds: [UInt64] = [3, 16]

  @Test(arguments: seeds)
  func `the same seed comes to the same`(seed: UInt64) {
    let (one, two) = (Trial(seed: seed), Trial(seed: seed))
    #expect(one.scenario == two.scenario)
    #expect(one.faults == two.faults && one.happenings == two.happenings)
    #expect(one.messageCount == two.messageCount)
    #expect(!one.scenario.steps.isEmpty)
  }

  @Test(arguments: seeds)
  func `a scenario survives being written and read`(seed: UInt64) throws {
    let scenario = Schedule(seed: seed).scenario
    let read = try #require(Scenario(scenario.text))
    #expect(read == scenario)
    #expect(read.run().happenings == scenario.run().happenings)
  }

  @Test func `what is no scenario is not read as one`() {
    for text in [
      "", "1: start 0", "16 1: start 0", "1 1: start", "1 1: start 2", "1 1: start 0 0",
      "1 1: take 0", "1 1: take 0 0 !never", "1 1: sleep 1",
    ] {
      #expect(Scenario(text) == nil, "\(text)")
    }
  }

  @Test func `a fault or a happening that never came up is missing`() {
    #expect(Tally().missingFaults == Fault.allCases)
    #expect(Tally().missingHappenings == Happening.allCases)
    #expect(!Tally().isClean)
  }

  @Test func `each fault is counted where it happens`() throws {
    let text = """
      1 7: say 0; carry 0; copy 1 0; take 1 1; drop 1 0; replay 1 0; spoil 1 0; rest 5; backup 0; \
      start 0 !0; start 0 !after; restore 0; setback 1 9
      """
    let world = try #require(Scenario(text)).run()
    for fault in Fault.allCases { #expect(world.faults[fault] == 1, "\(fault)") }
    #expect(world.flaws.isEmpty)
  }
}
