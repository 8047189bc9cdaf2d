import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `An agreement key` {
  struct Group: Decodable {
    struct Case: Decodable {
      let tcId: Int, `public`, `private`, shared: Hex, result: WycheproofResult, flags: Set<String>
    }
    let tests: [Case]
  }

  private func shared(_ secret: [UInt8], _ publicKey: [UInt8]) throws(CryptoError) -> [UInt8] {
    try AgreementKey(secret: SecretBytes(secret)).sharedSecret(with: publicKey).exposed()
  }

  @Test func `multiplies and agrees as RFC 7748 prints`() throws {
    let vectors = try Standards.read().x25519
    #expect(vectors.cases.count == 2)
    for vector in vectors.cases {
      #expect(try shared(vector.scalar.bytes, vector.u.bytes) == vector.output.bytes)
    }
    let pair = vectors.agreement
    let alice = try AgreementKey(secret: SecretBytes(pair.aliceSecret.bytes))
    let bob = try AgreementKey(secret: SecretBytes(pair.bobSecret.bytes))
    #expect(alice.publicKey == pair.alicePublic.bytes)
    #expect(bob.publicKey == pair.bobPublic.bytes)
    #expect(try alice.sharedSecret(with: bob.publicKey).exposed() == pair.shared.bytes)
    #expect(try bob.sharedSecret(with: alice.publicKey).exposed() == pair.shared.bytes)
    #expect(alice.secret().exposed() == pair.aliceSecret.bytes)
  }

  @Test func `arrives at the thousandth iteration RFC 7748 prints`() throws {
    let iterations = try Standards.read().x25519.iterated
    #expect(iterations.map(\.count) == [1, 1_000])
    var scalar = [9] + [UInt8](repeating: 0, count: 31)
    var point = scalar
    for round in 1...1_000 {
      (scalar, point) = (try shared(scalar, point), scalar)
      for expected in iterations where expected.count == round {
        #expect(scalar == expected.output.bytes, "after \(round)")
      }
    }
  }

  /// Ours where the file leaves it open: agreement works wherever the result is not zero, as
  /// RFC 7748 wants, but only a canonical key of large order may be listed.
  @Test func `W-06 follows every Wycheproof verdict on agreement`() throws {
    let file = try Wycheproof<Group>.read("x25519")
    var counts: [String: Int] = [:]
    for vector in file.testGroups.flatMap(\.tests) {
      let isSmall = vector.flags.contains("LowOrderPublic")
      let isCanonical = !vector.flags.contains("NonCanonicalPublic")
      counts[
        "\(vector.result)\(isSmall ? ", small" : "")\(isCanonical ? "" : ", alias")", default: 0] +=
        1
      var result: [UInt8]?
      let code = refusal { () throws(CryptoError) in
        result = try shared(vector.private.bytes, vector.public.bytes)
      }
      #expect(vector.result != .invalid, "case \(vector.tcId) has no verdict of ours")
      #expect(isSmall == vector.shared.bytes.allSatisfy { $0 == 0 }, "case \(vector.tcId)")
      #expect(result == (isSmall ? nil : vector.shared.bytes), "case \(vector.tcId)")
      #expect(code == (isSmall ? .smallOrder : nil), "case \(vector.tcId)")
      let isValid = AgreementKey.isValid(publicKey: vector.public.bytes)
      #expect(isValid == (!isSmall && isCanonical), "case \(vector.tcId)")
    }
    #expect(
      counts == [
        "valid": 264, "acceptable": 210, "acceptable, small": 25, "acceptable, alias": 13,
        "acceptable, small, alias": 6,
      ])
    #expect(file.numberOfTests == 518)
  }

  @Test func `W-06 may be listed only below 2^255 - 19 and when not of small order`() throws {
    let keys = try Edges.read().agreementKeys
    #expect(keys.count == 44)
    #expect(keys.count { $0.valid } == 12)
    #expect(keys.count { $0.smallOrder } == 14)
    let secret = [UInt8](repeating: 0x42, count: 32)
    for edge in keys {
      let publicKey = edge.publicKey.bytes
      #expect(AgreementKey.isValid(publicKey: publicKey) == edge.valid, "\(edge.name)")
      let code = refusal { () throws(CryptoError) in try shared(secret, publicKey) }
      #expect(code == (edge.smallOrder ? .smallOrder : nil), "\(edge.name)")
    }
    for count in [0, 31, 33] {
      #expect(!AgreementKey.isValid(publicKey: [UInt8](repeating: 9, count: count)))
    }
  }

  @Test func `has 32 bytes on both sides`() throws {
    for count in [0, 31, 33] {
      let bytes = [UInt8](repeating: 9, count: count)
      let other = [UInt8](repeating: 9, count: 32)
      #expect(refusal { () throws(CryptoError) in try shared(bytes, other) } == .wrongLength)
      #expect(refusal { () throws(CryptoError) in try shared(other, bytes) } == .wrongLength)
    }
  }

  @Test func `is made of what entropy gives`() throws {
    let pair = try Standards.read().x25519.agreement
    let secret = pair.aliceSecret.bytes
    let key = AgreementKey.generate(from: Entropy { $0 == 32 ? secret : [] })
    #expect(key.publicKey == pair.alicePublic.bytes)
    #expect(
      AgreementKey.generate(from: .system).publicKey
        != AgreementKey.generate(from: .system).publicKey)
  }

  @Test func `writes into no space but one of 32 bytes`() async {
    await #expect(processExitsWith: .failure) {
      var space = [UInt8](repeating: 0, count: 31)
      var target = space.mutableSpan
      let key = AgreementKey.generate(from: .system)
      try key.agree(with: key.publicKey.span, into: &target)
    }
  }
}
