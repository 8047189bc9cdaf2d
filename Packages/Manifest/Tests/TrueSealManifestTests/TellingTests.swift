import Testing
import TrueSealManifest

/// Who hears what, from whom, and what comes of it.
@Suite struct `Word of a change` {
  let world: World

  init() throws { world = try World(5) }

  @Test func `M-40 comes with the carriers it names, so that it need not wait`() throws {
    var world = world
    let leave = try world.forge(by: 4, on: world.base, out: [4])
    let winner = try world.chain(by: 1, on: world.base, length: 2)
    world.wipe(4)
    // 3 has heard of neither.
    world.post([leave], by: 4, to: [0])
    world.post(winner.reversed(), by: 1, to: [0, 1])
    try world.deliver(from: 4, to: 0)
    try world.deliver(from: 1, to: 0)
    let letter = try #require(world.letters(from: 0, to: 3).last)
    #expect(letter.manifests[0].manifest.onBehalf == [leave.hash])
    #expect(letter.manifests.dropFirst() == [winner[1], winner[0], leave])
    try world.deliver(from: 0, to: 3)
    #expect(world.current(3) == letter.manifests[0] && world[3]?.ledger.waiting == [])
  }

  @Test func `M-40 leaves out what the recipient was sent before`() throws {
    var world = world
    try world.remove(4, by: 0)
    try world.admit(10, by: 0)
    let letters = world.letters(from: 0, to: 2)
    #expect(letters.map(\.manifests.count) == [1, 1])
    // The joiner was sent nothing yet.
    #expect(world.letters(from: 0, to: 10).map(\.manifests.count) == [world.line.count + 2])
  }

  @Test func `M-41 of its removal reaches the one removed`() throws {
    var world = world
    try world.remove(4, by: 1)
    #expect(Set(world.letters(from: 1).map(\.recipient)) == [0, 2, 3, 4])
    try world.deliver()
    #expect(world.wasRemoved(4) && world.agree([0, 1, 2, 3]))
  }

  @Test func `M-41 of a leave reaches everyone ever listed who is not gone`() throws {
    var world = world
    // 10 is on a branch that lost, 3 was removed, 4 has left.
    let rival = try world.forge(by: 0, on: world.base, in: [10])
    let line = try world.chain(by: 0, on: world.base, length: 2)
    let removal = try world.forge(by: 0, on: line[1], out: [3])
    let left = try world.forge(by: 4, on: removal, out: [4])
    world.leaveOffline(0, 2, 3, 4)
    world.post([left, removal, line[1], line[0]], by: 0, to: [1])
    world.post([rival], by: 0, to: [1])
    try world.deliver()
    let before = world.sent.count
    try world.leave(1)
    let leave = try #require(world.current(1))
    #expect(World.list(leave) == [0, 2])
    let heard = world.letters(from: 1, since: before).filter { $0.manifests[0] == leave }
    #expect(Set(heard.map(\.recipient)) == [0, 2, 10])
    let recipients = world[1]?.ledger.recipients(of: leave).map(\.signingKey)
    #expect(Set(recipients ?? []) == [0.key, 2.key, 10.key])
  }

  @Test func `H3 M-42 M-61 of why it counts for nothing reaches who only void manifests list`()
    throws
  {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try world.remove(4, by: 0)
    try world.admit(10, by: 4)
    let removal = try #require(world.current(0))
    try world.deliver()
    #expect(world.wasRemoved(4) && world.list(10) == [0, 1, 2, 3, 4, 10])
    for number in 0...3 { try world.reconnect(number) }
    try world.admit(11, by: 1)
    // It is told long before an answer to its view is due (M-47).
    try world.pass(.seconds(30))
    #expect(world.current(10) == removal)
    try world.pass(.seconds(270))
    #expect(world.agree([0, 1, 2, 3, 11]))
    // It waits, knows of the removal, and was told nothing of what came after.
    #expect(world[10]?.standing == .overtaken && world.current(10) == removal)
    #expect(world[10]?.ledger.contains(world.current(0)?.hash ?? []) == false)
  }

