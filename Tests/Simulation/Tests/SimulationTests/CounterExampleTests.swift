import Simulation
import Testing

/// Schedules that once ended wrong, each as short as it could be made and still fail.
@Suite("What once ended wrong ends well")
struct CounterExampleTests {
  private func expectGoodEnd(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let scenario = try #require(Scenario(text), sourceLocation: location)
    let verdict = Verdict(on: scenario.run())
    #expect(verdict.remarks == [], sourceLocation: location)
  }

  @Test("M-42: who only a void manifest lists hears why, though current was built on the reason")
  func tellsReasonCurrentIsBuiltOn() throws {
    try expectGoodEnd("3 5 6764836397866521095: remove 1 2; admit 2 3; remove 1 0")
  }

  @Test("M-20 M-42: where weight decides, the loser hears who built on the removal")
  func provesByWeight() throws {
    try expectGoodEnd(
      "4 6 17557606683898443678: remove 3 1; carry 3; remove 1 3; take 0; admit 0 4")
    try expectGoodEnd(
      """
      4 6 11779533608014704927: remove 2 0; carry 2; carry 2; remove 0 2; leave 3; carry 2; \
      take 3
      """)
  }

  @Test("M-20 M-42: a removal is proven with what struck its rivals")
  func provesAgainstRivals() throws {
    try expectGoodEnd(
      """
      2 7 304364983546827986: admit 0 2; carry 0; remove 0 1; take 2; admit 0 4; carry 2; \
      remove 0 2; admit 1 5; remove 2 0; carry 2
      """)
  }

  @Test("M-42: those who were sent a manifest speak before those who never heard of it")
  func letsKnowersSpeakFirst() throws {
    try expectGoodEnd(
      "3 5 3139196516554961609: admit 0 3; remove 1 0; admit 2 4; admit 1 5; admit 2 6")
  }

  @Test("M-42 M-45 M-47: a reason that came before the admission is told again")
  func tellsReasonAgain() throws {
    try expectGoodEnd(
      "2 2 2243565114390805837: remove 1 0; admit 0 2; carry 0; take 1; carry 1; carry 1")
  }

  @Test("M-24 M-32: who leaves takes along the changes that lost")
  func leavesWithWhatLost() throws {
    try expectGoodEnd(
      """
      2 6 16451630847085022781: admit 0 2; carry 0; remove 0 1; take 2; carry 0; admit 2 3; \
      carry 0; take 2; leave 2
      """)
    try expectGoodEnd(
      """
      3 7 8291251536649120325: admit 1 3; carry 1; carry 1; remove 0 2; take 3; carry 0; carry 3; \
      take 0; crash 1; carry 1; carry 0; take 1; admit 1 4; carry 1; carry 1; carry 0; take 0; \
      carry 0; carry 0; take 1; remove 1 3; take 0; carry 0; carry 0; carry 0; take 1; leave 1
      """)
  }

  @Test("M-40 M-45: what a joiner could not keep does not count as sent")
  func countsNothingLostAsSent() throws {
    try expectGoodEnd(
      """
      5 7 13913280000552916046: remove 3 4; carry 3; carry 3; take 0; remove 1 3; admit 4 6; \
      carry 4; carry 4; carry 3; carry 4; reconnect 4; offline 2; take 0; rest 4000
      """)
  }

  @Test("M-34: a standing removal is made again though nobody knows that its issuer left")
  func repeatsStandingRemoval() throws {
    try expectGoodEnd(
      """
      4 8 9935939459103672469: remove 3 0; remove 2 1; admit 2 4; carry 3; leave 3; carry 3; \
      leave 2; carry 3; take 2
      """)
  }

  @Test("M-34: a leave is made again whatever it was built on")
  func repeatsUnrootedLeave() throws {
    try expectGoodEnd(
      """
      3 7 1316376973068355255: admit 1 3; carry 1; take 3; leave 3; leave 0; carry 0; take 1; \
      leave 1
      """)
  }

