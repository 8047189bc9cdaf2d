import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `XChaCha20-Poly1305` {
  private static let key = (0x80..<0xa0).map { UInt8($0) }
  private static let nonce = (0x40..<0x58).map { UInt8($0) }
  private static let text =
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    + "sunscreen would be it."

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    try Hexadecimal.decode(hexadecimal)
  }

  private func sealed(
    _ message: [UInt8], key: [UInt8] = key, nonce: [UInt8] = nonce, binding: [UInt8] = []
  ) -> [UInt8] {
    XChaChaPoly.seal(
      message, key: SecretBytes(key), binding: binding, from: Entropy { _ in nonce })
  }

  /// draft-irtf-cfrg-xchacha-03 section A.3.1; PyCryptodome gives the same.
  @Test func `seals as the draft prints, and writes the nonce before it`() throws {
    let expected = try bytes(
      "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda"
        + "7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2"
        + "383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49")
    let binding = try bytes("50515253c0c1c2c3c4c5c6c7")
    let box = sealed(Array(Self.text.utf8), binding: binding)
    #expect(box == Self.nonce + expected)
    let opened = try XChaChaPoly.open(box, key: SecretBytes(Self.key), binding: binding)
    #expect(String(decoding: opened, as: UTF8.self) == Self.text)
  }

  /// Made with PyCryptodome.
  @Test func `seals as another implementation does, nothing included`() throws {
    #expect(sealed([]) == Self.nonce + (try bytes("1dac8f73146d1e9da796cb7f7221a5df")))
    let zeros = [UInt8](repeating: 0, count: 64)
    let expected = try bytes(
      "789e9689e5208d7fd9e1f3c5b5341f48ef18a13e418998addadd97a3693a987f8e82ecd5c1433bfed1af49750c0f"
        + "1ff29c4174a05b119aa3a9e8333812e0c0fe71bea983ad0fddc442ff697c8e8353f6")
    let nonce = [UInt8](repeating: 0, count: 24)
    let box = sealed(zeros, key: Array(zeros.prefix(32)), nonce: nonce, binding: [1])
    #expect(box == nonce + expected)
  }

  @Test func `draws another nonce for each message`() throws {
    let boxes = (0..<200).map { _ in
      XChaChaPoly.seal([1], key: SecretBytes(Self.key), binding: [])
    }
    #expect(Set(boxes.map { Array($0.prefix(24)) }).count == 200)
    for box in boxes {
      #expect(box.count == 1 + XChaChaPoly.overheadByteCount)
      #expect(try XChaChaPoly.open(box, key: SecretBytes(Self.key), binding: []) == [1])
    }
  }

  @Test func `opens nothing shorter, longer, with another bit, binding or key`() throws {
    let box = sealed([1, 2, 3], binding: [7])
    func code(_ box: [UInt8], key: [UInt8] = Self.key, _ binding: [UInt8] = [7])
      -> CryptoError.Code?
    {
      refusal { () throws(CryptoError) in
        try XChaChaPoly.open(box, key: SecretBytes(key), binding: binding)
      }
    }
    #expect(code(box) == nil)
    for length in 0..<box.count { #expect(code(Array(box[..<length])) == .forged) }
    #expect(code(box + [0]) == .forged)
    for bit in 0..<box.count * 8 { #expect(code(flipped(box, bit)) == .forged) }
    for bit in 0..<256 { #expect(code(box, key: flipped(Self.key, bit)) == .forged) }
    for binding in [[], [6], [7, 0]] as [[UInt8]] { #expect(code(box, binding) == .forged) }
  }
}

@Suite struct `A stretched passphrase` {
  struct Case: Sendable {
    let passphrase: String, salt: [UInt8], passes, kibibytes: Int, key: String
  }

  /// Made with argon2-cffi: version 1.3, one lane.
  static let cases = [
    Case(
      passphrase: "correct horse battery staple", salt: Array(0..<16), passes: 3, kibibytes: 8_192,
      key: "947312f62e4ac86f63c9b622f147b0061846739f53dd00f2d2236cd03db413ac"),
    Case(
      passphrase: "", salt: [UInt8](repeating: 0x42, count: 16), passes: 1, kibibytes: 1_024,
      key: "43f5760c087b0ecd57e094284d374d210fd6b143a28c29f37985d5f5d83ad356"),
    Case(
      passphrase: "Tür € 日本", salt: Array(16..<32), passes: 2, kibibytes: 65_536,
      key: "b6b3aaa91b1525f47030342e482e6a3b88c5614800a787f383c33c5c84276fb3"),
  ]

  @Test(arguments: cases) func `is the key another implementation derives`(given: Case) throws {
    let key = try PassphraseKey.derive(
      from: SecretBytes(Array(given.passphrase.utf8)), salt: given.salt, passes: given.passes,
      memoryByteCount: given.kibibytes * 1_024)
    #expect(Hexadecimal.encode(key.exposed()) == given.key)
  }

  @Test func `takes no other salt, no pass too many and no memory too much`() {
    func code(_ saltCount: Int, _ passes: Int, _ memory: Int) -> CryptoError.Code? {
      refusal { () throws(CryptoError) in
        try PassphraseKey.derive(
          from: SecretBytes([1]), salt: [UInt8](repeating: 0, count: saltCount), passes: passes,
          memoryByteCount: memory)
      }
    }
    #expect(code(16, 1, 8_192) == nil)
    for (saltCount, passes, memory) in [
      (15, 1, 8_192), (17, 1, 8_192), (0, 1, 8_192), (16, 0, 8_192), (16, -1, 8_192),
      (16, 65, 8_192), (16, 1, 8_191), (16, 1, -1), (16, 1, 1 << 30 + 1), (16, .max, 8_192),
    ] {
      #expect(code(saltCount, passes, memory) == .wrongLength, "\(saltCount) \(passes) \(memory)")
    }
  }
}
