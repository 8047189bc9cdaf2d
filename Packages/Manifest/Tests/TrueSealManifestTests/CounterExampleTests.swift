import Testing
import TrueSealManifest

/// Reports about other groups, and traces found on paper, each walked here.
@Suite struct `A counter-example` {
  let world: World

  init() throws { world = try World(4) }

  @Test func `H1 A1 M-12 M-20 M-22 splits nobody, in whatever order two rivals come`() throws {
    let removal = try world.forge(by: 0, on: world.base, out: [2])
    // One that would win, did not the removal make it void.
    let admission = try #require(
      try (10..<40).map { try world.forge(by: 2, on: world.base, in: [$0]) }
        .first { $0.rank > removal.rank })
    for (first, second) in [([removal], [admission]), ([admission], [removal])] {
      var world = world
      world.post(first, by: 0, to: [1])
      world.post(second, by: 2, to: [1])
      world.post(second, by: 2, to: [3])
      world.post(first, by: 0, to: [3])
      world.wipe(2)
      world.post([removal], by: 0, to: [0])
      world.post([admission], by: 2, to: [0])
      try world.deliver()
      // Whoever hears of the removal first judges the admission by its parent all the same.
      for number in [0, 1, 3] {
        #expect(world[number]?.ledger.contains(admission.hash) == true)
        #expect(world[number]?.ledger.isDirectlyVoid(admission.hash) == true)
        #expect(world.current(number) == removal)
      }
      try world.pass(.seconds(120))
      #expect(world.agree([0, 1, 3]) && world.current(1) == removal)
    }
    // Of two that are not void the higher one is believed, whichever comes last.
    let rivals = try [0, 1].map { try world.forge(by: $0, on: world.base, in: [50 + $0]) }
    let highest = rivals.max { $0.rank < $1.rank }
    for order in [rivals, rivals.reversed()] {
      var world = world
      for manifest in order { world.post([manifest], by: 2, to: [3]) }
      try world.deliver()
      #expect(world.current(3) == highest)
    }
  }

  @Test(arguments: UInt64(1)...8) func `H1 A1 M-00 splits nobody when mail is mixed`(
    seed: UInt64
  ) throws {
    var world = world
    world.dice = Dice(seed: seed)
    try world.remove(2, by: 0)
    try world.admit(10, by: 2)
    try world.admit(11, by: 1)
    try world.admit(12, by: 3)
    try world.pass(.seconds(600))
    #expect(world.agree([0, 1, 3, 11, 12]), "seed \(seed)")
    #expect(world.wasRemoved(2) && world[10]?.standing == .overtaken, "seed \(seed)")
  }

  @Test func `H6 A31 M-13 M-33 M-40 does not undo a removal that was meant`() throws {
    var world = world
    try world.admit(10, by: 0)
    try world.pass(.seconds(10))
    let removal = try world.forge(by: 2, on: try #require(world.current(0)), out: [10])
    let next = try world.forge(by: 3, on: removal, in: [11])
    // 0 hears what was built on the removal before the removal itself.
    world.post([next], by: 3, to: [0])
    try world.pass(.seconds(10))
    #expect(world.issued(by: 0, heldBy: 0).count == 1)
    world.post([removal], by: 2, to: [0])
    try world.pass(.seconds(10))
    #expect(world.current(0) == next && world.issued(by: 0, heldBy: 0).count == 1)
  }

  @Test func `A2 M-20 M-62 is not beaten by a hash that was tried for, 4,096 times`() throws {
    let removal = try world.forge(by: 0, on: world.base, out: [3])
    var ground = try world.forge(by: 3, on: world.base, in: [20])
    let base = world.base
    let version = base.manifest.version + 1
    for number in 0..<4_096 {
      let guest = Member(
        signingKey: 20.key, agreementKey: World.row[20].agreementKey, admissionVersion: version,
        label: try Label("x\(number)"))
      let manifest = try Manifest(
        groupID: Making.group, version: version, parent: base.hash, issuer: 3.key, onBehalf: [],
        members: (base.manifest.members + [guest]).sorted {
          $0.signingKey.lexicographicallyPrecedes($1.signingKey)
        })
      let signed = try SignedManifest.signing(manifest, by: .hashing) { _ in
        [UInt8](repeating: 0, count: 64)
      }.verified(by: .hashing)
      if signed.rank > ground.rank { ground = signed }
    }
    #expect(ground.rank > removal.rank)
    let ledger = try World.judged(world.line, removal, ground)
    #expect(ledger.current == removal && ledger.isDirectlyVoid(ground.hash))

    // Against another's removal it wins the tie, and costs one manifest more.
    var world = world
    try world.remove(1, by: 0)
    world.post([ground], by: 3, to: [0, 2, 3])
    try world.pass(.seconds(120))
    #expect(world.list(0) == [0, 2, 3, 20] && world.wasRemoved(1))
    // The removal lost once, to the hash alone, and was made again on top.
    let removals = world.issued(by: 0, heldBy: 2)
    #expect(removals.count == 2)
    let first = try #require(removals.first)
    #expect(first.manifest.version == ground.manifest.version)
    #expect(ground.hash.lexicographicallyPrecedes(first.hash))
    #expect(removals.last?.manifest.parent == ground.hash)
  }

  @Test(arguments: [true, false]) func `A4 M-31 M-32 is no own change that a restart forgets`(
    isRivalFirst: Bool
  ) throws {
    for joiner in [10, 11, 12, 13] {
      var world = world
      world.leaveOffline(1)
      try world.remove(3, by: 1)
      let rival = try world.forge(by: 0, on: world.base, in: [joiner])
      if isRivalFirst {
        world.post([rival], by: 0, to: [1])
        try world.deliver(from: 0, to: 1)
      }
      try world.restart(1)
      #expect(world[1]?.pending.count == 1)
      world.post([rival], by: 0, to: [0, 1, 2])
      try world.reconnect(1)
      try world.pass(.seconds(120))
      // One of the two won; 0 would make its own again, but this one was not its machine's.
      let lists = Set([0, 1, 2].map { world.list($0) })
      #expect(lists.count == 1 && world.list(1)?.contains(3) == false)
      let wins = rival.rank > (world.issued(by: 1, heldBy: 1).first ?? rival).rank
      #expect(world.list(1)?.contains(joiner) == wins)
    }
  }

  @Test func `A5 M-22 is not an own manifest that comes back`() throws {
    var world = world
    try world.admit(10, by: 1)
    let own = try #require(world.current(1))
    let before = (world.effects[1]?.count, world.sent.count)
    world.post([own], by: 1, to: [1])
    try world.deliver(from: 1, to: 1)
    #expect(world.effects[1]?.count == before.0 && world.letters(from: 1, to: 1).count == 1)
    #expect(world.sent.count == before.1 + 1)
  }

  @Test func `A11 A13 M-46 is no removal that is talked about: 2 messages a member at most`() throws
  {
    var world = try World(10)
    try world.remove(9, by: 4)
    #expect(world.list(4)?.contains(9) == false)
    try world.pass(.seconds(3_600))
    #expect(world.agree(Set(0..<9)))
    for number in 0..<10 { #expect(world.letters(to: number).count <= 2) }
  }

  @Test func `A14 M-33 keeps the old identity out and the new one in`() throws {
    var world = world
    world.leaveOffline(0, 1)
    try world.remove(2, by: 0)
    try world.remove(2, by: 1)
    try world.admit(12, by: 1)
    for number in [0, 1] { try world.reconnect(number) }
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 3, 12]))
  }

  @Test func `A21 M-32 builds what is made again on the list of now`() throws {
    var world = world
    world.leaveOffline(2)
    try world.admit(12, by: 2)
    world.lose { $0.recipient != 12 }
    try world.admit(10, by: 0)
    try world.admit(11, by: 1)
    try world.remove(3, by: 0)
    try world.pass(.seconds(60))
    try world.reconnect(2)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10, 11, 12]))
  }

  @Test func `A22 M-00 does not bring back a device that was removed meanwhile`() throws {
    var world = world
    world.leaveOffline(1)
    try world.admit(10, by: 0)
    try world.pass(.seconds(10))
    try world.remove(3, by: 2)
    try world.pass(.seconds(10))
    try world.admit(11, by: 1)
    try world.reconnect(1)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10, 11]))
  }

  @Test func `A23 M-31 makes a removal again that a longer branch had lost`() throws {
    var world = world
    world.leaveOffline(2)
    for joiner in [10, 11, 12] { try world.admit(joiner, by: 2) }
    try world.remove(3, by: 0)
    try world.pass(.seconds(10))
    try world.reconnect(2)
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 10, 11, 12]) && world.wasRemoved(3))
  }

  @Test func `A29 M-13 takes two removals of one issuer that come reversed`() throws {
    var world = world
    let first = try world.forge(by: 0, on: world.base, out: [2])
    let second = try world.forge(by: 0, on: first, out: [3])
    world.post([second], by: 0, to: [1])
    world.post([first], by: 0, to: [1])
    try world.deliver()
    #expect(world.list(1) == [0, 1])
  }

  @Test(arguments: UInt64(1)...2) func `A32 M-00 M-46 holds for many members and many changes`(
    seed: UInt64
  ) throws {
    var world = try World(8)
    var dice = Dice(seed: seed)
    world.dice = Dice(seed: seed + 100)
    for number in 0..<12 {
      let listed = world.machines.keys.sorted().filter { world[$0]?.standing == .member }
      let issuer = listed[dice.below(listed.count)]
      switch dice.below(3) {
      case 0 where listed.count > 4:
        let others = world.list(issuer)?.subtracting([issuer]).sorted() ?? []
        try world.remove(others[dice.below(others.count)], by: issuer)
      default: try world.admit(40 + number, by: issuer)
      }
      if dice.below(4) == 0 { try world.pass(.seconds(Int64(dice.below(20)))) }
    }
    try world.pass(.seconds(3_600))
    let members = world.machines.filter { $0.value.standing == .member }
    #expect(Set(members.values.map { $0.ledger.current?.hash }).count == 1, "seed \(seed)")
    let list = try #require(members.values.first?.ledger.current.map { World.list($0) })
    #expect(Set(members.keys).isSubset(of: list), "seed \(seed)")
  }

  @Test func `B4 M-22 ranks three rivals the same way in all six orders`() throws {
    let rivals = try [10, 11, 12].map { try world.forge(by: 0, on: world.base, in: [$0]) }
    let ledger = try World.judged(world.line, rivals[0], rivals[1], rivals[2])
    #expect(ledger.current == rivals.max { $0.rank < $1.rank })
  }

  @Test func `B5 M-46 leads to the same letters again, however sets happen to be laid out`() throws
  {
    func letters() throws -> [[[UInt8]]] {
      var world = try World(6)
      world.leaveOffline(4, 5)
      for (issuer, joiner) in [(4, 10), (5, 11), (0, 12), (1, 13)] {
        try world.admit(joiner, by: issuer)
      }
      try world.remove(3, by: 2)
      for number in 4..<6 { try world.reconnect(number) }
      try world.pass(.seconds(600))
      return world.sent.map {
        [[UInt8($0.author), UInt8($0.recipient)]] + $0.manifests.map(\.hash)
      }
    }
    #expect(try letters() == letters())
  }

  @Test func `B6 M-40 M-41 tells of a winner to whom a loser of its version was sent`() throws {
    var world = world
    world.leaveOffline(1, 3)
    try world.admit(10, by: 1)
    let own = try #require(world.current(1))
    let rivals = try (0..<12).map { try world.forge(by: 0, on: world.base, in: [20 + $0]) }
    let winner = try #require(rivals.first { $0.rank > own.rank })
    world.post([winner], by: 0, to: [1])
    let before = world.sent.count
    try world.reconnect(1)
    let letter = try #require(world.letters(from: 1, to: 3, since: before).last)
    #expect(letter.manifests.contains(winner) && !letter.manifests.contains(own))
    try world.reconnect(3)
    #expect(world.current(3) == world.current(1))
  }

  @Test func `B9 M-46 is not moved by what comes again`() throws {
    var world = world
    try world.remove(3, by: 0)
    try world.admit(10, by: 1)
    try world.pass(.seconds(600))
    let held = try #require(world[2]?.ledger.held)
    let (current, sentCount) = (world.current(2), world.sent.count)
    let effectCount = world.effects[2]?.count
    for manifest in held { world.post([manifest], by: 1, to: [2]) }
    for manifest in held.reversed() { world.post([manifest], by: 0, to: [2]) }
    try world.deliver()
    #expect(world.current(2) == current && world.effects[2]?.count == effectCount)
    #expect(world.sent.count == sentCount + 2 * held.count)
  }
}
