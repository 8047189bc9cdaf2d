import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A bundle` {
  private func code(_ bundle: PrekeyBundle, for identity: [UInt8]) -> RatchetError.Code? {
    refusal { () throws(RatchetError) in try bundle.checked(for: identity) }
  }

  private func changed(
    _ bundle: PrekeyBundle, identity: [UInt8]? = nil, signed: [UInt8]? = nil,
    signature: [UInt8]? = nil, oneTime: [UInt8]? = nil
  ) -> PrekeyBundle {
    PrekeyBundle(
      identity: identity ?? bundle.identity,
      signedPrekey: .init(id: bundle.signedPrekey.id, key: signed ?? bundle.signedPrekey.key),
      signature: signature ?? bundle.signature,
      oneTimePrekey: bundle.oneTimePrekey.map { .init(id: $0.id, key: oneTime ?? $0.key) })
  }

  @Test func `DR-02 SK-29 counts when the expected identity signed its prekey`() throws {
    let entropy = Entropy.seeded(60)
    let keys = Keys(entropy)
    let bundle = keys.bundle()
    let identity = keys.identity.publicKey
    #expect(try bundle.checked(for: identity).bundle == bundle)
    let stranger = SigningKey.generate(from: entropy)
    #expect(code(bundle, for: stranger.publicKey) == .wrongIdentity)
    #expect(code(bundle, for: []) == .wrongIdentity)
    let renamed = changed(bundle, identity: stranger.publicKey)
    #expect(code(renamed, for: stranger.publicKey) == .wrongSignature)
    for bit in 0..<512 {
      let forged = changed(bundle, signature: flipped(bundle.signature, bit))
      #expect(code(forged, for: identity) == .wrongSignature)
    }
    let other = AgreementKey.generate(from: entropy).publicKey
    #expect(code(changed(bundle, signed: other), for: identity) == .wrongSignature)
    // The one-time prekey is not signed: a wrong one shows when the first message is read.
    #expect(code(changed(bundle, oneTime: other), for: identity) == nil)
  }

  @Test func `DR-02 SK-29 with a key that cannot agree is refused, even when it is signed`() throws
  {
    let keys = Keys(Entropy.seeded(61))
    let bundle = keys.bundle()
    let identity = keys.identity.publicKey
    let unusable = try SmallOrder.readUnusable()
    #expect(unusable.count == 32)
    for key in unusable {
      let signed = changed(bundle, signed: key, signature: keys.identity.sign(key))
      #expect(code(signed, for: identity) == .invalidKey)
      #expect(code(changed(bundle, oneTime: key), for: identity) == .invalidKey)
    }
  }

  @Test func `DR-02 of an identity that no group may list is refused`() throws {
    struct Edges: Decodable {
      struct SigningKey: Decodable { let publicKey: Hex, valid: Bool }
      let signingKeys: [SigningKey]
    }
    let edges = try VectorFile.read("edges.json", as: Edges.self).signingKeys.filter { !$0.valid }
    #expect(edges.count > 10)
    let keys = Keys(Entropy.seeded(62))
    var ratchet = try Pair(seed: 63).alice
    let message = try ratchet.encrypt([1])
    let opening = try #require(ratchet.opening)
    for edge in edges {
      let bundle = changed(keys.bundle(), identity: edge.publicKey.bytes)
      #expect(code(bundle, for: edge.publicKey.bytes) == .invalidKey)
      let answer = refusal { () throws(RatchetError) in
        try Ratchet.responding(
          to: opening, of: edge.publicKey.bytes, identity: keys.identity, signedPrekey: keys.signed,
          oneTimePrekey: keys.copy())
      }
      #expect(answer == .invalidKey)
    }
    #expect(message.number == 0)
  }

  @Test func `DR-02 is not answered for an opening key of small order`() throws {
    let keys = Keys(Entropy.seeded(64))
    let peer = SigningKey.generate(from: .seeded(65)).publicKey
    for point in try SmallOrder.read() {
      let code = refusal { () throws(RatchetError) in
        try Ratchet.responding(
          to: Opening(openingKey: point, signedPrekeyID: 7, oneTimePrekeyID: 0), of: peer,
          identity: keys.identity, signedPrekey: keys.signed, oneTimePrekey: keys.copy())
      }
      #expect(code == .invalidKey)
    }
  }

  @Test(arguments: [0, 1, UInt32.max]) func `DR-03 may number its prekeys at will`(
    id: UInt32
  ) throws {
    let entropy = Entropy.seeded(66)
    let keys = Keys(entropy, signedID: id, oneTimeID: id)
    let own = SigningKey.generate(from: entropy)
    var alice = try Ratchet.initiating(
      with: keys.bundle().checked(for: keys.identity.publicKey), identity: own, entropy: entropy)
    let message = try alice.encrypt([1])
    let opening = try #require(alice.opening)
    #expect(opening.signedPrekeyID == id)
    #expect(opening.oneTimePrekeyID == id)
    var bob = try keys.respond(to: alice)
    #expect(try bob.decrypt(message) == [1])
  }

  @Test func `DR-03 SK-26 is answered with the prekeys that the opening names, as often as needed`()
    throws
  {
    let entropy = Entropy.seeded(67)
    let keys = Keys(entropy)
    let own = SigningKey.generate(from: entropy)
    var alice = try Ratchet.initiating(
      with: keys.bundle().checked(for: keys.identity.publicKey), identity: own, entropy: entropy)
    let message = try alice.encrypt([1])
    let opening = try #require(alice.opening)
    let other = Prekey.generate(id: 8, from: entropy)
    func answer(
      _ opening: Opening, _ signed: borrowing Prekey, _ oneTime: borrowing Prekey?
    ) throws(RatchetError) -> Ratchet {
      try Ratchet.responding(
        to: opening, of: own.publicKey, identity: keys.identity, signedPrekey: signed,
        oneTimePrekey: oneTime)
    }
    #expect(
      refusal { () throws(RatchetError) in try answer(opening, other, keys.copy()) } == .wrongPrekey
    )
    #expect(
      refusal { () throws(RatchetError) in try answer(opening, keys.signed, nil) } == .wrongPrekey)
    let without = Opening(
      openingKey: opening.openingKey, signedPrekeyID: opening.signedPrekeyID, oneTimePrekeyID: nil)
    #expect(
      refusal { () throws(RatchetError) in try answer(without, keys.signed, keys.copy()) }
        == .wrongPrekey)
    // An attacker leaves the one-time prekey out: the secret is another, and nothing is used up.
    var misled = try answer(without, keys.signed, nil)
    #expect(refusal { () throws(RatchetError) in try misled.decrypt(message) } == .forged)
    let forged = try RatchetMessage(decoding: flipped(message.encoded, 8 * 50))
    for _ in 0..<3 {
      var bob = try answer(opening, keys.signed, keys.copy())
      #expect(refusal { () throws(RatchetError) in try bob.decrypt(forged) } == .forged)
      #expect(try bob.decrypt(message) == [1])
    }
  }

  @Test func `DR-10 has one spelling, and so have an opening and a prekey`() throws {
    let keys = Keys(Entropy.seeded(68))
    let opening = Opening(
      openingKey: keys.signed.publicKey, signedPrekeyID: 0x0102_0304, oneTimePrekeyID: 5)
    let short = Opening(
      openingKey: keys.signed.publicKey, signedPrekeyID: 0x0102_0304, oneTimePrekeyID: nil)
    let forms = [keys.bundle(withOneTimePrekey: false), keys.bundle()].map(\.encoded)
    #expect(forms.map(\.count) == RatchetLimits.bundleByteCounts)
    #expect([short, opening].map(\.encoded.count) == RatchetLimits.openingByteCounts)
    #expect(opening.encoded == [1] + keys.signed.publicKey + [1, 2, 3, 4, 1, 0, 0, 0, 5])
    for bytes in forms {
      try expectOneSpelling(bytes) { bytes throws(RatchetError) in
        try PrekeyBundle(decoding: bytes).encoded
      }
    }
    for bytes in [short, opening].map(\.encoded) {
      try expectOneSpelling(bytes) { bytes throws(RatchetError) in
        try Opening(decoding: bytes).encoded
      }
    }
    let prekey = keys.oneTime.encoded().exposed()
    #expect(prekey == [1, 0, 0, 0, 0] + keys.oneTime.publicKey + keys.oneTime.secret().exposed())
    try expectOneSpelling(prekey) { bytes throws(RatchetError) in
      try Prekey(decoding: bytes).encoded().exposed()
    }
    let wrong = refusal { () throws(RatchetError) in
      try Prekey(id: 1, secret: SecretBytes([UInt8](repeating: 1, count: 31)))
    }
    #expect(wrong == .malformed)
  }
}

/// Reads every start, every extension and every flipped bit of `bytes`: each is refused or written
/// again as it was.
func expectOneSpelling(
  _ bytes: [UInt8], by turn: ([UInt8]) throws(RatchetError) -> [UInt8]
) throws {
  #expect(try turn(bytes) == bytes)
  for count in bytes.indices {
    let code = refusal { () throws(RatchetError) in try turn(Array(bytes[..<count])) }
    #expect(code == .malformed, "the first \(count) bytes")
  }
  #expect(refusal { () throws(RatchetError) in try turn(bytes + [0]) } == .malformed)
  for bit in 0..<(bytes.count * 8) {
    let input = flipped(bytes, bit)
    do throws(RatchetError) {
      #expect(try turn(input) == input, "bit \(bit)")
    } catch { #expect(error.code == .malformed, "bit \(bit)") }
  }
}
