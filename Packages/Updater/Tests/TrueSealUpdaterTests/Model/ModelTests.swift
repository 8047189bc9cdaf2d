import Foundation
import Testing

@testable import TrueSealUpdater

@Suite struct `The model of a phone` {
  /// Point anywhere, run, start, ready, time out, die, update the app; then a death after each write,
  /// and a disk on which nothing can be saved.
  @Test func `U-27 UR-04 UR-36 UR-43 UR-44 keeps its laws in every world that can be reached`() {
    var walk = Walk(newest: 4)
    walk.run()
    for broken in walk.broken.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(broken.key): \(broken.value)")
    }
    #expect(walk.worlds.count > 10_000)
    #expect(walk.deathCount > 50_000)
    #expect(walk.failedWriteCount > 20_000)
    #expect(Law.all.count == 14)
    let strandedCount = walk.worlds.count { !$0.reaches(4, unlessBad: true) }
    #expect(strandedCount == 0, "release 4 is out of reach")
    let lostCount = walk.worlds.count { !$0.reaches(5, unlessBad: false) }
    #expect(lostCount == 0, "a release above all others is out of reach")
  }

  /// Between a run's check of a release and its last step, anything else may happen.
  @Test func `UR-15 UR-45 UR-43 keeps its laws while a run is under way`() {
    let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil
    var walk = Walk(newest: isLong ? 4 : 3, isInterleaving: true)
    walk.run()
    for broken in walk.broken.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(broken.key): \(broken.value)")
    }
    #expect(walk.worlds.count > 3_000)
    let lostCount = walk.worlds.count { !$0.reaches(5, unlessBad: false) }
    #expect(lostCount == 0, "a release above all others is out of reach")
  }

  /// Fewer releases, but any of them may go missing in the store at any time.
  @Test func `UR-37 UR-38 UR-43 recovers from whatever goes missing`() {
    let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil
    var walk = Walk(newest: isLong ? 3 : 2, isDamaging: true)
    walk.run()
    for broken in walk.broken.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(broken.key): \(broken.value)")
    }
    #expect(walk.worlds.count > 400)
    let lostCount = walk.worlds.count { !$0.reaches(4, unlessBad: false) }
    #expect(lostCount == 0, "a release above all others is out of reach")
  }
}

extension World {
  /// Whether a release becomes current when the channel points at it and all goes well from here on.
  ///
  /// One whose two chances are used up is bad at the next start, if it is not already.
  fileprivate func reaches(_ seq: UInt64, unlessBad: Bool) -> Bool {
    let isBad = disk?.bad.contains(seq) == true || endings[seq] == 2
    if unlessBad, isBad { return true }
    var world = self
    world.channel = seq
    let actions: [Action] = [
      .endRun, .ready, .startUI(newProcess: process == nil), .ready, .run,
      .startUI(newProcess: false),
      .ready,
    ]
    for action in actions {
      if let outcome = world.after(action) { world = outcome.world }
    }
    return world.disk?.current == seq && world.screen?.seq == seq
  }
}
