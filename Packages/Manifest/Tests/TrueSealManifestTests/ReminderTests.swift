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
    // All of it: that device may have been let in by somebody nobody here knows of.
    let whole = [news] + world.line.reversed()
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

  @Test func `M-34 M-47 what a silent member lost is made again after a week`() throws {
    var world = world
    // 4 admits 20, loses a race, and is never heard of again; no removal says that it is gone.
    let admission = try world.forge(by: 4, on: world.base, in: [20])
    let winner = try world.forge(by: 0, on: news)
    world.wipe(4)
    world.post([admission], by: 4, to: [0, 1, 2, 3])
    world.post([winner], by: 0, to: [0, 1, 2, 3])
    try world.deliver()
    for number in 0...3 { try world.reconnect(number) }
    // Its view was answered once; a week after that it is reminded.
    try world.pass(.seconds(8 * 86_400))
    #expect(world.list(1) == [0, 1, 2, 3, 4])
    try world.reconnect(1)
    try world.pass(.seconds(60 + 5))
    #expect(world.list(1) == [0, 1, 2, 3, 4, 20])
    let again = try #require(world.current(1))
    #expect(again.manifest.issuer == 1.key && again.manifest.onBehalf == [admission.hash])
  }

  @Test func `M-47 who was left out and says nothing is told why once a week`() throws {
    var world = world
    let removal = try world.forge(by: 0, on: news, out: [3])
    let void = try world.forge(by: 3, on: news, in: [20])
    world.wipe(3)
    world.post([void], by: 3, to: [0, 1, 2])
    world.post([removal], by: 0, to: [0, 1, 2])
    try world.deliver()
    try world.pass(.seconds(60))
    try world.reconnect(1)
    let before = world.sent.count
    try world.pass(.seconds(4 * 86_400 - 1))
    try world.reconnect(1)
    #expect(world.letters(to: 20, since: before).isEmpty)
    try world.pass(.seconds(1))
    try world.reconnect(1)
    try world.reconnect(1)
    let letters = world.letters(to: 20, since: before)
    #expect(letters.map(\.manifests) == [[removal, news] + world.line.reversed()])
    // One that shows that it knows is left alone.
    try world.act(1) { machine, now, _ in
      machine.viewHeard(removal.hash, from: 20.key, at: now)
      return []
    }
    try world.pass(.seconds(30 * 86_400))
    try world.reconnect(1)
    #expect(world.letters(to: 20, since: before).count == 1)
  }
}