  @Test("M-14 M-31 M-47: 40 days away undo nothing, and what was missed is caught up with")
  func comesBackAfterDays() throws {
    try expectGoodEnd(
      """
      6 3 3444080387317847381: admit 5 6; carry 5; remove 1 4; remove 1 5; carry 5; carry 5; \
      carry 5; carry 5; take 0; offline 0; days 40
      """)
    try expectGoodEnd(
      """
      3 8 5922083524652278465: admit 1 4; leave 1; admit 0 6; carry 0; carry 0; leave 2; \
      admit 0 7; carry 0; take 6; offline 6; days 40
      """)
  }
  @Test("M-47: who asks again is told everything from the start")
  func answersWhole() throws {
    try expectGoodEnd(
      """
      3 8 18146730135469406370: admit 2 5; remove 1 2; carry 2; carry 2; offline 5; carry 2; \
      offline 2; days 40
      """)
  }

  @Test("M-24: a leave names what its issuer lost to others, and does not void it")
  func keepsLastWords() throws {
    try expectGoodEnd(
      """
      6 8 11318130269963595218: leave 5; carry 5; take 2; remove 2 3; carry 2; remove 0 3; \
      carry 2; take 0; remove 4 2; leave 0
      """)
  }

  @Test("M-47: a device that waits to be let in is reminded by those who list it")
  func remindsWhoWaits() throws {
    try expectGoodEnd(
      """
      2 4 18232899266734293761: remove 0 1; remove 1 0; carry 0; carry 1; admit 1 2; carry 1; \
      admit 1 3; carry 1; take 1
      """)
    try expectGoodEnd(
      """
      4 8 15583359984417602476: remove 1 2; admit 3 5; offline 0; admit 3 6; remove 0 1; carry 3; \
      carry 3; remove 0 3; carry 3; carry 3; take 5; offline 5; days 40
      """)
  }

  @Test("M-47: a gone device that goes on is shown why, and answers with what was lost")
  func confrontsWhoGoesOn() throws {
    try expectGoodEnd(
      """
      2 5 5760685986030812574: admit 1 2; carry 1; remove 0 1; remove 1 0; take 0; carry 1; \
      take 2; carry 0; carry 0; take 2; offline 2; days 40
      """)
  }

  @Test("M-40 M-45: one of 30 steps: what a joiner could not keep is sent again")
  func endsWellAfter30Steps() throws {
    try expectGoodEnd(
      """
      3 8 10917013619152090625: leave 0 !after; carry 0; take 1; carry 0; take 2; admit 2 3; \
      carry 2; carry 2; take 1; remove 2 3; carry 2; carry 2; take 1; admit 2 4; carry 2; \
      carry 2; take 1; leave 2; take 4; carry 4; carry 2; admit 1 5; carry 1; leave 1; take 4; \
      take 4; rest 1000; wake 4; carry 4; admit 4 6
      """)
  }

  @Test("M-14 M-47: one of 34 steps: 40 days away undo nothing")
  func endsWellAfter34Steps() throws {
    try expectGoodEnd(
      """
      6 8 2570040881768373710: remove 2 0; remove 5 1; remove 5 4; admit 0 6; admit 0 7; carry 0; \
      take 5; offline 5; carry 2; carry 0; carry 0; carry 2; take 0; days 40; online 5; carry 5; \
      carry 5; carry 5; carry 5; carry 5; carry 5; carry 5; take 6; carry 5; carry 5; carry 5; \
      carry 5; carry 5; carry 5; take 6; carry 5; carry 5; take 6; rest 1000
      """)
  }

  @Test("M-40 M-45: one of 38 steps: what a joiner could not keep does not count as sent")
  func endsWellAfter38Steps() throws {
    try expectGoodEnd(
      """
      6 7 7362644679943089357: remove 1 5; carry 1; take 2; carry 1; carry 1; carry 1; carry 1; \
      take 3; remove 2 4; remove 1 2; carry 2; carry 2; carry 1; carry 2; carry 1; admit 4 8; \
      carry 1; take 3; carry 1; take 1; take 3; carry 4; take 4; carry 4; take 4; carry 1; \
      carry 1; take 1; carry 1; carry 1; carry 1; carry 1; take 3; take 3; rest 37497; wake 3; \
      carry 3; carry 3
      """)
  }

