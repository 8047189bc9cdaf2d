import Testing
import TrueSealManifest

/// Members and former members that keep to no rule, against the honest rest.
@Suite struct `An attack` {
  let world: World

  init() throws { world = try World(5) }

  /// Whether these devices, and nobody else, still agree after one more honest change.
  private func goesOn(_ world: inout World, _ numbers: Set<Int>) throws -> Bool {
    try world.pass(.seconds(120))
    guard world.agree(numbers), let issuer = numbers.min() else { return false }
    try world.admit(30, by: issuer)
    try world.pass(.seconds(120))
    return world.agree(numbers.union([30]))
  }

  @Test func `A1 M-23 by a removed senior fails once a third member has built on the removal`()
    throws
  {
    var world = world
    try world.remove(0, by: 1)
    try world.pass(.seconds(10))
    try world.admit(10, by: 2)
    try world.pass(.seconds(10))
    let forged = try world.forge(by: 0, on: world.base, out: [1])
    world.post([forged], by: 0, to: [1, 2, 3, 4, 10])
    #expect(try goesOn(&world, [1, 2, 3, 4, 10]))
    #expect(world[3]?.ledger.isDirectlyVoid(forged.hash) == true)
  }

  @Test func `A2 M-23 by a removed senior succeeds while nobody has built on the removal`() throws {
    var world = world
    try world.remove(0, by: 1)
    try world.pass(.seconds(10))
    let forged = try world.forge(by: 0, on: world.base, out: [1])
    world.post([forged], by: 0, to: [1, 2, 3, 4])
    try world.pass(.seconds(120))
    #expect(world.wasRemoved(1))
    for number in [2, 3, 4] { #expect(world.list(number) == [0, 2, 3, 4]) }
  }

  @Test func `B M-20 M-23 by a removed junior's guest on the remover fails`() throws {
    var world = world
    try world.remove(3, by: 0)
    try world.pass(.seconds(10))
    let guest = try world.forge(by: 3, on: world.base, in: [20])
    let revenge = try world.forge(by: 20, on: guest, out: [0])
    world.post([revenge, guest], by: 20, to: [0, 1, 2, 4])
    #expect(try goesOn(&world, [0, 1, 2, 4]))
    #expect(!world.wasRemoved(0) && world[1]?.ledger.isVoid(revenge.hash) == true)
  }

  @Test func `C M-23 M-24 by one that left and admits guest after guest fails`() throws {
    var world = world
    try world.leaveForGood(3)
    try world.pass(.seconds(10))
    let line = try world.chain(by: 3, on: world.base, length: 6, in: [20, 21, 22, 23, 24, 25])
    world.post(line.reversed(), by: 3, to: [0, 1, 2, 4])
    #expect(try goesOn(&world, [0, 1, 2, 4]))
    #expect(line.allSatisfy { world[0]?.ledger.isVoid($0.hash) == true })
  }

  @Test func `D M-23 M-24 by one that left and drops everyone fails`() throws {
    var world = world
    try world.leaveForGood(3)
    try world.pass(.seconds(10))
    let forged = try world.forge(by: 3, on: world.base, out: [0, 1, 2, 4])
    world.post([forged], by: 3, to: [0, 1, 2, 4])
    #expect(try goesOn(&world, [0, 1, 2, 4]))
  }

  /// Who attacks how, and whether its first victim has heard that it is gone.
  struct Plan: Sendable, CustomTestStringConvertible {
    let hasLeft: Bool
    let hasGuests: Bool
    let isHeard: Bool
    var testDescription: String { "left \(hasLeft), guests \(hasGuests), heard \(isHeard)" }

    static let all = [false, true].flatMap { hasLeft in
      [false, true].flatMap { hasGuests in
        [false, true].map { Plan(hasLeft: hasLeft, hasGuests: hasGuests, isHeard: $0) }
      }
    }
  }

  /// A branch on an old parent that takes in guests and drops 1, alone or through guests.
  private func branch(on parent: VerifiedManifest, hasGuests: Bool) throws -> [VerifiedManifest] {
    let puppet = hasGuests ? 20 : 3
    var branch = [try world.forge(by: 3, on: parent, in: [20])]
    branch.append(try world.forge(by: puppet, on: branch[0], out: [1]))
    branch.append(try world.forge(by: puppet, on: branch[1], in: [21]))
    return try branch + world.chain(by: hasGuests ? 21 : 3, on: branch[2], length: 4)
  }

  @Test(arguments: Plan.all) func `M-23 M-35 on old parents ends where the victim hears`(
    plan: Plan
  ) throws {
    for parent in [world.base, world.line[2]] {
      var world = world
      if !plan.isHeard { world.leaveOffline(2) }
      if plan.hasLeft { try world.leave(3) } else { try world.remove(3, by: 0) }
      if plan.isHeard { try world.deliver() }
      world.wipe(3)
      let forged = try branch(on: parent, hasGuests: plan.hasGuests)
      world.post(forged.reversed(), by: 3, to: plan.isHeard ? [0, 1, 2, 4] : [2])
      if !plan.isHeard {
        // The real end of 3 waits on the relay while the forged mail is taken.
        let waiting = world.mail.filter { $0.recipient == 2 && $0.manifests[0] != forged.last }
        world.lose { $0.recipient == 2 && $0.manifests[0] != forged.last }
        try world.deliver(from: 3, to: 2)
        #expect(world.current(2) == forged.last && world.list(2)?.contains(1) == false)
        for letter in waiting { world.post(letter.manifests, by: letter.author, to: [2]) }
      }
      try world.admit(31, by: 2)
      try world.pass(.seconds(30))
      if !plan.isHeard { try world.reconnect(2) }
      try world.pass(.seconds(300))
      #expect(world.agree([0, 1, 2, 4, 31]), "on \(parent.manifest.version)")
      #expect(
        forged.allSatisfy {
          world[0]?.ledger.contains($0.hash) != true || world[0]?.ledger.isVoid($0.hash) == true
        })
    }
  }

