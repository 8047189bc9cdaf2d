import Testing
import TrueSealManifest

/// Who is removed, and what counts for nothing; each case comes in every order.
@Suite struct `A verdict` {
  let world: World
  let line: [VerifiedManifest]
  let base: VerifiedManifest

  init() throws {
    world = try World(5)
    line = world.line
    base = world.base
  }

  @Test func `M-20 M-22 voids what a removed device issued beside its removal`() throws {
    let removal = try world.forge(by: 0, on: base, out: [3])
    let admission = try world.forge(by: 3, on: base, in: [10])
    let more = try world.forge(by: 3, on: admission, in: [11])
    let ledger = try World.judged(line, removal, admission, more)
    #expect(ledger.stands(removal, on: 3) && ledger.isRemoved(3.key))
    #expect(ledger.isDirectlyVoid(admission.hash) && ledger.isDirectlyVoid(more.hash))
    // The void one has the higher version, and the valid one is believed all the same.
    #expect(ledger.current == removal)
  }

  @Test func `M-20 M-22 gives the lowest of several removals as the reason`() throws {
    let removals = try [0, 1, 2, 4].map { try world.forge(by: $0, on: base, out: [3]) }
    let admission = try world.forge(by: 3, on: base, in: [10])
    let ledger = try World.judged(
      line, removals[0], removals[1], removals[2], removals[3], admission)
    let lowest = try #require(removals.min { $0.rank < $1.rank })
    #expect(ledger.fate(of: admission.hash) == .void(.issuerRemoved(by: lowest.hash)))
  }

  @Test func `M-20 leaves standing what the removal was built on`() throws {
    let admission = try world.forge(by: 3, on: base, in: [10])
    let removal = try world.forge(by: 0, on: admission, out: [3])
    let ledger = try World.judged(line, admission, removal)
    #expect(!ledger.isVoid(admission.hash) && ledger.list == [0, 1, 2, 4, 10])
  }

  @Test func `M-20 spares a removed device's own leave and nothing else of it`() throws {
    let removal = try world.forge(by: 0, on: base, out: [3])
    let leave = try world.forge(by: 3, on: base, out: [3])
    let mixed = try world.forge(by: 3, on: base, in: [10], out: [3])
    let ledger = try World.judged(line, removal, leave, mixed)
    #expect(!ledger.isVoid(leave.hash) && ledger.isDirectlyVoid(mixed.hash))
  }

  @Test func `M-20 gives a ring of two to the senior`() throws {
    for (senior, junior) in [(0, 1), (1, 4), (2, 3)] {
      let down = try world.forge(by: senior, on: base, out: [junior])
      let up = try world.forge(by: junior, on: base, out: [senior])
      let ledger = try World.judged(line, down, up)
      #expect(ledger.standingClaims == [Claim(manifest: down.hash, target: junior.key)])
      #expect(ledger.current == down && ledger.isDirectlyVoid(up.hash))
    }
  }

  @Test func `M-20 gives a ring to the claim that more of the others have built on`() throws {
    let down = try world.forge(by: 0, on: base, out: [4])
    let up = try world.forge(by: 4, on: base, out: [0])
    let built = try world.forge(by: 2, on: up)
    let ledger = try World.judged(line, down, up, built)
    #expect(ledger.stands(up, on: 0) && !ledger.isRemoved(4.key))
    #expect(ledger.isDirectlyVoid(down.hash) && ledger.current == built)

    let other = try world.forge(by: 3, on: down)
    let even = try World.judged(line, down, up, built, other)
    #expect(even.stands(down, on: 4) && even.current == other)
  }

  @Test func `M-20 counts each of the others once, and no one's own or its guests' weight`() throws
  {
    let down = try world.forge(by: 0, on: base, out: [4])
    let up = try world.forge(by: 4, on: base, out: [0])
    let own = try world.forge(by: 4, on: up, in: [10])
    let guest = try world.forge(by: 10, on: own)
    let ledger = try World.judged(line, down, up, own, guest)
    #expect(ledger.stands(down, on: 4) && ledger.current == down)

    var busy = [try world.forge(by: 2, on: up)]
    for _ in 0..<3 { busy.append(try world.forge(by: 2, on: busy[busy.count - 1])) }
    let one = try world.forge(by: 1, on: down)
    let two = try world.forge(by: 3, on: one)
    let weighed = try Ledger(
      groupID: Making.group, restoring: line + [down, up, one, two] + busy)
    #expect(weighed.stands(down, on: 4))
  }

