import Testing
import TrueSealCrypto
import TrueSealTransport

/// What an attacker may send as an envelope: edited after sealing, before sealing or before signing.
@Suite struct `A sealed message` {
  /// The keys of one author, one recipient and one envelope, all from fixed seeds.
  struct Keys: ~Copyable {
    let author: SigningKey
    let recipient: AgreementKey
    let ephemeral: AgreementKey
    let header: EnvelopeHeader

    static func make() throws -> Keys {
      let author = try SigningKey(seed: SecretBytes([UInt8](repeating: 11, count: 32)))
      let recipient = try AgreementKey(secret: SecretBytes([UInt8](repeating: 12, count: 32)))
      let ephemeral = try AgreementKey(secret: SecretBytes([UInt8](repeating: 13, count: 32)))
      let header = EnvelopeHeader(
        recipient: recipient.publicKey, ephemeral: ephemeral.publicKey)
      return Keys(author: author, recipient: recipient, ephemeral: ephemeral, header: header)
    }

    func signature(over spoken: [UInt8]) -> [UInt8] {
      author.sign(Array(Content.signatureLabel.utf8) + [0] + header.encoded() + spoken)
    }

    func sealed(_ plaintext: [UInt8]) throws -> [UInt8] {
      try Opening.seal(plaintext, under: header, from: ephemeral)
    }
  }

  @Test func `W-32 with any bit of it wrong is refused`() throws {
    let keys = try Keys.make()
    var content = HandMadeContent()
    content.author = keys.author.publicKey
    (content.sequence, content.timestamp) = (1, 2)
    content.signature = keys.signature(over: content.spoken)
    let sealed = try keys.sealed(content.plaintext)
    let inflater = Inflater()
    func open(_ bytes: [UInt8]) -> Opening.Outcome {
      Opening.open(bytes, with: keys.recipient, tags: MessageTag.core, inflater: inflater)
    }
    #expect(open(sealed) == .body(content.payload))
    for bit in 0..<sealed.count * 8 {
      var flipped = sealed
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(open(flipped).refusal != nil)
    }
    for end in sealed.indices { #expect(open(Array(sealed[..<end])).refusal != nil) }
    #expect(open(sealed + [0]) == .malformed)
  }

  @Test func `W-32 with any bit wrong inside the seal is refused, and W-33 is not inflated`() throws
  {
    let keys = try Keys.make()
    var content = HandMadeContent()
    content.author = keys.author.publicKey
    content.signature = keys.signature(over: content.spoken)
    let plaintext = content.plaintext
    let inflater = Inflater()
    for bit in 0..<plaintext.count * 8 {
      var flipped = plaintext
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      var wasVerified = false
      let outcome = Opening.open(
        try keys.sealed(flipped), with: keys.recipient, tags: MessageTag.core, inflater: inflater
      ) { stage, _ in wasVerified = wasVerified || stage == "verified" }
      #expect(outcome == .malformed)
      #expect(!wasVerified)
    }
  }

  @Test(arguments: [0x5EED_0032] as [UInt64])
  func `W-31 W-32 W-33 W-34 in 10,000 wrong forms is refused or read as it was signed`(seed: UInt64)
    throws
  {
    let keys = try Keys.make()
    let inflater = Inflater()
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    for round in 0..<10_000 {
      let (input, spoken) = try self.input(round, keys, &random)
      let outcome = longest.measure {
        Opening.open(input, with: keys.recipient, tags: MessageTag.core, inflater: inflater) {
          stage, content in stages.reached(content?.codec == .deflated ? stage + " 01" : stage)
        }
      }
      stages.reached(outcome.refusal.map { $0.prefix { $0 != "(" } + "" } ?? "body")
      guard case .body(let body) = outcome else { continue }
      let payload = Array(spoken.dropFirst(90))
      #expect(spoken[81] == 0 ? body == payload : adler32(body) == payload.suffix(4))
    }
    let expected = [
      "addressed", "opened", "laid out", "verified", "read", "verified 01", "read 01", "malformed",
      "heldForUpgrade", "unreadable", "body",
    ]
    for stage in expected {
      #expect(stages.count(stage) >= 20, "\(stage): \(stages.count(stage))")
    }
    #expect(stages.count("verified 01") > stages.count("read 01"))
    #expect(longest.milliseconds < 10)
  }

  /// One input, and what its author signed if the seal is whole.
  private func input(
    _ round: Int, _ keys: borrowing Keys, _ random: inout Seeded
  ) throws -> (bytes: [UInt8], spoken: [UInt8]) {
    guard !round.isMultiple(of: 2) else { return (random.bytes(random.below(700)), []) }
    var content = HandMadeContent.random(using: &random)
    content.author = keys.author.publicKey
    content.timestamp = 1
    switch random.below(3) {
    case 0:
      content.signature = keys.signature(over: content.spoken)
      let sealed = try keys.sealed(content.plaintext)
      return (random.edited(sealed, fields: [0..<2, 2..<34, 34..<66]), content.spoken)
    case 1:
      content.signature = keys.signature(over: content.spoken)
      let edited = random.edited(content.plaintext, fields: HandMadeContent.fields)
      return (try keys.sealed(edited), content.spoken)
    default:
      // The author is kept, so that what follows is reached; a foreign author is case 1.
      let edited = random.edited(
        Array(content.spoken.dropFirst(32)),
        fields: HandMadeContent.fields.dropFirst().map { $0.lowerBound - 32..<$0.upperBound - 32 })
      let spoken = keys.author.publicKey + edited
      let plaintext = HandMadeContent.padded(spoken + keys.signature(over: spoken))
      return (try keys.sealed(plaintext), spoken)
    }
  }
}
