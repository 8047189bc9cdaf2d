import Testing
import TrueSealUpdaterCrypto

@testable import TrueSealUpdater

@Suite struct `Signatures` {
  private let message = SignedMessage.manifest(Fixture.manifestBytes)
  private let first = (Fixture.keyIDs[0], Fixture.signatures[0])
  private let second = (Fixture.keyIDs[1], Fixture.signatures[1])

  @Test func `UC-3 cover a label, a zero byte and the bytes as stored`() {
    #expect(SignedMessage.manifest([1, 2]) == Array("valence.bundle.v1".utf8) + [0, 1, 2])
  }

  @Test func `UC-3 by a trusted key pass`() throws {
    try Fixture.trusted().check(Fixture.signature, over: message)
    try Fixture.trusted([1]).check(Fixture.file([second]), over: message)
  }

  @Test func `UC-3 name a key by the start of its SHA-256`() throws {
    for (key, id) in zip(Fixture.keys, Fixture.keyIDs) {
      let digest = SignatureScheme.trueSeal.digest(try Fixture.bytes(key))
      #expect(KeyID(digest: digest)?.description == id)
    }
  }

  @Test func `UC-3 UX-05 by keys that are not known are passed over`() throws {
    try Fixture.trusted([1]).check(Fixture.file([first, second]), over: message)
    #expect(throws: UpdaterError(.badSignature, "")) {
      try Fixture.trusted([1]).check(Fixture.file([first]), over: message)
    }
  }

  @Test func `UC-3 UX-05 by a trusted key must not be wrong, whatever else is right`() throws {
    let file = Fixture.file([first, (Fixture.keyIDs[1], Fixture.signatures[0])])
    #expect(throws: UpdaterError(.badSignature, "")) {
      try Fixture.trusted([0, 1]).check(file, over: message)
    }
    try Fixture.trusted([0]).check(file, over: message)
  }

  @Test func `UX-05 must be as many as are required, of different keys`() throws {
    try Fixture.trusted([0, 1], required: 2).check(Fixture.file([first, second]), over: message)
    #expect(throws: UpdaterError(.badSignature, "")) {
      try Fixture.trusted([0, 1], required: 2).check(Fixture.file([first]), over: message)
    }
    #expect(throws: UpdaterError(.conflict, "")) {
      try Fixture.trusted([0, 1], required: 2).check(Fixture.file([first, first]), over: message)
    }
  }

  /// A host that trusts the old key, one that trusts both, and one that trusts the new key only.
  @Test func `UX-05 let one key take over from another`() throws {
    let both = Fixture.file([first, second])
    for trusted in [[0], [0, 1], [1]] {
      try Fixture.trusted(trusted).check(both, over: message)
    }
    #expect(throws: UpdaterError(.badSignature, "")) {
      try Fixture.trusted([0]).check(Fixture.file([second]), over: message)
    }
  }

  @Test func `UC-3 over anything else are refused`() throws {
    let keys = try Fixture.trusted()
    #expect(throws: UpdaterError(.badSignature, "")) {
      try keys.check(Fixture.file([(first.0, Fixture.unlabelled)]), over: message)
    }
    #expect(throws: UpdaterError(.badSignature, "")) {
      try keys.check(Fixture.file([second].map { (first.0, $0.1) }), over: message)
    }
    #expect(throws: UpdaterError(.badSignature, "")) {
      try keys.check(Fixture.signature, over: Fixture.manifestBytes)
    }
  }

  @Test func `UC-3 with any bit flipped are refused, in signature and message`() throws {
    let keys = try Fixture.trusted()
    let good = try #require(Base64.bytes(Fixture.signatures[0]))
    for bit in 0..<512 {
      var flipped = good
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: UpdaterError.self) {
        try keys.check(Fixture.file([(first.0, Base64.text(flipped))]), over: message)
      }
    }
    for at in message.indices {
      var flipped = message
      flipped[at] ^= 1 << UInt8(at % 8)
      #expect(throws: UpdaterError(.badSignature, "")) {
        try keys.check(Fixture.signature, over: flipped)
      }
    }
  }

  /// Whatever the library says: this one would accept anything.
  @Test func `UC-3 have one form, whichever library verifies them`() throws {
    let scheme = SignatureScheme(
      digest: SignatureScheme.trueSeal.digest, accepts: { _, _, _ in true })
    let keys = try TrustedKeys([Fixture.bytes(Fixture.keys[0])], scheme: scheme)
    try keys.check(Fixture.signature, over: [])
    #expect(throws: UpdaterError(.badText, "")) {
      try keys.check(Fixture.file([(first.0, Fixture.malleated)]), over: message)
    }
    var small = try #require(Base64.bytes(Fixture.signatures[0]))
    small.replaceSubrange(..<32, with: [1] + [UInt8](repeating: 0, count: 31))
    #expect(throws: UpdaterError(.badText, "")) {
      try keys.check(Fixture.file([(first.0, Base64.text(small))]), over: message)
    }
  }

  /// The points whose multiple by 8 is neutral, computed from the curve's equation.
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f70751",
  ])
  func `UC-3 are never trusted to a key like`(key: String) throws {
    #expect(throws: UpdaterError(.badKey, "")) {
      try TrustedKeys([Fixture.bytes(key)], scheme: .trueSeal)
    }
  }

  @Test func `UX-05 are by one to four keys, each once, and no more than there are`() throws {
    let key = try Fixture.bytes(Fixture.keys[0])
    for keys in [[], [key, key], [key, key, key, key, key]] {
      #expect(throws: UpdaterError(.badKey, "")) { try TrustedKeys(keys, scheme: .trueSeal) }
    }
    #expect(throws: UpdaterError(.badKey, "")) { try Fixture.trusted([0, 1], required: 3) }
    #expect(throws: UpdaterError(.badKey, "")) { try Fixture.trusted([0, 1], required: 0) }
  }

  @Test(
    arguments: [
      (#"{"format":1,"sigs":[]}"#, .outOfRange), (#"{"format":2,"sigs":[E]}"#, .unknownFormat),
      (#"{"sigs":[E]}"#, .missingKey), (#"{"format":1}"#, .missingKey),
      (#"{"format":1,"sigs":[E],"x":1}"#, .unknownKey), (#"{"format":1,"sigs":[E,E]}"#, .conflict),
      (#"{"format":1,"sigs":[E,E,E,E,E]}"#, .outOfRange), (#"{"format":1,"sigs":E}"#, .wrongType),
      (#"{"format":1,"sigs":[{"keyId":"21fe31dfa154a261"}]}"#, .missingKey),
      (#"{"format":1,"sigs":[{"keyId":"21FE31DFA154A261","sig":"S"}]}"#, .badText),
      (#"{"format":1,"sigs":[{"keyId":"21fe31dfa154a26","sig":"S"}]}"#, .badText),
      (#"{"format":1,"sigs":[{"keyId":"21fe31dfa154a261","sig":"AAAA"}]}"#, .badText),
      (#"{"format":1,"sigs":[{"keyId":"21fe31dfa154a261","sig":"S","alg":"none"}]}"#, .unknownKey),
    ] as [(String, UpdaterError.Code)])
  func `UC-3 stand in a file of one form, or not as`(text: String, code: UpdaterError.Code) {
    let entry = #"{"keyId":"21fe31dfa154a261","sig":"S"}"#
    let file = text.replacing("E", with: entry).replacing("S\"", with: "\(first.1)\"")
    #expect(throws: UpdaterError(code, "")) { try SignatureFile(decoding: Array(file.utf8)) }
  }

  @Test func `UC-3 are 64 bytes in 88 characters`() throws {
    for count in [63, 65] {
      let text = Base64.text([UInt8](repeating: 9, count: count))
      #expect(throws: UpdaterError(.badText, "")) {
        try SignatureFile(decoding: Fixture.file([(first.0, text)]))
      }
    }
    let file = try SignatureFile(decoding: Fixture.file([first, second]))
    #expect(file.encoded == Fixture.file([first, second]))
    #expect(file.entries.map(\.keyID.description) == Fixture.keyIDs)
    #expect(Base64.text(file.entries[0].signature) == first.1)
  }
}