  @Test func `M-20 lets a claim wait for one that would take its issuer's say`() throws {
    // 3 admits 10 beside its removal, and 10 removes the remover: a ring only at first sight.
    let removal = try world.forge(by: 4, on: base, out: [3])
    let guest = try world.forge(by: 3, on: base, in: [10])
    let revenge = try world.forge(by: 10, on: guest, out: [4])
    let ledger = try World.judged(line, removal, guest, revenge)
    #expect(ledger.standingClaims == [Claim(manifest: removal.hash, target: 3.key)])
    #expect(ledger.isDirectlyVoid(guest.hash) && ledger.isVoid(revenge.hash))
    #expect(!ledger.isRemoved(4.key) && ledger.current == removal)
  }

  @Test func `M-20 lets a claim stand whose issuer keeps its say without the void part`() throws {
    // 2 builds on what is void, unaware; that 2 wanted 4 out counts all the same.
    let removal = try world.forge(by: 0, on: base, out: [3])
    let admission = try world.forge(by: 3, on: base, in: [10])
    let unaware = try world.forge(by: 2, on: admission, out: [4])
    let ledger = try World.judged(line, removal, admission, unaware)
    #expect(ledger.isVoid(unaware.hash) && !ledger.isDirectlyVoid(unaware.hash))
    #expect(ledger.stands(unaware, on: 4) && ledger.isRemoved(4.key))
  }

  @Test func `M-20 strikes a claim whose manifest is void by itself`() throws {
    // 0 removes 2 while 2 removes 4, and 4 admits 10 meanwhile.
    let removal = try world.forge(by: 0, on: base, out: [2])
    let struck = try world.forge(by: 2, on: base, out: [4])
    let admission = try world.forge(by: 4, on: base, in: [10])
    let ledger = try World.judged(line, removal, struck, admission)
    #expect(ledger.standingClaims == [Claim(manifest: removal.hash, target: 2.key)])
    #expect(!ledger.isVoid(admission.hash) && !ledger.isRemoved(4.key))
  }

  @Test func `M-20 takes no claim from a leave made again for its leaver`() throws {
    let leave = try world.forge(by: 3, on: base, out: [3])
    let rival = try world.forge(by: 0, on: base, in: [10])
    let again = try world.forge(by: 0, on: rival, out: [3], onBehalf: [leave])
    let ledger = try World.judged(line, leave, rival, again)
    #expect(ledger.standingClaims.isEmpty && ledger.hasLeft(3.key))
    let removal = try world.forge(by: 0, on: rival, out: [3])
    #expect(try World.judged(line, leave, rival, removal).stands(removal, on: 3))
  }

  @Test func `M-20 takes a claim from a removal made again for its remover`() throws {
    let removal = try world.forge(by: 1, on: base, out: [3])
    let rival = try world.forge(by: 0, on: base, in: [10])
    let again = try world.forge(by: 0, on: rival, out: [3], onBehalf: [removal])
    #expect(try World.judged(line, removal, rival, again).stands(again, on: 3))
  }

  @Test func `M-21 voids all that was built on what is void`() throws {
    let removal = try world.forge(by: 0, on: base, out: [3])
    let admission = try world.forge(by: 3, on: base, in: [10])
    let child = try world.forge(by: 2, on: admission)
    let grandchild = try world.forge(by: 10, on: child)
    let ledger = try World.judged(line, removal, admission, child, grandchild)
    for manifest in [admission, child, grandchild] { #expect(ledger.isVoid(manifest.hash)) }
    #expect(ledger.isDirectlyVoid(admission.hash) && !ledger.isDirectlyVoid(child.hash))
    #expect(ledger.current == removal)
  }

  @Test func `M-24 voids what a device issued beside its leave, but for leaves`() throws {
    let leave = try world.forge(by: 3, on: base, out: [3])
    let admission = try world.forge(by: 3, on: base, in: [10])
    let removal = try world.forge(by: 3, on: base, out: [0])
    let second = try world.forge(by: 3, on: line[2], out: [3])
    let ledger = try World.judged(line, leave, admission, removal, second)
    #expect(ledger.isDirectlyVoid(admission.hash) && ledger.isDirectlyVoid(removal.hash))
    #expect(!ledger.isVoid(leave.hash) && !ledger.isVoid(second.hash))
    #expect(ledger.standingClaims.isEmpty && ledger.list == [0, 1, 2, 4])
  }

  @Test func `M-24 spares what a device issued before its leave`() throws {
    let admission = try world.forge(by: 3, on: base, in: [10])
    let leave = try world.forge(by: 3, on: admission, out: [3])
    let ledger = try World.judged(line, admission, leave)
    #expect(!ledger.isVoid(admission.hash) && ledger.list == [0, 1, 2, 4, 10])
  }
}
