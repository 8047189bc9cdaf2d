import Testing
import TrueSealManifest

/// How much is said before all is quiet.
@Suite struct `A storm` {
  @Test(arguments: [8, 16, 32])
  func `E M-46 of two removals costs at most 4 messages per member and manifest`(
    count: Int
  ) throws {
    var world = try World(count)
    try world.remove(1, by: 0)
    try world.remove(2, by: 1)
    try world.pass(.seconds(600))
    let expected = Set(0..<count).subtracting([1])
    #expect(world.wasRemoved(1))
    let views = Set(expected.compactMap { world.current($0)?.hash })
    #expect(views.count == 1)
    let manifests = (world[0]?.ledger.heldCount ?? 0) - world.line.count
    #expect(manifests > 0 && world.sent.count <= 4 * count * manifests)
  }

  @Test(arguments: [8, 32]) func `F M-43 M-46 of five forged manifests costs at most 300 messages`(
    count: Int
  ) throws {
    for victim in [0, 3] {
      var world = try World(count)
      try world.remove(1, by: 0)
      try world.pass(.seconds(60))
      let before = world.sent.count
      for number in 0..<5 {
        let guests = (0..<3).map { 40 + 3 * number + $0 }.prefix(34 - count)
        let forged = try world.forge(by: 1, on: world.base, in: Array(guests), out: [5, 6])
        world.post([forged], by: 1, to: [victim])
        try world.deliver()
      }
      try world.pass(.seconds(600))
      #expect(world.sent.count - before <= 300)
      #expect(world.agree(Set(0..<count).subtracting([1])))
    }
  }
}
