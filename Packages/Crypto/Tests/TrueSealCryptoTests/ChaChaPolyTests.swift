import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `ChaCha20-Poly1305` {
  struct Group: Decodable {
    struct Case: Decodable {
      let tcId: Int, key, iv, aad, msg, ct, tag: Hex, result: WycheproofResult, flags: [String]
    }
    let tests: [Case]
  }

  @Test func `seals and opens as RFC 8439 prints`() throws {
    let cases = try Standards.read().chachapoly.cases
    #expect(cases.count == 2)
    for vector in cases {
      let key = SecretBytes(vector.key.bytes)
      let (nonce, binding) = (vector.nonce.bytes, vector.binding.bytes)
      let sealed = ChaChaPoly.seal(
        vector.plaintext.bytes, key: key, nonce: nonce, binding: binding)
      #expect(sealed == vector.sealed.bytes, "section \(vector.name)")
      let opened = try ChaChaPoly.open(sealed, key: key, nonce: nonce, binding: binding)
      #expect(opened == vector.plaintext.bytes, "section \(vector.name)")
    }
  }

  @Test func `follows every Wycheproof verdict`() throws {
    let file = try Wycheproof<Group>.read("chacha20_poly1305")
    var counts: [String: Int] = [:]
    for vector in file.testGroups.flatMap(\.tests) {
      let key = SecretBytes(vector.key.bytes)
      let (nonce, binding) = (vector.iv.bytes, vector.aad.bytes)
      let sealed = vector.ct.bytes + vector.tag.bytes
      switch vector.result {
      case .valid:
        counts["valid", default: 0] += 1
        let ours = ChaChaPoly.seal(vector.msg.bytes, key: key, nonce: nonce, binding: binding)
        #expect(ours == sealed, "case \(vector.tcId)")
        let opened = try ChaChaPoly.open(sealed, key: key, nonce: nonce, binding: binding)
        #expect(opened == vector.msg.bytes, "case \(vector.tcId)")
      case .invalid where nonce.count != 12:
        // A nonce of another length is the programmer's error; an exit test proves it below.
        counts["invalid nonce", default: 0] += 1
        #expect(vector.flags == ["InvalidNonceSize"], "case \(vector.tcId)")
      case .invalid:
        counts["invalid", default: 0] += 1
        let code = refusal { () throws(CryptoError) in
          try ChaChaPoly.open(sealed, key: key, nonce: nonce, binding: binding)
        }
        #expect(code == .forged, "case \(vector.tcId)")
      case .acceptable: Issue.record("case \(vector.tcId) has no verdict of ours")
      }
    }
    #expect(counts == ["valid": 256, "invalid": 60, "invalid nonce": 9])
    #expect(file.numberOfTests == 325)
  }

  @Test func `opens nothing shorter, longer or with another bit`() throws {
    let vector = try #require(try Standards.read().chachapoly.cases.first)
    let key = SecretBytes(vector.key.bytes)
    let (nonce, binding) = (vector.nonce.bytes, vector.binding.bytes)
    let sealed = vector.sealed.bytes
    func isForged(_ sealed: [UInt8], nonce: [UInt8], binding: [UInt8]) -> Bool {
      let code = refusal { () throws(CryptoError) in
        try ChaChaPoly.open(sealed, key: key, nonce: nonce, binding: binding)
      }
      return code == .forged
    }
    for length in 0..<sealed.count {
      #expect(isForged(Array(sealed[..<length]), nonce: nonce, binding: binding))
    }
    #expect(isForged(sealed + [0], nonce: nonce, binding: binding))
    #expect(isForged(sealed, nonce: nonce, binding: binding + [0]))
    for bit in 0..<sealed.count * 8 {
      #expect(isForged(flipped(sealed, bit), nonce: nonce, binding: binding))
    }
    for bit in 0..<nonce.count * 8 {
      #expect(isForged(sealed, nonce: flipped(nonce, bit), binding: binding))
    }
    for bit in 0..<binding.count * 8 {
      #expect(isForged(sealed, nonce: nonce, binding: flipped(binding, bit)))
    }
  }

  @Test func `leaves zeros where a forged message would have been`() throws {
    let vector = try #require(try Standards.read().chachapoly.cases.first)
    let key = SecretBytes(vector.key.bytes)
    let forged = flipped(vector.sealed.bytes, 3)
    var space = [UInt8](repeating: 0xaa, count: forged.count - 16)
    var target = space.mutableSpan
    let code = refusal { () throws(CryptoError) in
      try ChaChaPoly.open(
        forged.span, key: key, nonce: vector.nonce.bytes.span,
        binding: vector.binding.bytes.span, into: &target)
    }
    #expect(code == .forged)
    #expect(space.allSatisfy { $0 == 0 })
  }

  @Test func `seals nothing into a tag, which opens to nothing`() throws {
    let key = SecretBytes([UInt8](repeating: 1, count: 32))
    let nonce = [UInt8](repeating: 2, count: 12)
    let sealed = ChaChaPoly.seal([], key: key, nonce: nonce, binding: [])
    #expect(sealed.count == 16)
    #expect(try ChaChaPoly.open(sealed, key: key, nonce: nonce, binding: []) == [])
  }

  @Test(arguments: [0, 8, 11, 13, 24]) func `takes no nonce but one of 12 bytes`(
    count: Int
  ) async {
    await #expect(processExitsWith: .failure) { [count] in
      let nonce = [UInt8](repeating: 0, count: count)
      _ = ChaChaPoly.seal(
        [1], key: SecretBytes([UInt8](repeating: 0, count: 32)), nonce: nonce, binding: [])
    }
    await #expect(processExitsWith: .failure) { [count] in
      let nonce = [UInt8](repeating: 0, count: count)
      _ = try ChaChaPoly.open(
        [UInt8](repeating: 0, count: 20), key: SecretBytes([UInt8](repeating: 0, count: 32)),
        nonce: nonce, binding: [])
    }
  }

  @Test func `takes no key but one of 32 bytes`() async {
    await #expect(processExitsWith: .failure) {
      let nonce = [UInt8](repeating: 0, count: 12)
      _ = ChaChaPoly.seal(
        [1], key: SecretBytes([UInt8](repeating: 0, count: 31)), nonce: nonce, binding: [])
    }
  }

  @Test func `writes into no space of another size`() async {
    await #expect(processExitsWith: .failure) {
      var space = [UInt8](repeating: 0, count: 18)
      var target = space.mutableSpan
      ChaChaPoly.seal(
        [1].span, key: SecretBytes([UInt8](repeating: 0, count: 32)),
        nonce: [UInt8](repeating: 0, count: 12).span, binding: [UInt8]().span, into: &target)
    }
  }
}
