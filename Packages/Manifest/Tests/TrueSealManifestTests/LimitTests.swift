import Testing
import TrueSealManifest

/// What the rules do not promise, so that nobody is surprised.
@Suite struct `A known limit` {
  @Test func `M-60 is a removal by someone removed meanwhile: its target stays listed`() throws {
    var world = try World(4)
    world.leaveOffline(0, 2)
    try world.remove(3, by: 1)
    try world.deliver()
    #expect(world.wasRemoved(3))
    try world.remove(1, by: 0)
    for number in [0, 2] { try world.reconnect(number) }
    try world.pass(.seconds(600))
    #expect(world.wasRemoved(1) && world[3] == nil)
    for number in [0, 2] { #expect(world.list(number) == [0, 2, 3]) }
    try world.remove(3, by: 2)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 2]))
  }

  @Test func `M-61 is a guest of someone removed meanwhile: it stays outside and pairs again`()
    throws
  {
    var world = try World(4)
    world.leaveOffline(0, 1, 2)
    try world.admit(10, by: 3)
    try world.remove(3, by: 0)
    try world.deliver()
    for number in 0...2 { try world.reconnect(number) }
    try world.pass(.seconds(300))
    #expect(world.agree([0, 1, 2]) && world[10]?.standing == .overtaken)
    // It gives up, and comes back under a new identity.
    try world.leaveForGood(10)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2]))
    try world.admit(11, by: 0)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2, 11]))
  }

  @Test func `M-62 is a member that removes all others`() throws {
    var world = try World(4)
    for target in [0, 1, 2] { try world.remove(target, by: 3) }
    try world.pass(.seconds(60))
    #expect(world.list(3) == [3] && world.machines.keys.sorted() == [3])
  }

  @Test func `M-63 is a change that nobody left has received`() throws {
    var world = try World(4)
    try world.admit(10, by: 3)
    try world.leave(3)
    world.lose { _ in true }
    world.wipe(3)
    try world.pass(.seconds(3_600))
    for number in 0..<3 { #expect(world.list(number) == [0, 1, 2, 3]) }
    // The ghost goes when someone removes it.
    try world.remove(3, by: 1)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2]))
  }

  /// 4,096 manifests: a line of device 3, and beside its first steps what `aside` makes.
  private func full(
    _ world: World, aside: [VerifiedManifest]
  ) throws -> (Ledger, last: VerifiedManifest) {
    var line = world.line
    while line.count + aside.count < 4_096 {
      line.append(try world.forge(by: 3, on: line[line.count - 1]))
    }
    return (
      try Ledger(groupID: Making.group, restoring: line + aside), line[line.count - 1]
    )
  }

  @Test func `M-64 is 4,096 manifests: no more changes of this device, and the oldest losers go`()
    throws
  {
    let world = try World(4)
    let older = try world.forge(by: 1, on: world.base, in: [20])
    let younger = try world.forge(by: 1, on: older, in: [21])
    let leave = try world.forge(by: 2, on: world.line[1], out: [2])
    let claim = try world.forge(by: 1, on: world.line[1], out: [2])
    let (ledger, last) = try full(world, aside: [older, younger, leave, claim])
    #expect(ledger.heldCount == 4_096 && ledger.current == last)
    var machine = Membership(own: 1.key, ledger: ledger)
    let sign: Membership.Signer = { manifest throws(ManifestError) in
      try SignedManifest.signing(manifest, by: .hashing, with: World.row[1].sign)
        .verified(by: .hashing)
    }
    #expect(refusal { try machine.remove(3.key, at: world.now, sign: sign) } == .ledgerFull)
    #expect(refusal { try machine.leave(at: world.now, sign: sign) } == .ledgerFull)
    #expect(machine.standing == .member && machine.pending.isEmpty)

    // Others' are judged as ever; a loser without children and claims makes room, the oldest first.
    var next = last
    for forgotten in [younger, older] {
      next = try world.forge(by: 3, on: next)
      let led = try machine.receive([next], from: 3.key, at: world.now, sign: sign)
      #expect(led.contains(.ledger(.held(next.hash))))
      #expect(led.contains(.ledger(.forgotten(forgotten))))
      #expect(machine.ledger.heldCount == 4_096 && machine.ledger.current == next)
    }
    // What claims or leaves is kept, and nothing of the line goes.
    next = try world.forge(by: 3, on: next)
    let led = try machine.receive([next], from: 3.key, at: world.now, sign: sign)
    #expect(!led.contains { if case .ledger(.forgotten) = $0 { true } else { false } })
    #expect(machine.ledger.contains(leave.hash) && machine.ledger.contains(claim.hash))
    #expect(machine.ledger.heldCount == 4_097)
  }
}
