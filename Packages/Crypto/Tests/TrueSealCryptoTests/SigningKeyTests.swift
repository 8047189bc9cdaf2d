import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `A signing key` {
  struct Group: Decodable {
    struct Key: Decodable { let pk: Hex }
    struct Case: Decodable {
      let tcId: Int, msg, sig: Hex, result: WycheproofResult, flags: [String]
    }
    let publicKey: Key
    let tests: [Case]
  }

  @Test func `signs and verifies as RFC 8032 prints`() throws {
    let cases = try Standards.read().ed25519.cases
    #expect(cases.count == 5)
    for vector in cases {
      let key = try SigningKey(seed: SecretBytes(vector.seed.bytes))
      #expect(key.publicKey == vector.publicKey.bytes, "\(vector.name)")
      #expect(key.seed().exposed() == vector.seed.bytes)
      #expect(key.sign(vector.message.bytes) == vector.signature.bytes, "\(vector.name)")
      #expect(
        SigningKey.verify(
          vector.signature.bytes, of: vector.message.bytes, by: vector.publicKey.bytes))
      #expect(SigningKey.isValid(publicKey: vector.publicKey.bytes))
    }
  }

  /// Ours where the file leaves it open: a key with a small-order component verifies, as libsodium
  /// has it, but may not be listed; a key of small order does neither.
  @Test func `W-06 follows every Wycheproof verdict on signatures`() throws {
    let file = try Wycheproof<Group>.read("ed25519")
    var counts: [String: Int] = [:]
    for group in file.testGroups {
      let publicKey = group.publicKey.pk.bytes
      for vector in group.tests {
        let accepted = SigningKey.verify(vector.sig.bytes, of: vector.msg.bytes, by: publicKey)
        switch (vector.result, vector.flags.first) {
        case (.valid, _):
          counts["valid", default: 0] += 1
          #expect(accepted, "case \(vector.tcId)")
          #expect(SigningKey.isValid(publicKey: publicKey), "case \(vector.tcId)")
        case (.invalid, _):
          counts["invalid", default: 0] += 1
          #expect(!accepted, "case \(vector.tcId)")
        case (.acceptable, "MixedOrderPublicKey"):
          counts["mixed order", default: 0] += 1
          #expect(accepted, "case \(vector.tcId)")
          #expect(!SigningKey.isValid(publicKey: publicKey), "case \(vector.tcId)")
        case (.acceptable, "SmallOrderPublicKey"):
          counts["small order", default: 0] += 1
          #expect(!accepted, "case \(vector.tcId)")
          #expect(!SigningKey.isValid(publicKey: publicKey), "case \(vector.tcId)")
        case (.acceptable, _): Issue.record("case \(vector.tcId) has no verdict of ours")
        }
      }
    }
    #expect(counts == ["valid": 117, "invalid": 64, "mixed order": 21, "small order": 8])
    #expect(file.numberOfTests == 210)
  }

  @Test func `W-06 gives one verdict on each signature at the edge`() throws {
    let signatures = try Edges.read().signatures
    #expect(signatures.count == 48)
    #expect(signatures.count { $0.accepted } == 15)
    for edge in signatures {
      let accepted = SigningKey.verify(
        edge.signature.bytes, of: edge.message.bytes, by: edge.publicKey.bytes)
      #expect(accepted == edge.accepted, "\(edge.name)")
    }
  }

  @Test func `W-06 may be listed only when canonical and of prime order`() throws {
    let keys = try Edges.read().signingKeys
    #expect(keys.count == 51)
    #expect(keys.count { $0.valid } == 7)
    for edge in keys {
      #expect(SigningKey.isValid(publicKey: edge.publicKey.bytes) == edge.valid, "\(edge.name)")
      let agreement = AgreementKey.publicKey(ofSigner: edge.publicKey.bytes)
      #expect((agreement != nil) == edge.valid, "\(edge.name), to agree with")
    }
    for count in [0, 31, 33] {
      #expect(!SigningKey.isValid(publicKey: Array(repeating: 0x58, count: count)))
    }
  }

  @Test func `verifies nothing of another length and no other bit`() throws {
    let vector = try #require(try Standards.read().ed25519.cases.dropFirst().first)
    let (signature, message, key) = (
      vector.signature.bytes, vector.message.bytes, vector.publicKey.bytes
    )
    #expect(SigningKey.verify(signature, of: message, by: key))
    for length in 0..<64 {
      #expect(!SigningKey.verify(Array(signature[..<length]), of: message, by: key))
    }
    for length in 0..<32 {
      #expect(!SigningKey.verify(signature, of: message, by: Array(key[..<length])))
    }
    #expect(!SigningKey.verify(signature + [0], of: message, by: key))
    #expect(!SigningKey.verify(signature, of: message, by: key + [0]))
    #expect(!SigningKey.verify(signature, of: message + [0], by: key))
    #expect(!SigningKey.verify(signature, of: [], by: key))
    for bit in 0..<512 {
      #expect(!SigningKey.verify(flipped(signature, bit), of: message, by: key))
    }
    for bit in 0..<256 {
      #expect(!SigningKey.verify(signature, of: message, by: flipped(key, bit)))
    }
    for bit in 0..<message.count * 8 {
      #expect(!SigningKey.verify(signature, of: flipped(message, bit), by: key))
    }
  }

  @Test func `grows from 32 bytes only`() {
    for count in [0, 31, 33, 64] {
      let code = refusal { () throws(CryptoError) in
        try SigningKey(seed: SecretBytes([UInt8](repeating: 1, count: count)))
      }
      #expect(code == .wrongLength, "\(count)")
    }
  }

  @Test func `is made of what entropy gives`() throws {
    let vector = try #require(try Standards.read().ed25519.cases.first)
    let seed = vector.seed.bytes
    let key = SigningKey.generate(from: Entropy { $0 == 32 ? seed : [] })
    #expect(key.publicKey == vector.publicKey.bytes)
    #expect(
      SigningKey.generate(from: .system).publicKey != SigningKey.generate(from: .system).publicKey)
  }

  @Test func `writes into no space but one of 64 bytes`() async {
    await #expect(processExitsWith: .failure) {
      var space = [UInt8](repeating: 0, count: 63)
      var target = space.mutableSpan
      SigningKey.generate(from: .system).sign([1].span, into: &target)
    }
  }
}
