import Testing
import TrueSealManifest

/// Who answers a view when those whose turn comes first do not.
@Suite struct `A void view` {
  @Test func `M-47 that nobody answers is answered by the next three a day later, once`()
    throws
  {
    var world = try World(6)
    let removal = try world.forge(by: 0, on: world.base, out: [5])
    let void = try world.forge(by: 5, on: world.base, in: [10])
    world.leaveOffline(0, 1, 2, 3, 5)
    world.post([removal], by: 0, to: [4])
    // Only 4, the fifth in turn, is shown it, so that none of the first three can speak.
    world.post([void], by: 5, to: [4])
    try world.deliver()
    #expect(world[4]?.ledger.isVoid(void.hash) == true)
    try world.pass(.seconds(80 + 86_400 - 1))
    #expect(world.letters(from: 4, to: 5).isEmpty)
    try world.pass(.seconds(1))
    #expect(world.letters(from: 4, to: 5).contains { $0.manifests.contains(removal) })
    // Whoever shows it again and again is not answered for ever (M-46).
    let count = world.sent.count
    for _ in 0..<4 {
      world.post([void], by: 5, to: [4])
      try world.pass(.seconds(86_400))
    }
    #expect(world.letters(from: 4, to: 5, since: count).isEmpty)
  }

  @Test func `M-47 or any other one of a device outside is answered by the next three as well`()
    throws
  {
    var world = try World(6)
    let removal = try world.forge(by: 0, on: world.base, out: [5])
    world.leaveOffline(0, 1, 2, 3, 5)
    world.post([removal], by: 0, to: [4])
    // 5 missed its removal, and what it shows is not void.
    world.post([], by: 5, to: [4], view: world.base.hash)
    try world.pass(.seconds(80 + 86_400 - 1))
    #expect(world.letters(from: 4, to: 5).isEmpty)
    try world.pass(.seconds(1))
    #expect(world.letters(from: 4, to: 5).contains { $0.manifests.contains(removal) })
  }

  @Test func `M-47 whose author shows another one is not answered a day later`() throws {
    var world = try World(6)
    let removal = try world.forge(by: 0, on: world.base, out: [5])
    let void = try world.forge(by: 5, on: world.base, in: [10])
    world.leaveOffline(0, 1, 2, 3, 5)
    world.post([removal], by: 0, to: [4])
    world.post([void], by: 5, to: [4])
    try world.pass(.seconds(80))
    try world.act(4) { machine, now, _ in
      machine.viewHeard(removal.hash, from: 5.key, at: now)
      return []
    }
    try world.pass(.seconds(2 * 86_400))
    #expect(world.letters(from: 4, to: 5).isEmpty)
  }
}