  @Test func `M-42 of what won reaches who only a loser lists, from three members in turn`() throws
  {
    var world = world
    // 0 admits 10, leaves it at that, and its branch loses; 10 hears from the others.
    try world.admit(10, by: 0)
    world.lose { $0.recipient != 10 }
    try world.deliver()
    let admission = try #require(world.current(10))
    world.lose { _ in true }
    world.leaveOffline(0, 10)
    let winner = try world.chain(by: 2, on: world.base, length: 3)
    world.post(winner.reversed(), by: 2, to: [1, 2, 3, 4])
    try world.deliver()
    world.post([admission], by: 10, to: [1, 2, 3, 4])
    let before = world.sent.count
    let start = world.now.uptime
    var times: [Int: Duration] = [:]
    for _ in 0..<60 {
      try world.pass(.milliseconds(500))
      for letter in world.letters(to: 10, since: before) where times[letter.author] == nil {
        times[letter.author] = world.now.uptime - start
      }
    }
    // 0 is listed and away: those in turn are 0, 1 and 2.
    #expect(times[1].map { $0 >= .seconds(5) && $0 < .seconds(6) } == true)
    #expect(times[2].map { $0 >= .seconds(10) && $0 < .seconds(11) } == true)
    #expect(times[3] == nil && times[4] == nil)
    let letters = world.letters(to: 10, since: before)
    #expect(letters.count == 2 && letters.allSatisfy { $0.manifests[0] == winner[2] })
  }

  @Test func `M-42 is told once for each device and manifest, over restarts too`() throws {
    var world = world
    let loser = try world.forge(by: 2, on: world.base, in: [10])
    let winner = try world.chain(by: 1, on: world.base, length: 3)
    world.leaveOffline(2)
    world.post(winner.reversed(), by: 1, to: [0, 1, 3, 4])
    world.post([loser], by: 2, to: [0])
    try world.pass(.seconds(30))
    #expect(world.letters(from: 0, to: 10).count == 1)
    try world.restart(0)
    try world.reconnect(0)
    world.post([loser], by: 2, to: [0])
    try world.pass(.seconds(30))
    #expect(world.letters(from: 0, to: 10).count == 1)
  }

  @Test func `M-42 is told by a leaver at once`() throws {
    var world = world
    world.leaveOffline(0, 1, 2)
    try world.leave(4)
    let loser = try world.forge(by: 2, on: world.base, in: [10])
    let winner = try world.chain(by: 1, on: try #require(world.current(4)), length: 3)
    world.post(winner.reversed(), by: 1, to: [4])
    world.post([loser], by: 2, to: [4])
    try world.deliver()
    #expect(world.letters(from: 4, to: 10).count == 1)
  }

  @Test func `M-42 ends after 32 tellings for one issuer that is gone`() throws {
    var world = world
    let leave = try world.forge(by: 4, on: world.base, out: [4])
    let last = try world.forge(by: 0, on: leave)
    world.wipe(4)
    world.leaveOffline(1, 2, 3)
    world.post([last, leave], by: 0, to: [0])
    try world.deliver()
    let before = world.sent.count
    for number in 0..<40 {
      let second = try world.forge(by: 4, on: world.base, in: [20 + number], out: [4])
      world.post([second], by: 4, to: [0])
    }
    try world.pass(.seconds(60))
    let told = Set(world.letters(from: 0, since: before).map(\.recipient)).filter { $0 >= 20 }
    #expect(told.count <= 32)
  }

  @Test func `H7 M-43 of a half-told admission reaches all whom it lists`() throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try world.admit(10, by: 4)
    let admission = try #require(world.current(4))
    // Its push reaches 1 alone; then 3 removes it, it wipes, and 3 is removed by 0 meanwhile.
    try world.deliver(from: 4, to: 1)
    world.lose { _ in true }
    try world.remove(4, by: 3)
    try world.remove(3, by: 0)
    for number in 0...3 { try world.reconnect(number) }
    #expect(world.wasRemoved(4) && world.wasRemoved(3))
    try world.pass(.seconds(30))
    for number in [0, 1, 2, 10] {
      #expect(world[number]?.ledger.contains(admission.hash) == true, "\(number)")
      #expect(world[number]?.ledger.isVoid(admission.hash) == false, "\(number)")
    }
  }

