import Testing
import TrueSealManifest

/// What a membership with one rule broken had slipped past.
@Suite struct `A broken rule` {
  let world: World

  init() throws { world = try World(5) }

  @Test func `M-20 gives a ring to the one admitted first, whatever the keys`() throws {
    let senior = try world.forge(by: 0, on: world.base, in: [20])
    let junior = try world.forge(by: 0, on: senior, in: [10])
    let down = try world.forge(by: 20, on: junior, out: [10])
    let up = try world.forge(by: 10, on: junior, out: [20])
    let ledger = try World.judged(world.line + [senior, junior], down, up)
    #expect(ledger.stands(down, on: 10) && !ledger.isRemoved(20.key))
    #expect(ledger.current == down && ledger.isDirectlyVoid(up.hash))
  }

  @Test func `M-20 gives a ring of two admitted together to the lower key`() throws {
    // One pair could be decided rightly by its hashes alone.
    for (lower, higher) in [(10, 20), (11, 12), (13, 30), (14, 15), (21, 22), (23, 24)] {
      let admission = try world.forge(by: 0, on: world.base, in: [lower, higher])
      let down = try world.forge(by: lower, on: admission, out: [higher])
      let up = try world.forge(by: higher, on: admission, out: [lower])
      let ledger = try World.judged(world.line + [admission], down, up)
      #expect(ledger.stands(down, on: higher) && !ledger.isRemoved(lower.key))
    }
  }

  @Test func `M-43 passes on 16 manifests of one issuer that is gone`() throws {
    var world = world
    world.leaveOffline(1, 2, 3)
    world.wipe(4)
    world.post([try world.forge(by: 1, on: world.base, out: [4])], by: 1, to: [0])
    try world.deliver()
    let before = world.sent.count
    for number in 0..<24 {
      let forged = try world.forge(by: 4, on: world.base, in: [20 + number], out: [3])
      world.post([forged], by: 4, to: [0])
    }
    try world.pass(.seconds(600))
    let passedOn = world.letters(from: 0, since: before).map { $0.manifests[0] }
      .filter { $0.manifest.issuer == 4.key }
    #expect(Set(passedOn).count == 16)
  }
}