  @Test func `M-11 M-14 with versions that jump, end or repeat is refused or waits in vain`() throws
  {
    var world = world
    let highest = ManifestLimits.versionMax
    for (version, code) in [
      (world.base.manifest.version, ManifestError.Code.malformed),
      (world.base.manifest.version + 2, .malformed), (highest, .malformed),
    ] {
      let forged = try Making.child(
        of: world.base, by: World.row[3], version: version, checks: .hashing)
      world.post([forged], by: 3, to: [0, 1, 2, 4])
      try world.deliver()
      for number in [0, 1, 2, 4] { #expect(world.refusal(forged, by: number) == code) }
    }
    // Built on nothing anybody knows, it waits, and is too far ahead to be a root.
    let unknown = try Making.child(
      of: world.base, by: World.row[3], version: highest - 1, checks: .hashing)
    let far = try Making.child(of: unknown, by: World.row[3], version: highest, checks: .hashing)
    world.post([far], by: 3, to: [0, 1, 2, 4])
    for number in [0, 1, 2, 4] { try world.reconnect(number) }
    #expect(world[0]?.ledger.waitingManifest(far.hash) != nil)
    #expect(try goesOn(&world, [0, 1, 2, 3, 4]))
    #expect(
      refusal {
        try Manifest(
          groupID: Making.group, version: 0, parent: nil, issuer: 3.key, onBehalf: [],
          members: world.base.manifest.members)
      } == .malformed)
  }

  @Test func `M-12 by an issuer that its parent does not list is refused`() throws {
    var world = world
    let stranger = try world.forge(by: 50, on: world.base, in: [50])
    let removal = try world.forge(by: 0, on: world.base, out: [4])
    let afterwards = try world.forge(by: 4, on: removal, in: [20])
    world.post([stranger], by: 3, to: [0, 1, 2, 4])
    world.post([afterwards, removal], by: 3, to: [0, 1, 2])
    try world.deliver()
    for number in 0...2 {
      #expect(world.refusal(stranger, by: number) == .unauthorized)
      #expect(world.refusal(afterwards, by: number) == .unauthorized)
    }
    world.wipe(4)
    #expect(try goesOn(&world, [0, 1, 2, 3]))
  }

  @Test func `M-13 A12 with a lineage that breaks leads to nothing`() throws {
    var world = world
    let broken = try world.forge(by: 50, on: world.base, in: [50])
    let line = try world.chain(by: 50, on: broken, length: 20)
    world.post(line.reversed() + [broken], by: 3, to: [0, 1, 2, 4])
    try world.deliver()
    for number in [0, 1, 2, 4] {
      #expect(world.refusal(broken, by: number) == .unauthorized)
      #expect(world[number]?.ledger.waiting.count == 16 && world.current(number) == world.base)
    }
    #expect(try goesOn(&world, [0, 1, 2, 3, 4]))
    #expect(world[0]?.ledger.contains(line[0].hash) == false)
  }

