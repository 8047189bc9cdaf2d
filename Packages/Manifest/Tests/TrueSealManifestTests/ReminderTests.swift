import Testing
import TrueSealManifest

/// Members that never showed that they know what is current.
@Suite struct `A silent member` {
  var world: World
  let news: VerifiedManifest

  init() throws {
    world = try World(5)
    news = try world.forge(by: 0, on: world.base)
    world.leaveOffline(4)
    world.post([news], by: 0, to: [0, 1, 2, 3])
    try world.deliver()
  }

  private func letters(_ world: World) -> [[VerifiedManifest]] {
    world.sent.filter { $0.recipient == 4 }.map(\.manifests)
  }

  @Test func `M-47 is told what is current after a week, once, by three members`() throws {
    var world = world
    // Silence counts from three days before the inbox was first found empty.
    try world.pass(.seconds(4 * 86_400 - 1))
    for number in 0...3 { try world.reconnect(number) }
    #expect(letters(world).isEmpty)
    try world.pass(.seconds(1))
    for number in 0...3 { try world.reconnect(number) }
    let whole = [news] + world.line.suffix(1)
    #expect(letters(world) == [whole, whole, whole])
    for number in 0...3 { try world.reconnect(number) }
    try world.pass(.seconds(7 * 86_400 - 1))
    for number in 0...3 { try world.reconnect(number) }
    #expect(letters(world).count == 3)
    try world.pass(.seconds(1))
    try world.reconnect(1)
    #expect(letters(world).count == 4)
  }

  @Test func `M-47 is not told what it showed to know`() throws {
    var world = world
    let key = World.row[4].signingKey
    try world.act(1) { [news] machine, now, _ in
      machine.viewHeard(news.hash, from: key, at: now)
      return []
    }
    try world.pass(.seconds(30 * 86_400))
    try world.reconnect(1)
    #expect(letters(world).isEmpty)
    try world.reconnect(2)
    #expect(letters(world).count == 1)
  }
}
