/// What the schedule of one seed came to.
package struct Trial: Sendable {
  package let seed: UInt64
  package let scenario: Scenario
  package let flaws: Set<Flaw>
  package let remarks: [String]
  package let faults: [Fault: Int]
  package let happenings: [Happening: Int]
  package let messageCount: Int

  /// Runs the schedule of a seed.
  package init(seed: UInt64) {
    self.seed = seed
    scenario = Schedule(seed: seed).scenario
    let world = scenario.run()
    flaws = world.flaws
    remarks = world.remarks
    faults = world.faults
    happenings = world.happenings
    messageCount = world.messageCount
  }
}
