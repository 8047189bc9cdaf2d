import Testing
import TrueSealManifest

/// What a device's user can ask of its machine.
@Suite struct `A call` {
  var world: World

  init() throws { world = try World(4) }

  private func code(_ body: () throws -> Void) -> ManifestError.Code? { refusal(body) }

  @Test(arguments: 0..<4) func `M-01 is open to every member alike`(number: Int) throws {
    let (first, second) = ((number + 1) % 4, (number + 2) % 4)
    var world = world
    try world.admit(10, by: number)
    try world.pass(.seconds(60))
    #expect(world.agree([0, 1, 2, 3, 10]))
    try world.remove(first, by: number)
    try world.pass(.seconds(60))
    #expect(world.wasRemoved(first))
    // The one admitted last may do the same at once.
    try world.remove(second, by: 10)
    try world.pass(.seconds(60))
    #expect(world.agree(Set([0, 1, 2, 3, 10]).subtracting([first, second])))
    try world.leaveForGood(number)
    try world.pass(.seconds(60))
    #expect(world.agree(Set([0, 1, 2, 3, 10]).subtracting([first, second, number])))
  }

  @Test func `M-02 removes listed devices only, and oneself never`() throws {
    var world = world
    #expect(code { try world.remove(10, by: 0) } == .unknownMember)
    #expect(code { try world.remove(0, by: 0) } == .unknownMember)
    try world.remove(3, by: 0)
    #expect(code { try world.remove(3, by: 0) } == .unknownMember)
    #expect(world[0]?.pending.count == 1 && world.issued(by: 0, heldBy: 0).count == 1)
  }

  @Test func `M-03 admits no more than 32, and writes nothing then`() throws {
    var world = try World(31)
    try world.admit(40, by: 5)
    try world.pass(.seconds(60))
    #expect(world.agree(Set(0..<31).union([40])))
    let (letterCount, heldCount) = (world.sent.count, world[7]?.ledger.heldCount)
    #expect(code { try world.admit(41, by: 7) } == .groupFull)
    #expect(world[7]?.pending == [] && world[7]?.ledger.heldCount == heldCount)
    #expect(world.sent.count == letterCount)
    let forged = code { _ = try world.forge(by: 7, on: world.current(7) ?? world.base, in: [41]) }
    #expect(forged == .malformed)
  }

  @Test func `M-04 M-32 gives an admission up that no longer fits when it is made again`() throws {
    var world = try World(31)
    try world.admit(40, by: 2)
    try world.admit(41, by: 3)
    try world.pass(.seconds(120))
    let list = try #require(world.list(0))
    #expect(list.count == 32 && Set(0..<31).isSubset(of: list))
    let loser = list.contains(40) ? 3 : 2
    let joiner = list.contains(40) ? 41 : 40
    let label = try Label(World.row[joiner].name)
    #expect(world.effects[loser]?.contains(.admissionDropped(label)) == true)
    let dropped = world[loser]?.pending.filter(\.isDropped) ?? []
    #expect(dropped.count == 1 && world[loser]?.pending.count == 1)
    // It is final: room that comes later changes nothing, and it is told once.
    try world.remove(30, by: 0)
    try world.pass(.seconds(120))
    try world.restart(loser)
    try world.reconnect(loser)
    try world.pass(.seconds(120))
    #expect(world.list(loser) == list.subtracting([30]))
    let told = world.effects.values.joined().filter { $0 == .admissionDropped(label) }
    #expect(told.count == 1)
    #expect(world.joiners[joiner] != nil || world[joiner]?.standing == .overtaken)
  }

  @Test func `M-04 fits the lowest keys of several admissions`() throws {
    var world = try World(29)
    world.leaveOffline(3)
    for joiner in [42, 40, 41] { try world.admit(joiner, by: 3) }
    let rival = try world.chain(by: 2, on: world.base, length: 5, in: [50, 51])
    world.lose { _ in true }
    world.post(rival.reversed(), by: 2, to: Array(0..<29))
    try world.reconnect(3)
    try world.pass(.seconds(120))
    #expect(world.list(0) == Set(0..<29).union([50, 51, 40]))
    let dropped = world.effects[3, default: []].compactMap { effect -> String? in
      if case .admissionDropped(let label) = effect { label.text } else { nil }
    }
    #expect(dropped == [World.row[41].name, World.row[42].name])
  }

