import Testing
import TrueSealManifest

/// Changes that lost to others, and who makes them again.
@Suite struct `A lost change` {
  let world: World

  init() throws { world = try World(4) }

  /// A branch of device 0 that wins against anything this test does beside it.
  private func winner(_ world: World, in joiners: [Int] = []) throws -> [VerifiedManifest] {
    Array(try world.chain(by: 0, on: world.base, length: 6, in: joiners).reversed())
  }

  @Test func `M-00 M-32 of each of two members is made again, and all agree`() throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try world.remove(3, by: 1)
    try world.admit(10, by: 2)
    for number in [0, 1, 2, 3] { try world.reconnect(number) }
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10]) && world.wasRemoved(3))
  }

  @Test func `M-32 A16 is made again with all others of its device in one manifest`() throws {
    var world = world
    world.leaveOffline(2)
    try world.remove(3, by: 2)
    try world.admit(10, by: 2)
    world.lose { _ in true }
    let winner = try winner(world)
    world.post(winner, by: 0, to: [0, 1, 2])
    try world.reconnect(2)
    let issued = world.issued(by: 2, heldBy: 2)
    #expect(issued.count == 3)
    let again = try #require(issued.last)
    #expect(again.manifest.parent == winner[0].hash)
    #expect(World.list(again) == [0, 1, 2, 10] && again.manifest.onBehalf == [])
    #expect(again.manifest.version == winner[0].manifest.version + 1)
    #expect(world[2]?.pending.count == 2)
    #expect(world[2]?.pending.allSatisfy { $0.carriers.last == again.hash } == true)
    try world.pass(.seconds(120))
    #expect(world.issued(by: 2, heldBy: 0).last == again)
  }

  @Test func `M-32 A17 is made again without what the winner did already`() throws {
    var world = world
    world.leaveOffline(2)
    try world.admit(10, by: 2)
    try world.remove(3, by: 2)
    world.lose { _ in true }
    let rival = try world.forge(by: 1, on: world.base, out: [3])
    let winner = try world.chain(by: 1, on: rival, length: 4)
    world.post([rival] + winner, by: 1, to: [0, 1, 2])
    try world.reconnect(2)
    let again = try #require(world.issued(by: 2, heldBy: 2).last)
    #expect(World.list(again) == [0, 1, 2, 10])
    #expect(again.manifest.parent == winner.last?.hash)
  }

  @Test func `M-32 M-34 waits until the inbox is drained`() throws {
    var world = world
    world.leaveOffline(2)
    try world.remove(3, by: 2)
    world.lose { _ in true }
    let winner = try winner(world)
    try world.act(2) { machine, now, sign in
      machine.sessionOpened()
      return try machine.receive(winner, from: 0.key, at: now, sign: sign)
    }
    try world.act(2) { machine, now, sign in try machine.clockAdvanced(to: now, sign: sign) }
    #expect(world.issued(by: 2, heldBy: 2).count == 1)
    try world.act(2) { machine, now, sign in
      try machine.drained(absence: 0, at: now, sign: sign)
    }
    #expect(world.issued(by: 2, heldBy: 2).count == 2)
  }

  @Test(arguments: [false, true])
  func `M-32 is made again two seconds after each who lost before it`(
    isLeave: Bool
  ) throws {
    var world = world
    world.leaveOffline(2)
    // 0 and 1 have lost as well, and are not heard of again.
    let others = try [0, 1].map { try world.forge(by: $0, on: world.base, in: [20 + $0]) }
    if isLeave { try world.leave(2) } else { try world.admit(10, by: 2) }
    world.lose { _ in true }
    let winner = try world.chain(by: 3, on: world.base, length: 3)
    world.post([others[0]], by: 0, to: [2])
    world.post([others[1]], by: 1, to: [2])
    world.post(winner.reversed(), by: 3, to: [2])
    for number in [0, 1, 3] { world.wipe(number) }
    try world.reconnect(2)
    #expect(world.issued(by: 2, heldBy: 2).count == (isLeave ? 2 : 1))
    try world.pass(.milliseconds(3_999))
    #expect(world.issued(by: 2, heldBy: 2).count == (isLeave ? 2 : 1))
    try world.pass(.milliseconds(1))
    #expect(world.issued(by: 2, heldBy: 2).count == 2)
  }

  @Test func `M-31 H2 is made again when what had satisfied it loses too`() throws {
    var world = world
    world.leaveOffline(0)
    for joiner in [11, 12, 13, 14] { try world.admit(joiner, by: 0) }
    let isFromZero = world.letters(from: 0)
    world.lose { $0.author == 0 }
    try world.remove(3, by: 2)
    try world.pass(.seconds(20))
    #expect(world.wasRemoved(3) && world.agree([1, 2]) == false && world.list(2) == [0, 1, 2])
    try world.admit(10, by: 1)
    try world.pass(.seconds(20))
    #expect(world.list(2) == [0, 1, 2, 10])
    #expect(world[2]?.pending.first?.state(in: try #require(world[2]).ledger) == .satisfied)
    // The branch of 0 is longer, and lists 3, which has wiped.
    for letter in isFromZero {
      world.post(letter.manifests, by: 0, to: [letter.recipient], view: letter.view)
    }
    try world.reconnect(0)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10, 11, 12, 13, 14]))
  }

  @Test func `M-31 is left alone when current was built on it and undid it`() throws {
    var world = world
    world.leaveOffline(1)
    try world.admit(10, by: 1)
    try world.pass(.seconds(10))
    try world.remove(10, by: 2)
    try world.pass(.seconds(10))
    try world.reconnect(1)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 3]) && world.issued(by: 1, heldBy: 0).count == 1)
    #expect(world[1]?.pending.count == 1)
  }

  @Test func `M-31 is no removal made twice when someone lists the device again on purpose`() throws
  {
    var world = world
    try world.remove(3, by: 1)
    try world.pass(.seconds(10))
    let back = try world.forge(by: 2, on: try #require(world.current(1)), in: [3])
    world.post([back], by: 2, to: [0, 1, 2])
    try world.pass(.seconds(60))
    #expect(world.current(1) == back && world.issued(by: 1, heldBy: 1).count == 1)
  }

  @Test(arguments: [true, false]) func `M-33 is not an admission of a device that is gone`(
    isRemoved: Bool
  ) throws {
    var world = world
    world.leaveOffline(2)
    let admission = try world.forge(by: 2, on: world.base, in: [10])
    try world.act(2) { machine, now, sign in
      try machine.admit(
        10.key, agreementKey: World.row[10].agreementKey, label: Label(World.row[10].name),
        at: now, sign: sign)
    }
    #expect(world.current(2) == admission)
    let end = try world.forge(by: isRemoved ? 1 : 10, on: admission, out: [10])
    world.post([end], by: 1, to: [2])
    world.post(try winner(world), by: 0, to: [0, 1, 2, 3])
    try world.reconnect(2)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 3]) && world.issued(by: 2, heldBy: 2) == [admission])
  }

  @Test func `M-35 void through an ancestor alone is made again by its issuer`() throws {
    var world = world
    let admission = try world.forge(by: 3, on: world.base, in: [10])
    world.post([admission], by: 3, to: [2])
    try world.deliver()
    try world.admit(11, by: 2)
    try world.remove(3, by: 0)
    try world.pass(.seconds(120))
    let held = try #require(world[2]?.ledger)
    let unaware = try #require(
      world.issued(by: 2, heldBy: 2).first { $0.manifest.parent == admission.hash })
    #expect(held.isVoid(unaware.hash) && !held.isDirectlyVoid(unaware.hash))
    #expect(world.agree([0, 1, 2, 11]))
  }

  @Test func `M-36 is let go of by a device that is removed`() throws {
    var world = world
    world.leaveOffline(3)
    try world.admit(10, by: 3)
    world.lose { _ in true }
    try world.remove(3, by: 0)
    let before = try #require(world.effects[3]?.count)
    try world.reconnect(3)
    let led = try #require(world.effects[3]).dropFirst(before)
    #expect(led.last == .removed && !led.contains { if case .send = $0 { true } else { false } })
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2]))
  }
}

