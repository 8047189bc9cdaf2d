import Testing
import TrueSealManifest

/// Devices to which no way from what they knew to what is current has come.
@Suite struct `Trees that are not connected` {
  static let day: UInt64 = 86_400_000
  let world: World
  /// What the group did, built on each other; the first of it is lost on its way to 4.
  let line: [VerifiedManifest]

  init() throws {
    world = try World(5)
    line = try world.chain(by: 0, on: world.base, length: 3)
  }

  /// The world in which 4 took the last of the line for a further root.
  private func parted() throws -> World {
    var world = world
    world.post([line[2]], by: 1, to: [4])
    try world.reconnect(4)
    #expect(world.current(4) == line[2])
    return world
  }

  /// What 4 would show another device of what it believes.
  private func view(of world: World, for number: Int) -> [UInt8]? {
    world[4]?.view(for: World.row[number].agreementKey)
  }

  private func hear(
    _ view: VerifiedManifest, of author: Int, in world: inout World
  ) throws {
    try world.act(4) { machine, now, _ in
      machine.viewHeard(view.hash, from: author.key, at: now)
      return []
    }
  }

  @Test func `M-14 M-47 what can be traced is shown to whoever may fill the gap`() throws {
    var world = try parted()
    // 1 was seen to believe the same, of 2 nothing is known, and 3 believes something else.
    try hear(world.base, of: 3, in: &world)
    #expect(view(of: world, for: 1) == world.base.hash)
    #expect(view(of: world, for: 2) == world.base.hash)
    #expect(view(of: world, for: 3) == line[2].hash)
    // Nobody is asked for anything once the way is known.
    world.post([line[1], line[0]], by: 1, to: [4])
    try world.deliver()
    for number in 0...3 { #expect(view(of: world, for: number) == line[2].hash) }
  }

  @Test func `M-14 what a device shows of a tree that lost is not void`() throws {
    var world = try parted()
    let removal = try world.forge(by: 0, on: world.base, out: [3])
    let void = try world.chain(by: 3, on: world.base, length: 2)
    world.post(void.reversed(), by: 3, to: [4])
    world.post([removal], by: 0, to: [4])
    try world.deliver()
    #expect(world.current(4) == line[2] && world[4]?.ledger.isVoid(void[1].hash) == true)
    #expect(view(of: world, for: 2) == removal.hash)
  }

  @Test func `M-14 whoever shows a joiner what it believes is followed`() throws {
    // Nobody who is left knows the way: 4 admits 10 beside a line whose beginning is lost.
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    world.leaveOffline(10)
    try world.admit(10, by: 4)
    for number in 0...3 { world.wipe(number) }
    let last = try world.forge(by: 0, on: line[2], out: [0])
    world.post([last, line[2]], by: 0, to: [4])
    try world.reconnect(4)
    try world.pass(.seconds(7 * 86_400))
    #expect(world.list(4) == [1, 2, 3, 4, 10])
    try world.reconnect(10)
    let admission = try #require(world.current(10))
    #expect(admission != world.current(4) && world[10]?.ledger.waiting.isEmpty == false)
    // It asks, and since it is seen to believe its admission it is shown what 4 believes.
    try world.pass(.seconds(60))
    let shown = try #require(view(of: world, for: 10))
    #expect(shown == world.current(4)?.hash)
    try world.act(10) { machine, now, _ in
      machine.viewHeard(shown, from: 4.key, at: now)
      return []
    }
    try world.reconnect(10)
    #expect(world.current(10) == world.current(4))
  }

  @Test func `M-14 M-12 a root that does not list its issuer is its leave`() throws {
    var world = world
    world.leaveOffline(4)
    try world.admit(12, by: 4)
    try world.admit(13, by: 4)
    // 12 left again, and nothing but its leave comes.
    let lost = try world.forge(by: 0, on: try #require(world.current(4)))
    let leave = try world.forge(by: 12, on: lost, out: [12])
    world.post([leave], by: 0, to: [4])
    try world.reconnect(4)
    try world.pass(.seconds(120))
    #expect(world[4]?.ledger.hasLeft(12.key) == true)
    #expect(world.current(4) == leave && world.list(4) == [0, 1, 2, 3, 4, 13])
    #expect(world[4]?.ledger.fate(of: lost.hash) == nil)
    // Its parent says the rest.
    world.post([lost], by: 0, to: [4])
    try world.deliver()
    #expect(world[4]?.ledger.parent(of: leave.hash) == lost && world.current(4) == leave)
  }

  @Test func `M-17 a root's leave may be named before its parent is known`() throws {
    let leave = try world.forge(by: 3, on: line[2], out: [3])
    let again = try world.forge(by: 1, on: world.base, out: [3], onBehalf: [leave])
    let other = try world.forge(by: 1, on: world.base, out: [2], onBehalf: [leave])
    var ledger = try Ledger(groupID: Making.group, restoring: world.line + [leave])
    #expect(ledger.insert(again, from: 1.key) == [.held(again.hash)])
    // What else it did only its parent can tell.
    #expect(ledger.insert(other, from: 1.key) == [.waiting(other.hash)])
    let effects = ledger.insert(contentsOf: line, from: 0.key)
    #expect(effects.contains(.refused(other.hash, .malformed)))
    #expect(ledger.contains(again.hash))
  }

  @Test func `M-14 M-35 admits nobody again for a week while what led to current is not known`()
    throws
  {
    var world = world
    world.leaveOffline(0, 1, 2, 3, 4)
    try world.admit(12, by: 4)
    world.lose { _ in true }
    world.post([line[2]], by: 1, to: [4])
    try world.reconnect(4)
    var traced = world
    try world.pass(.seconds(7 * 86_400 - 1))
    #expect(world.current(4) == line[2])
    try world.pass(.seconds(1))
    #expect(world.list(4) == [0, 1, 2, 3, 4, 12])
    // Once the way is known there is nothing to wait for.
    traced.post([line[1], line[0]], by: 1, to: [4])
    try traced.pass(.seconds(60))
    #expect(traced.list(4) == [0, 1, 2, 3, 4, 12])
  }

  @Test(arguments: [false, true])
  func `M-14 M-34 admits again for who is gone after a week, unless others had built on it`(
    isBuiltOn: Bool
  ) throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3, 4)
    let admission = try world.forge(by: 3, on: world.base, in: [12])
    let leave = try world.forge(by: 3, on: admission, out: [3])
    world.post([leave, admission], by: 3, to: [4])
    if isBuiltOn {
      world.post([try world.forge(by: 2, on: admission), admission], by: 2, to: [4])
    }
    world.post([line[2]], by: 1, to: [4])
    try world.reconnect(4)
    try world.pass(.seconds(7 * 86_400 - 1))
    #expect(world.list(4) == [0, 1, 2, 4])
    try world.pass(.seconds(60))
    #expect(world.list(4) == (isBuiltOn ? [0, 1, 2, 4] : [0, 1, 2, 4, 12]))
  }