  @Test func `M-16 with keys swapped between members is refused`() throws {
    var world = world
    let swapped = try Making.child(of: world.base, by: World.row[3], checks: .hashing) { members in
      members = members.map { member in
        guard let other = [1.key: 2, 2.key: 1][member.signingKey] else { return member }
        return Member(
          signingKey: member.signingKey, agreementKey: World.row[other].agreementKey,
          admissionVersion: member.admissionVersion, label: member.label)
      }
    }
    world.post([swapped], by: 3, to: [0, 1, 2, 4])
    try world.deliver()
    for number in [0, 1, 2, 4] { #expect(world.refusal(swapped, by: number) == .malformed) }
    #expect(try goesOn(&world, [0, 1, 2, 3, 4]))
  }

  @Test func `M-17 with a false name on behalf is refused, waits, or counts as one's own`() throws {
    var world = world
    let leave = try world.forge(by: 4, on: world.base, out: [4])
    let own = try world.forge(by: 3, on: world.base, in: [20])
    world.wipe(4)
    world.post([leave], by: 4, to: [0, 1, 2])
    world.post([own], by: 3, to: [0, 1, 2])
    try world.deliver()
    let repeatsNothing = try world.forge(by: 3, on: world.base, out: [2], onBehalf: [leave])
    let namesItself = try world.forge(by: 3, on: world.base, in: [20], onBehalf: [own])
    let unknown = try world.forge(by: 1, on: world.base)
    let waits = try world.forge(by: 3, on: world.base, out: [2], onBehalf: [unknown])
    for forged in [repeatsNothing, namesItself, waits] {
      world.post([forged], by: 3, to: [0, 1, 2])
    }
    try world.deliver()
    for number in 0...2 {
      #expect(world.refusal(repeatsNothing, by: number) == .malformed)
      #expect(world.refusal(namesItself, by: number) == .malformed)
      #expect(world[number]?.ledger.waitingManifest(waits.hash) != nil)
    }
    // Two birds with one leave: the other one is 3's own claim.
    let more = try world.forge(by: 3, on: world.base, out: [2, 4], onBehalf: [leave])
    let ledger = try World.judged(world.line, leave, more)
    #expect(ledger.standingClaims == [Claim(manifest: more.hash, target: 2.key)])
    // The guest was 3's to admit; without it, all is as before.
    try world.pass(.seconds(120))
    #expect(world.list(0) == [0, 1, 2, 3, 20])
    try world.remove(20, by: 0)
    #expect(try goesOn(&world, [0, 1, 2, 3]))
  }

  @Test func `M-11 with a second version 1 is refused`() throws {
    var world = world
    let second = try Making.founding(World.row[3], World.row[4])
    let child = try world.forge(by: 3, on: second, in: [20])
    world.post([child, second], by: 3, to: [0, 1, 2])
    for number in 0...2 { try world.reconnect(number) }
    for number in 0...2 { #expect(world.refusal(second, by: number) == .malformed) }
    #expect(try goesOn(&world, [0, 1, 2, 3, 4]))
  }

  @Test func `M-47 that tells different devices different things is seen through`() throws {
    var world = world
    let versions = try [20, 21].map { try world.forge(by: 1, on: world.base, in: [$0]) }
    world.wipe(1)
    world.post([versions[0]], by: 1, to: [2])
    world.post([versions[1]], by: 1, to: [3])
    try world.deliver()
    #expect(world.current(2) != world.current(3))
    // Any message shows its author's view.
    for (author, version) in [(2, versions[0]), (3, versions[1])] {
      for number in [0, 2, 3, 4] where number != author {
        try world.act(number) { machine, now, _ in
          machine.viewHeard(version.hash, from: author.key, at: now)
          return []
        }
      }
    }
    try world.pass(.seconds(180))
    let winner = versions.max { $0.rank < $1.rank }
    for number in [0, 2, 3, 4] {
      #expect(world.current(number) == winner, "\(number)")
      #expect(versions.allSatisfy { world[number]?.ledger.contains($0.hash) == true })
    }
    try world.remove(1, by: 0)
    try world.pass(.seconds(120))
    #expect(Set([0, 2, 3, 4].map { world.current($0)?.hash }).count == 1)
  }
}
