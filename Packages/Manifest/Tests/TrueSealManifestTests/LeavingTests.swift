import Testing
import TrueSealManifest

/// A device that goes, is sent away, or is left out.
@Suite struct `A way out` {
  let world: World

  init() throws { world = try World(4) }

  /// A branch that beats anything this suite does beside it, newest first.
  private func winner(by issuer: Int, in joiners: [Int] = []) throws -> [VerifiedManifest] {
    Array(try world.chain(by: issuer, on: world.base, length: 6, in: joiners).reversed())
  }

  @Test func `M-50 is a manifest without this device, and is stored`() throws {
    var world = world
    try world.leave(3)
    let leave = try #require(world.current(3))
    #expect(leave.manifest.issuer == 3.key && World.list(leave) == [0, 1, 2])
    #expect(leave.manifest.onBehalf == [] && world[3]?.standing == .leaving)
    #expect(world.effects[3]?.contains(.leaving) == true)
    #expect(world[3]?.pending.map(\.kind) == [.leave(signingKey: 3.key)])
    #expect(Set(world.letters(from: 3).map(\.recipient)) == [0, 1, 2])
    world.wipe(3)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2]))
  }

  @Test func `M-50 M-51 is made again when it loses, after a restart too`() throws {
    for restarts in [false, true] {
      var world = world
      world.leaveOffline(3)
      try world.leave(3)
      let first = try #require(world.current(3))
      if restarts { try world.restart(3) }
      #expect(world[3]?.standing == .leaving)
      // The others have the leave when a branch comes to 3 that beats it.
      world.post(try winner(by: 0, in: [10]), by: 0, to: [3])
      try world.reconnect(3)
      let again = try #require(world.current(3))
      #expect(again.manifest.issuer == 3.key && again.manifest.onBehalf == [first.hash])
      #expect(World.list(again) == [0, 1, 2, 10])
      world.wipe(3)
      try world.pass(.seconds(60))
      for number in 0..<3 { #expect(world.current(number) == again) }
      #expect(world[0]?.ledger.standingClaims.isEmpty == true)
    }
  }

  @Test func `M-52 begins with a removal that stands, though it is not current`() throws {
    var world = world
    let removal = try world.forge(by: 1, on: world.base, out: [3])
    world.post(try winner(by: 0), by: 0, to: [3])
    try world.deliver()
    #expect(world.list(3) == [0, 1, 2, 3])
    world.post([removal], by: 1, to: [3])
    try world.deliver()
    #expect(world.wasRemoved(3) && world[3] == nil)
    #expect(world.effects[3]?.last == .removed)
  }

  @Test func `M-52 does not begin with a removal that is struck`() throws {
    var world = world
    let removal = try world.forge(by: 3, on: world.base, out: [2])
    let counter = try world.forge(by: 0, on: world.base, out: [3])
    world.post([counter], by: 0, to: [2])
    world.post([removal], by: 3, to: [2])
    try world.deliver()
    #expect(world[2]?.standing == .member && !world.wasRemoved(2))
  }

  @Test func `H4 M-13 M-52 begins when the removal comes after what was built on it`() throws {
    var world = world
    let before = try world.forge(by: 0, on: world.base, in: [10])
    let removal = try world.forge(by: 2, on: before, out: [3])
    world.post([removal], by: 2, to: [3])
    try world.deliver()
    #expect(world[3]?.standing == .member)
    world.post([before], by: 0, to: [3])
    try world.deliver()
    #expect(world.wasRemoved(3))
  }

  @Test func `M-52 is its own when a removal comes on the way out`() throws {
    var world = world
    world.leaveOffline(3)
    try world.leave(3)
    let removal = try world.forge(by: 1, on: world.base, out: [3])
    world.post([removal], by: 1, to: [0, 1, 2, 3])
    try world.reconnect(3)
    #expect(world[3]?.standing == .leaving && !world.wasRemoved(3))
    #expect(world[3]?.ledger.isRemoved(3.key) == true)
    world.wipe(3)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2]))
  }

  @Test func `M-53 is not a race that left this device out: it keeps all and waits`() throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try world.admit(10, by: 2)
    let admission = try #require(world.current(2))
    try world.deliver()
    world.lose { _ in true }
    let winner = try winner(by: 0)
    world.post(winner, by: 0, to: [10])
    try world.deliver()
    #expect(world[10]?.standing == .overtaken && !world.wasRemoved(10))
    #expect(world.current(10) == winner[0])
    #expect(world[10]?.ledger.contains(admission.hash) == true)
    // Its admitter makes the admission again, and it is a member as before.
    world.post(winner, by: 0, to: [0, 1, 2, 3])
    for number in 0...3 { try world.reconnect(number) }
    try world.pass(.seconds(30))
    #expect(world[10]?.standing == .member && world.agree([0, 1, 2, 3, 10]))
  }

  @Test(arguments: [true, false]) func `M-54 is a leave on the newest manifest that lists it`(
    isListedByVoid: Bool
  ) throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try world.admit(10, by: 3)
    let admission = try #require(world.current(3))
    try world.deliver()
    world.lose { _ in true }
    if isListedByVoid {
      world.post([try world.forge(by: 0, on: world.base, out: [3])], by: 0, to: [10])
    } else {
      world.post(try winner(by: 0), by: 0, to: [10])
    }
    try world.deliver()
    #expect(world[10]?.standing == .overtaken)
    try world.leave(10)
    #expect(world[10]?.standing == .leaving)
    let leave = try #require(world.issued(by: 10, heldBy: 10).last)
    #expect(leave.manifest.parent == admission.hash && World.list(leave) == [0, 1, 2, 3])
    // Whoever hears makes the admission no more, not even its issuer.
    let heard = Set(world.mail.filter { $0.manifests[0] == leave }.map(\.recipient))
    #expect(heard == [0, 1, 2, 3])
    world.wipe(10)
    world.post(try winner(by: 0), by: 0, to: [0, 1, 2, 3])
    for number in 0...3 { try world.reconnect(number) }
    try world.pass(.seconds(60))
    for number in 0..<3 { #expect(world.list(number)?.contains(10) == false) }
  }

  @Test func `A10 M-20 M-46 ends a ring of removals the same way on every device`() throws {
    for ring in [[0, 1], [0, 1, 2], [0, 1, 2, 3]] {
      var world = try World(6)
      world.leaveOffline(0, 1, 2, 3, 4, 5)
      for (place, number) in ring.enumerated() {
        try world.remove(ring[(place + 1) % ring.count], by: number)
      }
      for number in 0..<6 { try world.reconnect(number) }
      try world.pass(.seconds(600))
      let views = Set(world.machines.values.map { $0.ledger.current?.hash })
      #expect(views.count == 1 && world[4] != nil && world[5] != nil)
      #expect(world.machines.values.allSatisfy { $0.standing == .member })
    }
  }

  @Test func `M-46 M-52 never follows from the device's own change`() throws {
    var world = world
    // A ring of three: 0, senior to 1, answers 1 who removed 2, and is removed by a guest of 2.
    let removal = try world.forge(by: 1, on: world.base, out: [2])
    let answer = try world.forge(by: 0, on: world.base, out: [1])
    let admission = try world.forge(by: 2, on: world.base, in: [10])
    let third = try world.forge(by: 10, on: admission, out: [0])
    world.post([third, admission], by: 10, to: [2])
    world.post([answer], by: 0, to: [2])
    world.post([removal], by: 1, to: [2])
    try world.deliver()
    #expect(!world.wasRemoved(2) && world.list(2) == [1, 2, 3, 10])
    let held = world[2]?.ledger.held
    // By what 2 builds on it the removal of 0 would weigh most and strike the answer; then only 2
    // itself would stand against 1, who is senior to it.
    try world.remove(1, by: 2)
    #expect(world[2]?.ledger.held == held && !world.wasRemoved(2))
    #expect(world[2]?.pending.last == PendingChange(.removal(signingKey: 1.key), carriers: []))
    // What the answer lost, and 2 would make again, must not do it either.
    try world.pass(.seconds(120))
    #expect(world[2]?.ledger.held == held && !world.wasRemoved(2))
    // Once others have made the answer again, the wish is met.
    let again = try world.forge(by: 3, on: third, out: [1], onBehalf: [answer])
    world.post([again], by: 3, to: [2])
    try world.deliver()
    #expect(world.list(2) == [2, 3, 10] && !world.wasRemoved(2))
  }
}