  @Test("M-42 M-47: the longest, of 115 steps: who lacks what makes its tree void is brought it")
  func endsWellAfter115Steps() throws {
    try expectGoodEnd(
      """
      4 8 15547003248202962567: remove 3 2; admit 2 4; carry 2; carry 2; take 4; take 0; \
      offline 4; admit 0 5; admit 0 7; admit 0 8; carry 0; carry 0; carry 0; carry 0; carry 0; \
      carry 0; carry 0; offline 0; days 40; online 0; online 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; carry 0; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take 4; take \
      4; rest 1000; wake 4
      """)
  }

  @Test("M-47: one of 41 steps: who a race left out shows the removed why")
  func endsWellAfter41Steps() throws {
    try expectGoodEnd(
      """
      4 8 13250002582885239609: remove 1 2; remove 3 1; leave 2; carry 1; remove 0 3; carry 0; \
      remove 1 0; leave 3; carry 3; admit 1 4; remove 1 3; carry 2; carry 3; take 3; carry 3; \
      take 1; carry 0; carry 2; carry 0; carry 1; carry 1; take 2; take 1; carry 1; take 2; \
      take 3; carry 2; take 3; carry 2; carry 1; carry 2; take 3; carry 1; take 1; carry 1; \
      carry 1; carry 1; carry 1; take 3; rest 5112; take 3
      """)
  }

  @Test("M-14 M-31 M-47: a device between two trees shows what it can trace, and they are joined")
  func joinsTrees() throws {
    try expectGoodEnd(
      """
      6 5 17984787748114304249: admit 3 6; carry 3; take 2; admit 0 7; carry 0; carry 0; admit \
      2 8; carry 2; admit 4 9; admit 1 10; carry 2; take 0; offline 0; days 40
      """)
    try expectGoodEnd(
      """
      5 7 2550365574326911528: leave 4; admit 3 5; admit 2 6; remove 2 6; carry 3; carry 3; \
      carry 3; carry 3; take 4; offline 3; days 40
      """)
  }

  @Test("M-14: nothing becomes a root that nobody believes")
  func believesOnlyWhatOthersBelieve() throws {
    try expectGoodEnd(
      """
      3 5 16524818027273130398: admit 1 3; carry 1; offline 2; remove 1 3; take 0; admit 0 4; \
      days 40; remove 2 1
      """)
  }

  @Test("M-20 M-34: where removals form a ring of three, the one that broke it is made again")
  func repeatsWhatBrokeTheRing() throws {
    try expectGoodEnd(
      """
      6 6 17492366261927965402: remove 4 0; remove 0 2; remove 2 4; carry 2; carry 2
      """)
    try expectGoodEnd("3 4 14793293062947472664: remove 1 0; remove 0 2; remove 2 1")
    try expectGoodEnd(
      """
      4 7 15293829634202806960: admit 2 4; carry 2; take 1; carry 2; remove 0 1; carry 2; \
      carry 2; take 4; leave 3; carry 3; carry 4; carry 3; carry 4; carry 4; carry 3; take 2; \
      remove 4 0; carry 4; carry 4; carry 4; carry 2; take 2; carry 2; carry 2; remove 1 4; \
      rest 1000; rest 4000; wake 2; carry 2
      """)
    try expectGoodEnd(
      """
      5 7 12330782176061118528: remove 3 2; remove 2 1; remove 1 3; carry 2; carry 1; leave 2; \
      leave 4; carry 1; take 0; admit 3 5; carry 3; take 0; carry 3; take 0; rest 7214
      """)
  }

  @Test(
    "M-34: changes of a device that a void removal names are made again, since it may have wiped")
  func repeatsForWhomAVoidRemovalNames() throws {
    try expectGoodEnd(
      """
      6 8 8563793191505115606: leave 0; admit 1 6; carry 1; take 6; remove 5 1; carry 5; \
      remove 3 5; admit 6 9
      """)
    try expectGoodEnd(
      """
      4 8 9229400789412655210: admit 1 5; carry 1; carry 1; take 2; remove 0 1; admit 2 8; \
      carry 2; take 8; remove 8 2; carry 8; carry 8; carry 8; carry 8; carry 8
      """)
  }

