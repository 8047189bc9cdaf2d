import Simulation
import Testing

@Suite("A run counts what went wrong in it")
struct FaultTests {
  private func tally(_ runs: UInt64) -> Tally {
    var tally = Tally()
    for seed in 0..<runs { tally.add(Trial(seed: seed, size: .init(devices: 3, changes: 3))) }
    return tally
  }

  @Test("A fault that never happened is missing")
  func noticesWhatIsMissing() {
    #expect(Tally().missing == Fault.allCases)
    #expect(tally(40).missing.count < Fault.allCases.count)
  }

  @Test("Each fault is counted where it happens")
  func countsEach() throws {
    let text = """
      3 2 7: offline 1; online 1; reconnect 0; remove 0 2; lose 0; crash 1; admit 1 3 !after; \
      take 2 !before; refuse 1; take 1 !undo
      """
    let faults = try #require(Scenario(text)).run().faultCounts
    for fault in [Fault.offlineSpell, .lostSession, .lostAnswer, .restart, .crashAfterCommit] {
      #expect(faults[fault] == 1, "\(fault)")
    }
  }
}