  @Test func `H9 M-42 M-43 of its removal reaches the target of a remover that wiped`() throws {
    var world = world
    // 0 removes 3 and is removed by 1 on top, before its push to 3 is done.
    try world.remove(3, by: 0)
    world.lose { $0.recipient == 3 }
    try world.deliver()
    try world.remove(0, by: 1)
    try world.pass(.seconds(120))
    #expect(world.wasRemoved(0) && world.wasRemoved(3))
    #expect(world.agree([1, 2, 4]))
  }

  @Test func `M-43 of a standing removal beside current reaches members it does not list`() throws {
    var world = world
    // 3 admits 10; unaware, 0 removes 4 on a branch that loses, and the claim stands.
    try world.admit(10, by: 3)
    try world.deliver()
    let removal = try world.forge(by: 0, on: world.base, out: [4])
    world.leaveOffline(0)
    let winner = try world.chain(by: 3, on: try #require(world.current(3)), length: 2)
    world.post(winner.reversed(), by: 3, to: [1, 2, 3, 4, 10])
    try world.deliver()
    world.post([removal], by: 0, to: [1, 2, 3, 4])
    try world.deliver()
    let before = world[10]?.ledger.contains(removal.hash)
    try world.pass(.seconds(60))
    #expect(before == false && world[10]?.ledger.contains(removal.hash) == true)
    #expect(world[10]?.ledger.stands(removal, on: 4) == true)
  }

  @Test func `M-43 is not passed on again once a lower number has done it`() throws {
    var world = world
    // 3 removes 4 and is claimed by 2 on a branch that loses; the manifest may be half told.
    let removal = try world.forge(by: 3, on: world.base, out: [4])
    let claim = try world.forge(by: 2, on: removal, out: [3])
    let winner = try world.chain(by: 1, on: claim, length: 1)
    world.wipe(3)
    world.wipe(4)
    world.leaveOffline(2)
    world.post([winner[0], claim, removal], by: 1, to: [0, 1])
    try world.pass(.seconds(60))
    let tellers = Set(world.letters(to: 4).map(\.author))
    #expect(tellers == [0, 1])
    var other = self.world
    other.wipe(3)
    other.wipe(4)
    other.leaveOffline(2)
    other.post([winner[0], claim, removal], by: 1, to: [0, 1])
    try other.deliver()
    other.post([removal], by: 0, to: [1])
    try other.pass(.seconds(60))
    #expect(Set(other.letters(to: 4).map(\.author)) == [0])
  }

  @Test func `M-44 of an admission is passed on by the joiner, once, to all but the issuer`() throws
  {
    var world = world
    try world.admit(10, by: 2)
    world.lose { $0.recipient != 10 }
    try world.deliver(from: 2, to: 10)
    let admission = try #require(world.current(10))
    #expect(Set(world.letters(from: 10).map(\.recipient)) == [0, 1, 3, 4])
    #expect(world.letters(from: 10).allSatisfy { $0.manifests[0] == admission })
    try world.pass(.seconds(300))
    #expect(world.agree([0, 1, 2, 3, 4, 10]))
    #expect(world.letters(from: 10).count == 4)
  }

  @Test func `H8 M-45 of something later does not lose the joiner its admission`() throws {
    var world = world
    try world.admit(10, by: 2)
    let admission = try #require(world.current(2))
    let later = try world.forge(by: 1, on: admission, out: [4])
    let removal = try world.forge(by: 1, on: later, out: [2])
    let admissions = world.mail.filter { $0.recipient == 10 }
    world.lose { $0.recipient == 10 }
    world.post([removal, later], by: 1, to: [10, 0, 2, 3, 4])
    try world.deliver()
    #expect(world[10] == nil && world.wasRemoved(2))
    for letter in admissions { world.post(letter.manifests, by: 2, to: [10]) }
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 3, 10]))
  }
}