  @Test func `M-47 after a long absence whom this device holds for removed is shown why`() throws {
    var world = world
    // 0 removed 1, and 1 removed 0 beside it; 4 heard only the removal that does not count.
    let removals = [
      try world.forge(by: 0, on: world.base, out: [1]),
      try world.forge(by: 1, on: world.base, out: [0]),
    ]
    let ledger = try Ledger(groupID: Making.group, restoring: world.line + removals)
    let loser = try #require(removals.first { ledger.isVoid($0.hash) })
    let winner = try #require(removals.first { !ledger.isVoid($0.hash) })
    let removed = try #require(World.numbers[loser.manifest.issuer])
    world.post([loser], by: removed, to: [4])
    world.post([loser, winner], by: 1 - removed, to: [1 - removed])
    world.wipe(removed)
    try world.deliver()
    #expect(world[4]?.ledger.isRemoved((1 - removed).key) == true)
    let before = world.sent.count
    try world.reconnect(4, absence: 19 * Self.day)
    #expect(world.letters(from: 4, to: 1 - removed, since: before).isEmpty)
    try world.reconnect(4, absence: 20 * Self.day)
    #expect(
      world.letters(from: 4, to: 1 - removed, since: before).map { $0.manifests[0] } == [loser])
    // And whoever is shown that answers.
    try world.pass(.seconds(120))
    #expect(world.current(4) == winner)
  }

  @Test func `M-47 who shows the same view again is brought its own line`() throws {
    var world = world
    world.leaveOffline(1, 2, 3, 4)
    let loser = try world.forge(by: 1, on: world.base, in: [20])
    let winner = try world.chain(by: 0, on: world.base, length: 2)
    world.post([loser], by: 1, to: [0])
    world.post(winner.reversed(), by: 1, to: [0])
    try world.deliver()
    var letters: [[[VerifiedManifest]]] = []
    for _ in 0..<2 {
      let before = world.sent.count
      try world.act(0) { machine, now, _ in
        machine.viewHeard(loser.hash, from: 4.key, at: now)
        return []
      }
      try world.pass(.seconds(86_400))
      letters.append(world.letters(from: 0, to: 4, since: before).map(\.manifests))
    }
    let past: [VerifiedManifest] = world.line.reversed()
    #expect(letters == [[winner.reversed()], [[loser] + past, winner.reversed() + past]])
  }

  @Test func `M-34 nobody makes its own removal again`() throws {
    var world = world
    world.leaveOffline(1, 2, 4)
    // 20 was let in twice by 0, whom 3 removes beside the first time; on that, 20 removed 3 and left.
    let first = try world.forge(by: 0, on: world.base, in: [20])
    let removal = try world.forge(by: 20, on: first, out: [3])
    let leave = try world.forge(by: 20, on: removal, out: [20])
    let between = try world.forge(by: 1, on: world.base)
    let second = try world.forge(by: 0, on: between, in: [20])
    let end = try world.forge(by: 3, on: second, out: [0])
    let again = try world.forge(by: 20, on: end, out: [20], onBehalf: [leave])
    let all = [again, end, second, between, leave, removal, first]
    world.wipe(0)
    world.post(all, by: 1, to: [3])
    try world.pass(.seconds(120))
    #expect(world.current(3) == again && world[3]?.standing == .member)
    // It is for the others, and then it is a removal.
    world.post(all, by: 3, to: [1])
    try world.reconnect(1)
    try world.pass(.seconds(120))
    #expect(world.list(1) == [1, 2, 4] && world.wasRemoved(3))
  }
}