  @Test
  func `M-04 M-34 drops in silence what does not fit of the admissions of those who are gone`()
    throws
  {
    var world = try World(30)
    // 5 admits two, is heard by 1 alone, and leaves; two others came in meanwhile.
    let first = try world.forge(by: 5, on: world.base, in: [41, 42])
    let leave = try world.forge(by: 5, on: first, out: [5])
    let rival = try world.chain(by: 2, on: world.base, length: 3, in: [50, 51])
    world.post([leave, first], by: 5, to: [1])
    world.wipe(5)
    world.post(rival.reversed(), by: 2, to: Array(0..<30))
    try world.pass(.seconds(600))
    // The leave gives room for one of the two.
    #expect(world.list(0) == Set(0..<30).subtracting([5]).union([41, 50, 51]))
    let isTold = world.effects.values.joined().contains { effect in
      if case .admissionDropped = effect { true } else { false }
    }
    #expect(!isTold)
  }

  @Test func `M-05 A30 shows each new list once, and a member may leave it and come back`() throws {
    var world = world
    try world.admit(10, by: 1)
    try world.pass(.seconds(10))
    let winner = try world.chain(by: 0, on: world.base, length: 2)
    world.post(winner.reversed(), by: 0, to: [3])
    world.post(winner.reversed(), by: 0, to: [1])
    try world.pass(.seconds(60))
    let believed = world.effects[3, default: []].compactMap { effect -> [UInt8]? in
      if case .ledger(.currentChanged(let hash)) = effect { hash } else { nil }
    }
    let lists = believed.compactMap { world[3]?.ledger.manifest($0) }.map { World.list($0) }
    #expect(lists == [[0, 1, 2, 3, 10], [0, 1, 2, 3], [0, 1, 2, 3, 10]])
    #expect(believed.last == world.current(3)?.hash && Set(believed).count == 3)
  }

  @Test func `M-06 is refused to devices that are no members`() throws {
    var world = world
    // A race leaves 3 out: it was admitted on a branch that lost, and waits.
    try world.admit(10, by: 1)
    world.lose { $0.recipient != 10 }
    try world.pass(.seconds(1))
    let rival = try world.forge(by: 0, on: world.base)
    let winner = try world.forge(by: 0, on: rival)
    world.leaveOffline(1)
    world.post([winner, rival], by: 0, to: [10])
    try world.pass(.seconds(1))
    #expect(world[10]?.standing == .overtaken)
    #expect(code { try world.remove(0, by: 10) } == .notMember)
    #expect(code { try world.admit(20, by: 10) } == .notMember)
    try world.leave(2)
    #expect(code { try world.remove(0, by: 2) } == .notMember)
    #expect(code { try world.admit(20, by: 2) } == .notMember)
  }

  @Test func `M-06 M-32 admits nobody on the way out, even when current lists the leaver again`()
    throws
  {
    var world = world
    world.leaveOffline(2)
    try world.leave(2)
    let rival = try world.forge(by: 0, on: world.base, in: [10])
    let winner = try world.forge(by: 0, on: rival)
    try world.act(2) { machine, now, sign in
      machine.sessionOpened()
      return try machine.receive([winner, rival], from: 0.key, at: now, sign: sign)
    }
    #expect(world[2]?.isListed == true && world[2]?.standing == .leaving)
    #expect(code { try world.admit(20, by: 2) } == .notMember)
    #expect(code { try world.remove(0, by: 2) } == .notMember)
  }

  @Test func `M-06 M-50 leaves once, however often it is asked`() throws {
    var world = world
    try world.leave(2)
    let (letterCount, held) = (world.sent.count, world[2]?.ledger.held)
    try world.leave(2)
    #expect(world.sent.count == letterCount && world[2]?.ledger.held == held)
    #expect(world.effects[2]?.count { $0 == .leaving } == 1)
    #expect(world[2]?.standing == .leaving)
  }

