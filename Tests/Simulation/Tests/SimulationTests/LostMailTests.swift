import Simulation
import Testing

/// Schedules that once ended wrong since mail was lost, or a device was gone and nobody knew.
@Suite("What once ended wrong after lost mail ends well")
struct LostMailTests {
  private func expectGoodEnd(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let scenario = try #require(Scenario(text), sourceLocation: location)
    let verdict = Verdict(on: scenario.run())
    #expect(verdict.remarks == [], sourceLocation: location)
  }

  @Test(
    "M-14 M-47: a device that cannot trace what it believes shows it to who believes otherwise"
  )
  func showsWhatItCannotTrace() throws {
    try expectGoodEnd(
      """
      4 5 3166282870465406330: remove 0 2; carry 0; carry 0; take 3; offline 1; admit 1 4; remove \
      3 0; days 40; leave 3
      """)
    try expectGoodEnd(
      """
      4 8 12604574242251571901: admit 3 4; remove 3 2; admit 1 5; remove 2 0; remove 1 5; carry 3; \
      offline 3; days 40
      """)
  }

  @Test("M-47: after 40 days whoever was held for removed is shown why, and answers")
  func confrontsAfterDays() throws {
    try expectGoodEnd(
      """
      2 8 960133505449415254: remove 0 1; admit 1 3; carry 1; carry 1; take 3; carry 3; remove 3 \
      0; carry 3; offline 3; days 40
      """)
    try expectGoodEnd(
      """
      5 7 11109138755874410671: offline 3; remove 1 4; carry 1; carry 1; remove 0 2; carry 1; \
      crash 0; carry 1; admit 2 5; take 0; offline 0; days 40; leave 2
      """)
  }

  @Test("M-14: a further root that does not list its issuer is its leave")
  func knowsLeaveByRoot() throws {
    try expectGoodEnd(
      """
      4 6 6775967959777038355: admit 3 4; carry 3; carry 3; take 4; offline 3; admit 4 5; days 40; \
      leave 4
      """)
  }

  @Test("M-47: a member is reminded of everything, since others may have let it in")
  func remindsOfEverything() throws {
    try expectGoodEnd(
      """
      3 8 17645078430500894321: remove 0 2; carry 0; carry 0; leave 1; admit 0 3; carry 0; leave \
      0; take 3; carry 0; admit 3 4; carry 0; take 3; carry 3; carry 3; carry 3; carry 3; take 4; \
      carry 4; admit 3 5; rest 6111; carry 4; remove 4 3; carry 3; carry 3; carry 4; wake 3; carry \
      4; carry 3; take 3
      """)
  }

  @Test("M-14 M-35: nobody is admitted again while what led to current is not known")
  func waitsForTheWay() throws {
    try expectGoodEnd(
      """
      6 5 2088864498191973334: offline 0; leave 5; admit 2 6; days 40; leave 2
      """)
  }

  @Test("M-34: what a silent member lost is made again by the others")
  func repeatsForTheSilent() throws {
    try expectGoodEnd(
      """
      6 8 113987422291537043: admit 4 6; carry 4; carry 4; admit 1 7; carry 4; carry 4; carry 1; \
      carry 4; carry 4; take 7; take 3; admit 7 8; remove 4 0; carry 7; carry 7; remove 4 6; carry \
      4; carry 4; take 3; carry 4; carry 4; carry 4; take 3; carry 4; remove 5 3; rest 266; carry \
      4; carry 4; take 3; rest 734; rest 266; rest 3734; wake 3; carry 3; rest 55000; wake 3; \
      carry 3; carry 3; carry 3; admit 4 9; carry 3; carry 3; remove 3 1; carry 3; carry 3; carry \
      3; carry 3; carry 3; carry 3; carry 3; carry 5; carry 5; carry 5; take 3
      """)
  }

  @Test("M-47: who was left out and says nothing is told why again")
  func remindsOutsiders() throws {
    try expectGoodEnd(
      """
      6 8 16219685541306061343: remove 5 1; remove 1 3; carry 5; carry 1; admit 3 6; remove 4 0; \
      carry 1; admit 0 7; remove 0 5; remove 5 4; remove 1 2; carry 3; carry 3; carry 3; carry 5; \
      carry 1; take 2; carry 1; carry 1; take 4; carry 5; take 2; carry 3; offline 4; take 0; rest \
      58121; take 2; offline 2; days 40
      """)
    try expectGoodEnd(
      """
      3 7 17438776298605865242: admit 2 3; carry 2; carry 2; carry 2; take 1; admit 1 4; carry 1; \
      carry 1; carry 1; carry 1; take 4; remove 0 2; carry 4; carry 4; remove 4 0; leave 4; carry \
      4; carry 4; carry 4; carry 4; carry 4; carry 4; carry 4
      """)
  }

  @Test("M-14: who is left out takes what its admitter cannot trace for a root")
  func followsAdmitter() throws {
    try expectGoodEnd(
      """
      3 7 12207320489733034027: admit 0 3; carry 0; take 2; carry 0; take 1; carry 0; take 3; \
      offline 2; leave 3; carry 3; carry 3; admit 1 4; carry 3; take 0; carry 1; carry 1; take 0; \
      admit 2 5; remove 1 4; rest 6188; days 40; remove 1 0; leave 1
      """)
  }

  @Test("M-47: whoever shows the same view again is brought its own line")
  func bringsItsOwnLine() throws {
    try expectGoodEnd(
      """
      5 7 7584162394643363532: admit 1 5; carry 1; admit 2 6; carry 2; carry 1; admit 2 7; remove \
      0 2; admit 3 9; carry 1; carry 2; offline 9; carry 1; carry 0; carry 0; carry 1; carry 0; \
      carry 0; carry 2; take 2; carry 2; take 2; offline 0; days 40
      """)
  }

  @Test("M-34: nobody makes its own removal again")
  func leavesItsRemovalToOthers() throws {
    try expectGoodEnd(
      """
      5 7 2195070610366870228: remove 2 1; carry 2; take 3; carry 2; carry 2; carry 2; take 0; \
      remove 3 2; carry 3; admit 0 5; carry 3; carry 3; carry 3; take 0; carry 0; take 3; carry 3; \
      carry 0; take 5; carry 0; carry 0; carry 0; take 5; take 3; remove 5 3; leave 5; remove 3 0; \
      carry 3; carry 3; take 5; rest 2944; wake 5
      """)
  }
}
