import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("Keys, bundles and the sessions made of them")
struct PrekeyTests {
  private func opening(_ message: Device.Message?) throws -> OpeningMessage {
    guard case .opening(let opening) = message else { throw Desk.Missing() }
    return opening
  }

  @Test func `SK-26 an opening message that fails uses up nothing`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let good = try opening(pair.toA.removeFirst())
    let before = pair.a.shelf.contents
    var sealed = good.sealed
    sealed[sealed.count - 1] ^= 1
    let bad = OpeningMessage(
      tag: good.tag, baseKey: good.baseKey, prekey: good.prekey, attempt: good.attempt,
      sealed: sealed)
    try pair.receive(.opening(bad), at: pair.a)
    #expect(pair.a.drops.last == .refused(.badMessage))
    #expect(pair.a.shelf.contents.prekeys == before.prekeys)
    #expect(pair.a.shelf.contents.sessions == before.sessions)
    try pair.receive(.opening(good), at: pair.a)
    #expect(try pair.a.status.phase == .none)
    #expect(pair.a.shelf.contents.prekeys.isEmpty)
  }

  @Test func `SK-03 SK-23 attempt, keys and tag are bound to the content`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let good = try opening(pair.toA.removeFirst())
    try pair.start(pair.a)
    let current = try #require(
      pair.a.shelf.contents.prekeys.keys.first { $0 != good.prekey })
    guard case .end(let end) = pair.toB.last else { throw Desk.Missing() }
    let before = pair.a.shelf.contents
    for (tag, prekey, attempt) in [
      // A message for the former attempt, dressed up as one for the running one.
      (good.tag, current, end.id), (good.tag, good.prekey, end.id),
      (good.tag, current, good.attempt),
      (SessionTag(number: good.tag.number ^ 1), good.prekey, good.attempt),
    ] {
      let bad = OpeningMessage(
        tag: tag, baseKey: good.baseKey, prekey: prekey, attempt: attempt, sealed: good.sealed)
      try pair.receive(.opening(bad), at: pair.a)
      guard case .refused = pair.a.drops.last else { throw Desk.Missing() }
      #expect(pair.a.shelf.contents.sessions == before.sessions)
      #expect(pair.a.shelf.contents.prekeys == before.prekeys)
      #expect(try pair.a.status.phase == .initiated)
    }
  }

  @Test func `SK-27 B-24 a copy of an opening message goes to the session it opened`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.receive(pair.toB.removeFirst(), at: pair.b)
    let message = pair.toA.removeFirst()
    try pair.receive(message, at: pair.a)
    for step in 0..<3 {
      // Active, archived, deleted.
      if step == 1 { try pair.start(pair.a) }
      if step == 2 { try pair.deliverAll() }
      let sessions = pair.a.shelf.contents.sessions
      try pair.receive(message, at: pair.a)
      #expect(pair.a.drops.last == .refused(step == 2 ? .sessionDeleted : .duplicate))
      #expect(pair.a.shelf.contents.sessions == sessions)
    }
  }

  @Test func `SK-25 B-07 keys made for one contact are nothing to another`() throws {
    let chance = Chance(seed: 5)
    let pair = try Pair.settled(seed: 9)
    try pair.start(pair.a)
    guard case .end(let end) = pair.toB[0] else { throw Desk.Missing() }
    // C holds A's bundle for B. In A's conversation with C the keys are unknown; under B's name
    // the session comes out different, since C is not B.
    let parties = try Parties(
      own: Array(repeating: 3, count: 32), peer: Array(repeating: 1, count: 32))
    let thief = ToyCipher(parties: parties, chance: chance)
    let drawn = try thief.drawEphemeral()
    var session = try thief.buildSession(from: end.bundle, with: drawn.ephemeral)
    let message = OpeningMessage(
      tag: drawn.tag, baseKey: thief.baseKey(of: session), prekey: end.prekey, attempt: end.id,
      sealed: [])
    let stolen = OpeningMessage(
      tag: message.tag, baseKey: message.baseKey, prekey: message.prekey,
      attempt: message.attempt,
      sealed: try thief.encrypt(
        Content.text([1]).bytes, on: &session, binding: message.binding))
    let withC = try Device(own: 1, peer: 3, chance: chance)
    try withC.run { try $0.receive(.opening(stolen), at: pair.now, in: $1) }
    #expect(withC.drops == [.refused(.stalePreKey)])
    try pair.receive(.opening(stolen), at: pair.a)
    #expect(pair.a.drops.last == .refused(.badMessage))
    try pair.deliverAll()
    #expect(try pair.a.status.phase == .none && pair.b.status.epoch == 2)
  }

  @Test func `SK-28 B-30 B-58 the keys of an attempt stay until it is over`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let keys = pair.a.shelf.contents.prekeys
    #expect(keys.count == 1)
    for _ in 0..<50 { try pair.wait(Desk.day) }
    #expect(pair.a.shelf.contents.prekeys == keys)
    pair.toB = [pair.toB[0]]
    try pair.deliverAll()
    #expect(try pair.a.status.epoch == 2)
    #expect(pair.a.shelf.contents.prekeys.isEmpty)
  }

  @Test func `SK-29 SK-19 an End with a bundle of somebody else leaves no trace`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    guard case .end(let end) = pair.toB.removeFirst() else { throw Desk.Missing() }
    let before = pair.b.shelf.contents
    pair.b.shelf.forgetCounts()
    for (keyPath, value) in [
      (\ToyBundle.signature, end.bundle.signature ^ 1), (\ToyBundle.signed, 12),
      (\ToyBundle.oneTime, 12),
    ] {
      var bundle = end.bundle
      bundle[keyPath: keyPath] = value
      let bad = ResetEnd(
        id: end.id, epoch: end.epoch, prekey: end.prekey, bundle: bundle, basis: end.basis,
        proof: end.proof)
      try pair.receive(.end(bad), at: pair.b)
      #expect(pair.b.drops.last == .refused(.malformed))
    }
    #expect(pair.b.shelf.counts["saveRecord"] == nil)
    #expect(pair.b.shelf.contents.record == before.record)
    #expect(pair.b.shelf.contents.sessions == before.sessions)
    #expect(pair.sentByB.isEmpty)
  }

  @Test func `SK-19 a bundle whose session cannot be built leaves no trace`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    guard case .end(let end) = pair.toB.removeFirst() else { throw Desk.Missing() }
    let parties = try Parties(
      own: Array(repeating: 1, count: 32), peer: Array(repeating: 2, count: 32))
    let bundle = ToyCipher(parties: parties, chance: Chance(seed: 1))
      .sign(ToyBundle(signed: 0, oneTime: end.bundle.oneTime))
    let before = pair.b.shelf.contents
    pair.b.shelf.forgetCounts()
    try pair.receive(
      .end(
        ResetEnd(
          id: end.id, epoch: end.epoch, prekey: end.prekey, bundle: bundle, basis: end.basis,
          proof: end.proof)), at: pair.b)
    #expect(pair.b.drops.last == .refused(.malformed))
    #expect(pair.b.shelf.contents.record == before.record)
    #expect(pair.b.shelf.contents.sessions == before.sessions)
    #expect(!pair.b.shelf.counts.keys.contains { $0.hasPrefix("save") || $0.hasPrefix("erase") })
    try pair.receive(.end(end), at: pair.b)
    #expect(try pair.b.status.phase == .received)
  }

  @Test func `SK-18 SK-20 SR-20 the session is there, and no bundle kept, in the same transaction`()
    throws
  {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    try pair.b.run { try $0.receive(pair.toB[0], at: pair.now, in: $1) }
    let contents = pair.b.shelf.contents
    let active = try #require(try pair.b.status.active)
    #expect(contents.sessions[active] != nil)
    #expect(contents.ends.isEmpty)
    #expect(contents.outbox.count == 1)
  }
}