  @Test func `M-07 leaves a group of one without a manifest`() throws {
    var world = try World(2)
    try world.remove(1, by: 0)
    try world.pass(.seconds(60))
    let heldCount = world[0]?.ledger.heldCount
    #expect(world.list(0) == [0])
    try world.leave(0)
    #expect(world.effects[0]?.last == .leaving && world[0]?.ledger.heldCount == heldCount)
    #expect(
      code {
        _ = try world.forge(by: 0, on: world.current(0) ?? world.base, out: [0])
      } == .malformed)
  }

  @Test func `M-07 A10 has both of the last two leave without a list of nobody`() throws {
    var world = try World(2)
    world.leaveOffline(0, 1)
    try world.leave(0)
    try world.leave(1)
    for number in [0, 1] { try world.reconnect(number) }
    try world.pass(.seconds(600))
    for number in [0, 1] {
      // The leave that lost would leave nobody, so it is not made again.
      #expect(world[number]?.standing == .leaving && world.list(number)?.count == 1)
      #expect(world.issued(by: number, heldBy: number).count == 1)
    }
  }

  @Test func `A20 admits no device that is, or was, listed, and writes nothing then`() throws {
    var world = world
    #expect(code { try world.admit(3, by: 0) } == .alreadyListed)
    try world.remove(3, by: 0)
    #expect(code { try world.admit(3, by: 0) } == .alreadyListed)
    #expect(world[0]?.pending.count == 1 && world.issued(by: 0, heldBy: 0).count == 1)
  }

  @Test func `M-30 leads to the manifest, the memory of it and the messages, in this order`() throws
  {
    var world = world
    for (call, kind) in [
      ({ (world: inout World) in try world.admit(10, by: 1) }, "admission"),
      ({ (world: inout World) in try world.remove(3, by: 1) }, "removal"),
      ({ (world: inout World) in try world.leave(1) }, "leave"),
    ] {
      let before = world.effects[1]?.count ?? 0
      try call(&world)
      let led = Array(world.effects[1, default: []].dropFirst(before))
        .filter { $0 != .leaving }
      let manifest = try #require(world.issued(by: 1, heldBy: 1).last)
      #expect(led.first == .ledger(.held(manifest.hash)), "\(kind)")
      let remembered = led.firstIndex {
        if case .remember(let change) = $0 { change.carriers == [manifest.hash] } else { false }
      }
      let queued = led.indices.filter { if case .send = led[$0] { true } else { false } }
      #expect(try #require(remembered) < #require(queued.first), "\(kind)")
      let recipients = led.compactMap { effect -> [UInt8]? in
        guard case .send(let mail) = effect, mail.manifests.first == manifest else { return nil }
        return mail.recipient.signingKey
      }
      let heard = world[1]?.ledger.recipients(of: manifest).map(\.signingKey)
      #expect(recipients == heard, "\(kind)")
    }
  }

  @Test func `M-30 is taken back whole when its transaction fails`() throws {
    var world = world
    let before = try #require(world[1])
    try world.act(1) { machine, now, sign in
      let checkpoint = machine.checkpoint
      var effects: [Membership.Effect] = []
      effects += try machine.admit(
        10.key, agreementKey: World.row[10].agreementKey, label: Label("x"), at: now, sign: sign)
      effects += try machine.leave(at: now, sign: sign)
      machine.undo(to: checkpoint, after: effects)
      return []
    }
    let after = try #require(world[1])
    #expect(
      after.ledger.held == before.ledger.held && after.ledger.current == before.ledger.current)
    #expect(after.pending == before.pending && after.memory == before.memory)
    #expect(after.standing == .member)
  }

  @Test func `B2 fails at the highest version, and takes what comes then without a trap`() throws {
    let highest = try Making.child(
      of: world.base, by: World.row[0], version: ManifestLimits.versionMax, checks: .hashing)
    let ledger = try Ledger(groupID: Making.group, restoring: world.line + [highest])
    var machine = Membership(own: 1.key, ledger: ledger)
    let sign: Membership.Signer = { manifest throws(ManifestError) in
      try SignedManifest.signing(manifest, by: .hashing, with: World.row[1].sign)
        .verified(by: .hashing)
    }
    #expect(refusal { try machine.remove(2.key, at: world.now, sign: sign) } == .versionsExhausted)
    #expect(refusal { try machine.leave(at: world.now, sign: sign) } == .versionsExhausted)
    #expect(machine.standing == .member)
    let again = try machine.receive([highest], from: 0.key, at: world.now, sign: sign)
    #expect(again.isEmpty)
  }
}