/// Changes of devices that are gone.
@Suite struct `A change of someone gone` {
  let world: World
  /// 3 leaves; a branch of 0 that lists it wins.
  let leave: VerifiedManifest
  let winner: [VerifiedManifest]

  init() throws {
    world = try World(4)
    leave = try world.forge(by: 3, on: world.base, out: [3])
    winner = Array(try world.chain(by: 0, on: world.base, length: 3).reversed())
  }

  /// Everyone has the leave and the branch that won; 3 has wiped.
  private func lost() -> World {
    var world = world
    world.wipe(3)
    world.post([leave], by: 3, to: [0, 1, 2])
    world.post(winner, by: 0, to: [0, 1, 2])
    return world
  }

  @Test func `H5 A26 M-34 is made again by the first member, which names its carrier`() throws {
    var world = lost()
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2]))
    let again = try #require(world.current(0))
    #expect(again.manifest.issuer == 0.key && again.manifest.onBehalf == [leave.hash])
    #expect(again.manifest.parent == winner[0].hash)
    #expect(world[0]?.ledger.standingClaims.isEmpty == true && world[0]?.pending == [])
  }

  @Test func `M-34 is made again by one member after another, five seconds apart`() throws {
    var world = lost()
    world.leaveOffline(0)
    try world.pass(.milliseconds(4_999))
    #expect(world.list(1) == [0, 1, 2, 3] && world.list(2) == [0, 1, 2, 3])
    try world.pass(.milliseconds(1))
    #expect(world.list(1) == [0, 1, 2] && world.current(1)?.manifest.issuer == 1.key)
    try world.pass(.seconds(120))
    #expect(world.issued(by: 2, heldBy: 2).isEmpty)
    try world.reconnect(0)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2]) && world.issued(by: 0, heldBy: 0).count == 3)
  }

  @Test func `M-34 is waited for from when the inbox is drained`() throws {
    var world = lost()
    world.leaveOffline(0, 1, 2)
    try world.act(1) { machine, now, sign in
      machine.sessionOpened()
      let effects = try machine.receive([leave], from: 3.key, at: now, sign: sign)
      return try effects + machine.receive(winner, from: 0.key, at: now, sign: sign)
    }
    try world.pass(.seconds(100))
    try world.reconnect(1)
    #expect(world.list(1) == [0, 1, 2, 3])
    try world.pass(.milliseconds(4_999))
    #expect(world.list(1) == [0, 1, 2, 3])
    try world.pass(.milliseconds(1))
    #expect(world.list(1) == [0, 1, 2])
  }

  @Test func `M-34 does not count those who are gone among the members in turn`() throws {
    var world = try World(4)
    let leave = try world.forge(by: 0, on: world.base, out: [0])
    let winner = try world.chain(by: 1, on: world.base, length: 3)
    world.wipe(0)
    world.leaveOffline(1)
    world.post([leave], by: 0, to: [2, 3])
    world.post(winner, by: 1, to: [2, 3])
    try world.pass(.seconds(5))
    #expect(world.current(2)?.manifest.issuer == 2.key && world.list(2) == [1, 2, 3])
  }

  @Test func `M-34 includes admissions and removals`() throws {
    var world = world
    let change = try world.forge(by: 3, on: world.base, in: [10], out: [2])
    let leave = try world.forge(by: 3, on: change, out: [3])
    let winner = try world.chain(by: 0, on: world.base, length: 4)
    world.wipe(3)
    world.wipe(2)
    world.post([leave, change], by: 3, to: [1])
    world.post(winner, by: 0, to: [0, 1])
    try world.pass(.seconds(120))
    #expect(world.list(0) == [0, 1, 10] && world.current(1) == world.current(0))
    let again = try #require(world.current(0))
    #expect(Set(again.manifest.onBehalf) == [change.hash, leave.hash])
  }

  @Test func `M-34 is not made again when it is void by itself`() throws {
    var world = world
    let removal = try world.forge(by: 1, on: world.base, out: [3])
    let admission = try world.forge(by: 3, on: world.base, in: [10])
    world.wipe(3)
    world.post([admission], by: 3, to: [0, 1, 2])
    world.post([removal], by: 1, to: [0, 1, 2])
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2]) && world.current(0) == removal)
  }

  @Test func `M-34 is not made again for an issuer that only a void manifest lists`() throws {
    var world = world
    // 3 is removed; its guest 10 admits 11 and leaves, so 10 is gone as well.
    let removal = try world.forge(by: 1, on: world.base, out: [3])
    let guest = try world.forge(by: 3, on: world.base, in: [10])
    let admission = try world.forge(by: 10, on: guest, in: [11])
    let leave = try world.forge(by: 10, on: admission, out: [10])
    world.wipe(3)
    world.post([leave, admission, guest], by: 3, to: [0, 1, 2])
    world.post([removal], by: 1, to: [0, 1, 2])
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2]) && world.current(0) == removal)
  }

  @Test func `M-24 M-32 is the rest of a leaver's, which makes only its leave again`() throws {
    var world = world
    world.leaveOffline(3)
    try world.admit(10, by: 3)
    try world.leave(3)
    let mail = world.mail
    world.lose { _ in true }
    world.post(winner, by: 0, to: [0, 1, 2, 3])
    try world.reconnect(3)
    let issued = world.issued(by: 3, heldBy: 3)
    try #require(issued.count == 3)
    #expect(issued[2].manifest.onBehalf == [issued[1].hash])
    #expect(World.list(issued[2]) == [0, 1, 2])
    world.wipe(3)
    for letter in mail { world.post(letter.manifests, by: 3, to: [letter.recipient]) }
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10]))
  }
}
