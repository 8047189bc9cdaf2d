import Testing
import TrueSealManifest

/// What a device that leaves did beside its leave, and names in it.
@Suite struct `What a leave names` {
  let world: World
  /// 0 and 2 remove 3 at once; 2 goes on, so 0's removal lost to the like of it.
  let carrier: VerifiedManifest
  let rival: VerifiedManifest
  let winner: VerifiedManifest

  init() throws {
    world = try World(5)
    carrier = try world.forge(by: 0, on: world.base, out: [3])
    rival = try world.forge(by: 2, on: world.base, out: [3])
    winner = try world.forge(by: 2, on: rival)
  }

  @Test func `M-17 M-24 stays valid beside it, and nothing else does`() throws {
    let other = try world.forge(by: 0, on: world.base, in: [10])
    let leave = try world.forge(by: 0, on: winner, out: [0], onBehalf: [carrier])
    let ledger = try World.judged(world.line, carrier, other, rival, winner, leave)
    #expect(ledger.current == leave)
    #expect(!ledger.isVoid(carrier.hash) && ledger.isDirectlyVoid(other.hash))
    let silent = try world.forge(by: 0, on: winner, out: [0])
    let heard = try World.judged(world.line, carrier, rival, winner, silent)
    #expect(heard.isDirectlyVoid(carrier.hash))
  }

  @Test func `M-17 is for leaves alone: nobody else names what it issued itself`() throws {
    let forged = try world.forge(by: 0, on: winner, in: [10], onBehalf: [carrier])
    var ledger = try Ledger(groupID: Making.group, restoring: world.line)
    _ = ledger.insert(contentsOf: [carrier, rival, winner], from: 0.key)
    #expect(ledger.insert(forged, from: 0.key) == [.refused(forged.hash, .malformed)])
  }

  @Test func `M-24 is what its issuer lost to others, whoever made it in the end`() throws {
    var world = world
    try world.remove(3, by: 0)
    let removal = try #require(world.current(0))
    world.post([winner, rival], by: 2, to: [0])
    try world.deliver(from: 2, to: 0)
    #expect(world.current(0) == winner)
    try world.leave(0)
    let leave = try #require(world.issued(by: 0, heldBy: 0).last)
    #expect(leave.manifest.member(World.row[0].signingKey) == nil)
    #expect(leave.manifest.onBehalf == [removal.hash])
  }

  /// A race in which the one who made the change for 0 was itself removed.
  @Test(arguments: [true, false])
  func `M-24 M-34 is made again by those who stay`(isNamed: Bool) throws {
    var world = world
    for number in [0, 2, 3] { world.wipe(number) }
    try world.remove(2, by: 1)
    let leave = try world.forge(by: 0, on: winner, out: [0], onBehalf: isNamed ? [carrier] : [])
    world.post([leave, winner, rival, carrier], by: 0, to: [1, 4])
    try world.pass(.seconds(30))
    let list: Set<Int> = isNamed ? [1, 4] : [1, 3, 4]
    #expect(world.list(1) == list && world.list(4) == list)
  }
}
