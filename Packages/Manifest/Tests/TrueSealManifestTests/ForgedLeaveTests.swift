import Testing
import TrueSealManifest

/// A leave that a device which is gone makes up afterwards, on an old parent.
@Suite struct `A forged leave` {
  let world: World
  let line: [VerifiedManifest]
  /// 3 admits 10, and 2 goes on from there.
  let admission: VerifiedManifest
  let built: VerifiedManifest
  let forged: VerifiedManifest

  init() throws {
    world = try World(5)
    line = world.line
    admission = try world.forge(by: 3, on: world.base, in: [10])
    built = try world.forge(by: 2, on: admission)
    forged = try world.forge(by: 3, on: world.base, out: [3])
  }

  @Test func `M-24 does not undo what a device that left did while others built on it`() throws {
    let leave = try world.forge(by: 3, on: built, out: [3])
    let ledger = try World.judged(line, admission, built, leave, forged)
    #expect(!ledger.isVoid(admission.hash) && ledger.current == leave)
    // Without the real end there is only one leave, and it counts.
    let early = try World.judged(line, admission, built, forged)
    #expect(early.isDirectlyVoid(admission.hash) && early.isVoid(built.hash))
  }

  @Test func `M-24 does not undo what a removed device did while others built on it`() throws {
    for parent in [admission, built] {
      let removal = try world.forge(by: 0, on: parent, out: [3])
      let ledger = try World.judged(line, admission, built, removal, forged)
      #expect(!ledger.isVoid(admission.hash) && ledger.stands(removal, on: 3))
      #expect(parent == admission || ledger.list == [0, 1, 2, 4, 10])
    }
  }

  @Test func `M-24 wins where nobody has built on what it would undo: its limit`() throws {
    let leave = try world.forge(by: 3, on: admission, out: [3])
    let ledger = try World.judged(line, admission, leave, forged)
    #expect(ledger.isDirectlyVoid(admission.hash) && ledger.list == [0, 1, 2, 4])
  }

  @Test func `M-24 wins where as many have built on it: the leave known first is no worse`() throws
  {
    let leave = try world.forge(by: 3, on: built, out: [3])
    let other = try world.forge(by: 1, on: forged)
    let ledger = try World.judged(line, admission, built, leave, forged, other)
    #expect(ledger.isDirectlyVoid(admission.hash) && ledger.current == other)
  }

  @Test func `M-24 is not outweighed by the leaver's guests or itself`() throws {
    let guest = try world.forge(by: 10, on: admission)
    let own = try world.forge(by: 3, on: guest)
    let leave = try world.forge(by: 3, on: own, out: [3])
    let ledger = try World.judged(line, admission, guest, own, leave, forged)
    #expect(ledger.isDirectlyVoid(admission.hash) && ledger.list == [0, 1, 2, 4])
  }

  @Test func `M-24 is outweighed by a second leave only on what it would void`() throws {
    // 3 left; then it drops everyone beside its leave, and leaves once more on top of that.
    let coup = try world.forge(by: 3, on: world.base, out: [0, 1])
    let second = try world.forge(by: 3, on: coup, out: [3])
    let ledger = try World.judged(line, forged, coup, second)
    #expect(ledger.isDirectlyVoid(coup.hash) && ledger.list == [0, 1, 2, 4])
  }

  @Test func `M-17 M-24 made again names the first leave, and voids nothing itself`() throws {
    // 3 leaves after its admission; that loses, and the leave is made again beside the admission.
    let leave = try world.forge(by: 3, on: admission, out: [3])
    let winner = try world.chain(by: 0, on: world.base, length: 3)
    let again = try world.forge(by: 3, on: winner[2], out: [3], onBehalf: [leave])
    let ledger = try Ledger(
      groupID: Making.group, restoring: line + winner + [admission, leave, again])
    #expect(ledger.current == again && !ledger.isVoid(admission.hash))
    // The same leave without the name would be a first one, and void what came before.
    let unnamed = try world.forge(by: 3, on: winner[2], out: [3])
    let other = try Ledger(
      groupID: Making.group, restoring: line + winner + [admission, leave, unnamed])
    #expect(other.isDirectlyVoid(admission.hash))
    // Nobody else's carrier makes a leave a repeated one.
    let naming = try world.forge(by: 3, on: winner[2], in: [10], out: [3], onBehalf: [])
    #expect(naming.manifest.onBehalf.isEmpty)
  }

  @Test func `M-24 M-23 cannot pass for one made again by naming someone else's change`() throws {
    let removal = try world.forge(by: 0, on: world.base, out: [4])
    let rival = try world.forge(by: 1, on: world.base)
    let leave = try world.forge(by: 3, on: rival, out: [3, 4], onBehalf: [removal])
    let coup = try world.forge(by: 3, on: world.base, out: [0, 1])
    let ledger = try World.judged(line, removal, rival, leave, coup)
    #expect(ledger.contains(leave.hash) && ledger.isDirectlyVoid(coup.hash))
  }

  @Test func `M-24 collapses nothing on devices whose group went on`() throws {
    var world = world
    try world.admit(10, by: 3)
    try world.pass(.seconds(10))
    try world.admit(11, by: 2)
    try world.pass(.seconds(10))
    try world.leaveForGood(3)
    try world.pass(.seconds(10))
    for parent in [world.base, world.line[2]] {
      world.post([try world.forge(by: 3, on: parent, out: [3])], by: 3, to: [0, 1, 2, 4, 10, 11])
      try world.pass(.seconds(120))
      #expect(world.agree([0, 1, 2, 4, 10, 11]))
    }
  }
}