  @Test("M-34 M-35: changes of a device whose admission was made again are made again as well")
  func repeatsForWhomWasAdmittedAgain() throws {
    try expectGoodEnd(
      """
      4 8 2605912349258744851: remove 1 2; carry 1; take 0; remove 3 2; carry 3; carry 3; \
      admit 0 4; carry 0; carry 0; take 0; carry 3; admit 3 5; take 4; carry 3; admit 4 6; \
      take 0; leave 4; remove 0 1
      """)
  }

  @Test("M-47: an exchange that came too early puts an answer off and does not replace it")
  func answersInTheEnd() throws {
    try expectGoodEnd(
      """
      2 6 7359977354074567637: admit 0 2; carry 0; admit 1 3; admit 1 4; carry 0; take 2; \
      carry 1; take 0; carry 2; remove 2 1; carry 2; admit 2 5; remove 0 2; carry 2; carry 2; \
      rest 5473; rest 1000; rest 53527
      """)
    try expectGoodEnd(
      """
      4 5 7734055570141711279: admit 1 4; leave 3; carry 1; leave 2; carry 2; leave 0; carry \
      0; carry 2; carry 2; carry 0; take 3; take 3; take 3; offline 1; take 0; carry 0; carry \
      0; take 3; days 40
      """)
  }

  @Test("M-20 M-47: who may hear current hears of the weight that current does not bring")
  func answersWithWeight() throws {
    try expectGoodEnd(
      """
      4 7 13184307440163806728: remove 3 2; carry 3; remove 3 0; remove 2 3; remove 3 1; admit \
      3 5; admit 1 6; carry 3; carry 3; take 1; carry 3; carry 1; carry 1; carry 1; carry 1; \
      carry 3; carry 3; take 1; carry 3; carry 1; take 1
      """)
  }

  @Test("M-47: where those who remind are gone, the others do, and from the very start")
  func remindsLate() throws {
    try expectGoodEnd(
      """
      3 7 2211990389792628789: remove 1 0; remove 1 2; admit 2 3; admit 0 4; carry 0; offline \
      1; take 4; offline 4; days 40
      """)
  }

  @Test("M-14 M-34: an admission that nobody had built on is made again across a gap in the end")
  func admitsAcrossAGap() throws {
    try expectGoodEnd(
      """
      5 7 12359083960962332621: leave 3; offline 0; remove 2 1; carry 2; admit 2 5; offline 2; \
      leave 2; days 40; leave 4
      """)
  }

  @Test("M-47: where the first three cannot answer a void view, the next ones do")
  func answersInTheNextTurn() throws {
    try expectGoodEnd(
      """
      3 8 10226781430059722828: remove 2 1; admit 2 3; carry 2; admit 0 4; take 0; remove 1 2; \
      carry 2; leave 0; admit 2 6; carry 2; remove 1 0; carry 2; carry 1; take 0; carry 1
      """)
    try expectGoodEnd(
      """
      3 8 11796035201579076601: leave 0; carry 0; carry 0; take 2; offline 2; admit 1 3; carry 1; \
      take 3; remove 1 2; admit 3 4; admit 3 7; days 40
      """)
  }

  @Test("M-01 M-52: what would remove the device that wants it is made as soon as it can be")
  func keepsWhatCannotBeMadeYet() throws {
    try expectGoodEnd(
      """
      3 7 16552922485928894326: remove 2 0; carry 2; admit 1 3; take 1; remove 0 1; carry 0; \
      take 1; remove 1 2
      """)
  }

  @Test("M-46 M-52: what would remove the device that makes it again is left to the others")
  func endsWithoutRemovingItself() throws {
    try expectGoodEnd(
      """
      3 8 9816487175907392929: admit 1 3; carry 1; take 2; carry 1; remove 1 0; remove 0 2; \
      admit 2 4; carry 2; carry 2; admit 0 5; take 4; remove 4 1; carry 1; carry 1
      """)
  }
}
