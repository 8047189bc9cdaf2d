import ResetModel
import Testing

@Suite("Schedules that once went wrong end well")
struct ConvergenceTests {
  @Test(
    arguments: [
      // Put back to before its own start, one takes up the End of the other, and both have received.
      "3 1: start 0; carry 0; start 1; restore 0",
      // The owner declines, and then wants a reset after all.
      """
      7 8709684473289869607: start 0; carry 0; start 1; take 1 3; start 1; carry 1; take 0 3; \
      restore 0; take 0 0; take 0 0; answer 0 0
      """,
    ])
  func `a known scenario ends well`(text: String) throws {
    let world = try #require(Scenario(text)).run()
    #expect(world.flaws.isEmpty, "\(world.remarks)")
  }

  @Test func `a shrunk scenario keeps its flaw`() {
    let scenario = Schedule(seed: 3).scenario
    #expect(scenario.run().flaws.isEmpty)
    var shrinker = Shrinker(scenario, budget: 200)
    shrinker.shrink()
    // Nothing fails, so nothing may be left out.
    #expect(shrinker.scenario == scenario)
  }
}
