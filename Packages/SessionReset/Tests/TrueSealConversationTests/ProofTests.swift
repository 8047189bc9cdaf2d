import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset
import TrueSealStore

@Suite("What a reset is proven with")
struct ProofTests {
  @Test func `SK-31 the old session proves it, and without one it is marked`() throws {
    let duo = try Duo.settled(seed: 31)
    #expect(try duo.b.status(of: duo.a).proof == .identityOnly)
    try duo.start(duo.a)
    #expect(duo.toB[0].count == ConversationLimits.endByteCounts[1])
    try duo.deliverAll()
    #expect(try duo.b.status(of: duo.a).proof == .session)
    #expect(try duo.a.status(of: duo.b).proof == nil)
  }

  /// A thief of the identity key alone has no session to prove anything with.
  @Test func `SK-31 B-46 who has the identity key alone is marked, and asked about if wanted`()
    throws
  {
    for asks in [false, true] {
      var policy = ResetPolicy()
      policy.asksBeforeIdentityOnly = asks
      let duo = try Duo.settled(policy: policy, seed: 32)
      let seed: UInt64 = try SigningKey.seeded(64).publicKey == duo.a.identity ? 64 : 65
      var forge = try Forge(from: seed, to: duo.b.identity)
      forge.epoch = 2
      forge.basis = try #require(try duo.a.status(of: duo.b).active).bytes
      forge.proof = [1] + [UInt8](repeating: 9, count: 68)
      let before = try duo.b.tables(["conversation_session"])
      let outcome = try duo.receive(forge.body, at: duo.b)
      let status = try duo.b.status(of: duo.a)
      if asks {
        #expect(outcome.notices == [.approvalNeeded(try AttemptID(bytes: forge.id))])
        #expect(status.awaitsApproval && status.phase == .none)
        #expect(try duo.b.tables(["conversation_session"]) == before)
      } else {
        #expect(outcome.notices == [.resetInProgress(isFirst: false, proof: .identityOnly)])
        #expect(status.proof == .identityOnly)
      }
    }
  }

  @Test func `SK-31 a proof is good for its End alone`() throws {
    let duo = try Duo.settled(seed: 33)
    let seed: UInt64 = try SigningKey.seeded(66).publicKey == duo.a.identity ? 66 : 67
    let basis = try #require(try duo.a.status(of: duo.b).active).bytes
    try duo.start(duo.a)
    let honest = try #require(try duo.a.tables(["conversation_end"])["conversation_end"]?.first)
    let proof = Array(try honest.blob(2).suffix(68))
    duo.toB = []
    var forge = try Forge(from: seed, to: duo.b.identity)
    forge.epoch = 2
    forge.basis = basis
    forge.proof = [1] + proof
    #expect(
      try duo.receive(forge.body, at: duo.b).notices == [
        .resetInProgress(isFirst: false, proof: .identityOnly)
      ])
  }

  /// A device that lost its session and asks; the other one's owner decides.
  private func asked() throws -> Duo {
    var policy = ResetPolicy()
    policy.asksBeforeIdentityOnly = true
    let duo = try Duo.settled(policy: policy, seed: 34)
    try duo.a.wipe()
    try duo.start(duo.a)
    try duo.deliverAll()
    #expect(try duo.b.status(of: duo.a).awaitsApproval)
    #expect(try duo.b.count("conversation_end") == 1)
    return duo
  }

  @Test func `SK-31 SK-36 SR-15 SR-20 an approved reset completes, also after a restart`() throws {
    let duo = try asked()
    try duo.b.restart()
    let (peer, now) = (duo.a.identity, duo.now)
    try duo.b.run { [try $0.approve(with: peer, at: now, in: $1, enqueue: $2)] }
    #expect(try duo.b.count("conversation_end") == 0)
    try duo.collect()
    try duo.deliverAll()
    #expect(try duo.isSettled())
    #expect(try duo.a.status(of: duo.b).epoch == 2)
  }

  @Test func `SK-31 a declined reset is not asked about again, and changes no session`() throws {
    let duo = try asked()
    let before = try duo.b.tables(["conversation_session"])
    let (peer, now) = (duo.a.identity, duo.now)
    try duo.b.run { [try $0.decline(with: peer, at: now, in: $1, enqueue: $2)] }
    #expect(try duo.b.count("conversation_end") == 0)
    try duo.wait(300_000)
    let outcome = try duo.receive(duo.toB.removeFirst(), at: duo.b)
    #expect(outcome.drops == [.declinedEnd] && outcome.notices.isEmpty)
    #expect(try duo.b.tables(["conversation_session"]) == before)
    #expect(throws: SessionResetError.self) {
      try duo.b.run { [try $0.approve(with: peer, at: now, in: $1, enqueue: $2)] }
    }
  }
}
