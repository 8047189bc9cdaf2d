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

  @Test func `M-42 M-46 of removals all around tells nobody the same manifest twice`() throws {
    var world = try World(12)
    for number in 0..<12 { try world.remove((number + 1) % 12, by: number) }
    try world.pass(.seconds(600))
    var counts: [[[UInt8]]: Int] = [:]
    for letter in world.sent {
      guard let own = letter.manifests.first else { continue }
      counts[[letter.author.key, letter.recipient.key, own.hash], default: 0] += 1
    }
    // Whoever issued a manifest sends it as well, and whoever answers a view does: once each.
    #expect(counts.values.allSatisfy { $0 <= 3 }, "\(counts.values.max() ?? 0) times")
    #expect(counts.count > 12 * 11)
  }
}
