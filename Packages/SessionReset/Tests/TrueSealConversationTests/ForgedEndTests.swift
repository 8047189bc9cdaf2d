import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset

@Suite("Ends that nobody may believe")
struct ForgedEndTests {
  private static let thief: UInt64 = 99
  /// The seed of the one whose Ends these are to be.
  private static let sender: UInt64 = 43

  /// The receiver, with a session that could be lost.
  private func receiver() throws -> (Duo, own: Device) {
    let duo = try Duo.settled(seed: 21)
    let own = try SigningKey.seeded(Self.sender).publicKey == duo.a.identity ? duo.b : duo.a
    return (duo, own)
  }

  private func expectNoEffect(
    _ at: (duo: Duo, own: Device), _ change: (inout Forge) throws -> Void
  ) throws {
    let (duo, own) = at
    var forge = try Forge(from: Self.sender, to: own.identity)
    forge.epoch = 2
    try change(&forge)
    let before = try own.tables()
    let outcome = try duo.receive(forge.body, at: own)
    #expect(outcome.drops == [.refused(.malformed)])
    #expect(outcome.notices.isEmpty)
    #expect(try own.tables() == before)
    #expect(duo.toA.isEmpty && duo.toB.isEmpty)
  }

  @Test func `SK-30 the same End with nothing wrong is taken up`() throws {
    let (duo, own) = try receiver()
    var forge = try Forge(from: Self.sender, to: own.identity)
    forge.epoch = 2
    let outcome = try duo.receive(forge.body, at: own)
    #expect(outcome.notices == [.resetInProgress(isFirst: false, proof: .identityOnly)])
    #expect(try own.status(of: duo.peer(of: own)).phase == .received)
  }

  @Test func `SK-30 B-46 B-57 one that another key signed, for whomever, has no effect`() throws {
    let place = try receiver()
    let thief = try SigningKey.seeded(Self.thief).publicKey
    try expectNoEffect(place) { $0.signer = Self.thief }
    try expectNoEffect(place) {
      $0.signer = Self.thief
      $0.bundleOwner = Self.thief
      $0.bundleSigner = Self.thief
    }
    try expectNoEffect(place) { $0.named = thief }
    try expectNoEffect(place) { $0.sealedFrom = thief }
    try expectNoEffect(place) { $0.sealedTo = thief }
    try expectNoEffect(place) { $0.label = "trueseal conversation rejection v1" }
  }

  @Test func `SK-29 B-57 a bundle of another identity, or unsigned, has no effect`() throws {
    let place = try receiver()
    try expectNoEffect(place) { $0.bundleOwner = Self.thief }
    try expectNoEffect(place) { $0.bundleSigner = Self.thief }
    try expectNoEffect(place) {
      $0.bundleOwner = Self.thief
      $0.bundleSigner = Self.thief
    }
    try expectNoEffect(place) { $0.hasOneTimePrekey = false }
  }

  /// The points that X25519 turns into zero, and one written in a second way (RFC 7748 section 6.1).
  @Test func `SK-29 keys that agree on nothing, or have two spellings, have no effect`() throws {
    let place = try receiver()
    let zero = [UInt8](repeating: 0, count: 32)
    let one = [1] + zero.dropFirst()
    let prime: [UInt8] = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    let second: [UInt8] = [0xf0] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    for key in [zero, one, prime, second] {
      try expectNoEffect(place) { $0.signedPrekey = key }
      try expectNoEffect(place) { $0.oneTimePrekey = key }
    }
  }

  @Test func `SK-30 fields that are too many, too few or unknown have no effect`() throws {
    let place = try receiver()
    try expectNoEffect(place) { $0.proof = [2] }
    try expectNoEffect(place) { $0.proof = [0] + [UInt8](repeating: 0, count: 68) }
    try expectNoEffect(place) { $0.proof = [1] + [UInt8](repeating: 0, count: 67) }
    try expectNoEffect(place) { $0.id = [UInt8](repeating: 7, count: 15) }
    try expectNoEffect(place) { $0.basis = [] }
  }

  @Test func `SK-06 SK-30 one whose epoch is too far ahead is counted, and changes nothing`() throws
  {
    for (epoch, drop) in [
      (UInt64.max, Drop.epochOutOfRange), (1 << 20 + 2, .epochOutOfRange), (0, .staleEnd),
    ] {
      let (duo, own) = try receiver()
      var forge = try Forge(from: Self.sender, to: own.identity)
      forge.epoch = epoch
      let sessions = try own.tables(["conversation_session"])
      #expect(try duo.receive(forge.body, at: own).drops == [drop])
      #expect(try own.tables(["conversation_session"]) == sessions)
      #expect(try own.status(of: duo.peer(of: own)).phase == .none)
    }
  }

  @Test func `SK-30 B-16 one of a stranger leaves no trace`() throws {
    let own = try Device(seed: 5)
    let thief = try SigningKey.seeded(Self.thief).publicKey
    var forge = try Forge(from: Self.thief, to: own.identity)
    forge.signer = 98
    let body = try forge.body
    try own.run { [try $0.receive(body, from: thief, at: 1, in: $1, enqueue: $2)] }
    #expect(try own.tables().values.allSatisfy { $0.isEmpty })
    #expect(own.drops == [.refused(.malformed)])
  }
}
