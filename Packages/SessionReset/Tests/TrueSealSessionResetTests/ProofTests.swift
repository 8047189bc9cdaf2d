import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("What a reset is proven with, and whom it asks")
struct ProofTests {
  private static var asking: ResetPolicy {
    var policy = ResetPolicy()
    policy.asksBeforeIdentityOnly = true
    return policy
  }

  /// A pair in which A's End reaches B without a proof.
  private func unproven(_ policy: ResetPolicy = asking) throws -> Pair {
    let pair = try Pair.settled(policy: policy)
    try pair.start(pair.a)
    guard case .end(var end) = pair.toB[0] else { throw Desk.Missing() }
    end.proof = nil
    pair.toB = [.end(end)]
    pair.forget()
    return pair
  }

  @Test func `SK-31 B-46 an End is marked by what proves it`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.deliverAll()
    #expect(try pair.b.status.proof == .session)
    #expect(try pair.a.status.proof == nil)
    let other = try unproven(ResetPolicy())
    try other.deliverAll()
    #expect(try other.b.status.proof == .identityOnly)
    #expect(
      other.b.notices.suffix(2).first == .resetInProgress(isFirst: false, proof: .identityOnly))
  }

  @Test func `SK-31 a proof over something else is none`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    guard case .end(let end) = pair.toB[0] else { throw Desk.Missing() }
    let moved = ResetEnd(
      id: end.id, epoch: end.epoch + 1, prekey: end.prekey, bundle: end.bundle,
      basis: end.basis, proof: end.proof)
    var cut = end
    cut.proof?.removeLast()
    let other = ResetEnd(
      id: end.id, epoch: end.epoch, prekey: end.prekey, bundle: end.bundle,
      basis: SessionTag(number: 1), proof: end.proof)
    let before = pair.b.shelf.contents
    for bad in [moved, cut, other] {
      pair.b.shelf.contents = before
      try pair.receive(.end(bad), at: pair.b)
      #expect(try pair.b.status.proof == .identityOnly)
    }
  }

  @Test func `SK-31 an attempt that replaces another is still proven by the old session`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.start(pair.a)
    pair.toB.removeFirst()
    try pair.deliverAll()
    #expect(try pair.b.status.proof == .session && pair.b.status.epoch == 3)
  }

  @Test func `SK-31 the owner who wants to be asked is, and decides`() throws {
    let pair = try unproven()
    let before = try pair.b.status
    let end = pair.toB[0]
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    guard case .approvalNeeded = pair.b.notices.last else { throw Desk.Missing() }
    var status = try pair.b.status
    #expect(status.phase == .none && status.active == before.active && status.awaitsApproval)
    #expect(pair.b.shelf.contents.ends[.peer] != nil)
    #expect(pair.sentByB.isEmpty)
    // A repetition asks no second time.
    let notices = pair.b.notices.count
    try pair.receive(end, at: pair.b)
    #expect(pair.b.notices.count == notices && pair.b.drops.last == .awaitsApproval)
    try pair.b.run { try $0.approve(at: pair.now, in: $1) }
    pair.collect()
    status = try pair.b.status
    #expect(status.phase == .received && !status.awaitsApproval)
    #expect(pair.b.shelf.contents.ends.isEmpty)
    try pair.deliverAll()
    #expect(try pair.a.status.active == pair.b.status.active && pair.a.status.epoch == 2)
  }

  @Test func `SK-31 what was declined is not asked about again`() throws {
    let pair = try unproven()
    let end = pair.toB[0]
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let record = try pair.b.status
    try pair.b.run { try $0.decline(at: pair.now, in: $1) }
    #expect(pair.b.shelf.contents.ends.isEmpty)
    let notices = pair.b.notices.count
    try pair.receive(end, at: pair.b)
    #expect(pair.b.drops.last == .declinedEnd && pair.b.notices.count == notices)
    #expect(try pair.b.status.active == record.active)
    // Another attempt asks anew.
    try pair.start(pair.a)
    guard case .end(var second) = pair.toB.removeLast() else { throw Desk.Missing() }
    second.proof = nil
    try pair.receive(.end(second), at: pair.b)
    #expect(try pair.b.status.awaitsApproval)
  }

  @Test func `SK-31 nobody is asked where there is no session to lose, or was asked already`()
    throws
  {
    let pair = try Pair(policy: Self.asking)
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.b.status.phase == .received)
    // The peer begins anew what had no more proof when it was let in.
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    #expect(try pair.b.status.attemptEpoch == 2)
    // A proven one that runs is not given up for one without a proof.
    var machine = try Desk.received(policy: Self.asking)
    let effects = machine.handle(
      .endReceived(
        Desk.proposal(3, epoch: 3, proof: .identityOnly), opening: Desk.tag(300),
        at: Desk.start))
    #expect(effects == [.holdBundle(Desk.id(1_003)), .notify(.approvalNeeded(Desk.id(1_003)))])
  }

  @Test func `SK-31 an approval that comes too late is dropped with its bundle`() throws {
    var machine = try Desk.settled(policy: Self.asking)
    _ = machine.handle(
      .endReceived(
        Desk.proposal(2, epoch: 2, proof: .identityOnly), opening: Desk.built, at: Desk.start))
    #expect(machine.held?.id == Desk.id(1_002))
    _ = machine.handle(.started(Desk.draft(5), by: .user, at: Desk.start))
    let late = Desk.start + Desk.hour
    let effects = machine.answer(to: .approved(opening: Desk.built, at: late))
    #expect(effects.first == .eraseBundle && effects.last == .drop(.outrankedEnd))
    // The own reset completes, and nothing is asked about any more.
    let done = machine.handle(
      .sessionOpened(
        Desk.tag(300), with: PrekeyID(number: 5), attempt: Desk.id(5), at: late))
    #expect(done.contains(.eraseBundle) && machine.held == nil)
    #expect(machine.handle(.approved(opening: Desk.built, at: late)) == [.drop(.nothingToDo)])
    #expect(machine.handle(.declined(at: late)) == [.drop(.nothingToDo)])
  }

  @Test func `SK-31 a start exceeds what waits for the owner and what was declined`() throws {
    var machine = try Desk.settled(policy: Self.asking)
    _ = machine.handle(
      .endReceived(
        Desk.proposal(7, epoch: 7, proof: .identityOnly), opening: Desk.built, at: Desk.start))
    let start = SessionReset.Event.started(Desk.draft(5), by: .user, at: Desk.start)
    var waiting = machine
    _ = waiting.handle(start)
    #expect(waiting.running?.epoch == 8)
    _ = machine.handle(.declined(at: Desk.start))
    machine = try SessionReset(
      bytes: machine.bytes, parties: machine.parties, policy: machine.policy)
    _ = machine.handle(start)
    #expect(machine.running?.epoch == 8)
  }

  @Test func `SK-31 there is nothing to answer where nobody asks`() throws {
    let pair = try Pair.settled()
    #expect(throws: SessionResetError(code: .nothingHeld)) {
      try pair.a.run { try $0.approve(at: pair.now, in: $1) }
    }
    #expect(throws: SessionResetError(code: .nothingHeld)) {
      try pair.a.run { try $0.decline(at: pair.now, in: $1) }
    }
  }

  @Test func `SK-30 B-10 B-57 what is no verified End changes no state`() throws {
    let pair = try Pair.settled()
    let before = pair.a.shelf.contents
    for number in 0..<50 as Range<UInt8> {
      try pair.a.run { try $0.refuse([number], as: .malformed, at: pair.now, in: $1) }
      try pair.a.run { try $0.refuse([number], as: .identityMismatch, at: pair.now, in: $1) }
    }
    #expect(pair.a.shelf.contents.record == before.record)
    #expect(pair.a.shelf.contents.sessions == before.sessions)
    #expect(pair.a.drops.count == 100)
  }

  @Test func `B-16 a broken End from a stranger makes no conversation`() throws {
    let pair = try Pair()
    try pair.a.run { try $0.refuse([1], as: .malformed, at: pair.now, in: $1) }
    #expect(pair.a.shelf.contents.record == nil)
    #expect(pair.a.notices.isEmpty)
  }
}
