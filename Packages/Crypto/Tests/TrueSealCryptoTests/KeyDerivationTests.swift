import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `An HKDF-SHA256 key` {
  struct Group: Decodable {
    struct Case: Decodable {
      let tcId: Int, ikm, salt, info: Hex, size: Int, okm: Hex, result: WycheproofResult
    }
    let tests: [Case]
  }

  @Test func `is the one RFC 5869 prints, in one step and in two`() throws {
    let cases = try Standards.read().hkdf.cases
    #expect(cases.count == 3)
    for vector in cases {
      let input = SecretBytes(vector.input.bytes)
      let (salt, info) = (vector.salt.bytes, vector.info.bytes)
      let key = KeyDerivation.extract(salt: salt, input: input)
      #expect(key.exposed() == vector.key.bytes)
      let expanded = try KeyDerivation.expand(key, info: info, count: vector.count)
      #expect(expanded.exposed() == vector.output.bytes)
      let derived = try KeyDerivation.derive(
        input: input, salt: salt, info: info, count: vector.count)
      #expect(derived.exposed() == vector.output.bytes)
      let underSecretSalt = KeyDerivation.extract(salt: SecretBytes(salt), input: input)
      #expect(underSecretSalt.exposed() == vector.key.bytes)
    }
  }

  @Test func `follows every Wycheproof verdict`() throws {
    let file = try Wycheproof<Group>.read("hkdf_sha256")
    var counts: [WycheproofResult: Int] = [:]
    for vector in file.testGroups.flatMap(\.tests) {
      counts[vector.result, default: 0] += 1
      let input = SecretBytes(vector.ikm.bytes)
      var derived: [UInt8]?
      let code = refusal { () throws(CryptoError) in
        derived = try KeyDerivation.derive(
          input: input, salt: vector.salt.bytes, info: vector.info.bytes, count: vector.size
        ).exposed()
      }
      switch vector.result {
      case .valid: #expect(derived == vector.okm.bytes, "case \(vector.tcId)")
      case .invalid: #expect(code == .wrongLength, "case \(vector.tcId)")
      case .acceptable: Issue.record("case \(vector.tcId) has no verdict of ours")
      }
    }
    #expect(counts == [.valid: 83, .invalid: 3])
    #expect(file.numberOfTests == 86)
  }

  @Test func `has 1 to 8160 bytes`() throws {
    let key = SecretBytes([UInt8](repeating: 7, count: 32))
    for count in [Int.min, -1, 0, 8_161, Int.max] {
      let code = refusal { () throws(CryptoError) in
        try KeyDerivation.expand(key, info: [], count: count)
      }
      #expect(code == .wrongLength, "\(count)")
    }
    let longest = try KeyDerivation.expand(key, info: [], count: 8_160)
    #expect(longest.count == 8_160)
    let shortest = try KeyDerivation.expand(key, info: [], count: 1)
    #expect(shortest.exposed() == longest.part(0..<1).exposed())
  }

  @Test func `does not grow from less than 32 bytes`() throws {
    for count in 0..<32 {
      let short = SecretBytes([UInt8](repeating: 7, count: count))
      let code = refusal { () throws(CryptoError) in
        try KeyDerivation.expand(short, info: [], count: 1)
      }
      #expect(code == .wrongLength, "\(count)")
    }
  }

  @Test func `comes from nothing at all, when the salt is the secret`() throws {
    // HMAC-SHA256 of the empty message under thirty-two times 0b, computed with OpenSSL.
    let salt = SecretBytes([UInt8](repeating: 0x0b, count: 32))
    let key = KeyDerivation.extract(salt: salt, input: SecretBytes([]))
    #expect(
      key.exposed()
        == (try Hex("5177e637aaac0b50e5dca8bb05b0b571444bd59b9b0d834d50681af21fc14b1e")).bytes)
  }
}
