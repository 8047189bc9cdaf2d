import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `A sealed box` {
  struct Vectors: Decodable {
    struct Sealed: Decodable {
      let name: String
      let recipientSecret, recipient, ephemeralSecret, header, plaintext, box: Hex
    }
    struct Refused: Decodable { let name: String, recipientSecret, header, box: Hex, code: String }

    let label: String
    let sealed: [Sealed]
    let refused: [Refused]

    static func read() throws -> Vectors { try VectorFile.read("sealing.json", as: Self.self) }
  }

  private func open(
    _ box: [UInt8], secret: [UInt8], ephemeral: [UInt8], label: String, header: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let key = try AgreementKey(secret: SecretBytes(secret))
    return try SealedBox.open(box, with: key, from: ephemeral, label: label, header: header)
  }

  /// The ephemeral key in a version 1 envelope header.
  private func ephemeral(in header: [UInt8]) -> [UInt8] { Array(header[34..<66]) }

  @Test func `W-30 is, byte for byte, the one another implementation seals`() throws {
    let vectors = try Vectors.read()
    #expect(vectors.sealed.count == 4)
    for vector in vectors.sealed {
      let key = try AgreementKey(secret: SecretBytes(vector.ephemeralSecret.bytes))
      let header = vector.header.bytes
      #expect(key.publicKey == ephemeral(in: header))
      let box = try SealedBox.seal(
        vector.plaintext.bytes, to: vector.recipient.bytes, from: key, label: vectors.label,
        header: header)
      #expect(box == vector.box.bytes, "\(vector.name)")
      let plaintext = try open(
        vector.box.bytes, secret: vector.recipientSecret.bytes, ephemeral: key.publicKey,
        label: vectors.label, header: header)
      #expect(plaintext == vector.plaintext.bytes, "\(vector.name)")
    }
  }

  @Test func `W-30 is refused with any other key, nonce, info, binding or spelling`() throws {
    let vectors = try Vectors.read()
    #expect(vectors.refused.count == 22)
    #expect(vectors.refused.count { $0.code == "smallOrder" } == 10)
    for vector in vectors.refused {
      let header = vector.header.bytes
      let code = refusal { () throws(CryptoError) in
        try open(
          vector.box.bytes, secret: vector.recipientSecret.bytes,
          ephemeral: ephemeral(in: header), label: vectors.label, header: header)
      }
      #expect(code == (vector.code == "smallOrder" ? .smallOrder : .forged), "\(vector.name)")
    }
  }

  @Test func `W-30 opens neither shorter, nor longer, nor with another bit or label`() throws {
    let vectors = try Vectors.read()
    let vector = try #require(vectors.sealed.first)
    let (box, header, secret) = (
      vector.box.bytes, vector.header.bytes, vector.recipientSecret.bytes
    )
    let sender = ephemeral(in: header)
    func code(_ box: [UInt8], _ header: [UInt8], _ label: String) -> CryptoError.Code? {
      refusal { () throws(CryptoError) in
        try open(box, secret: secret, ephemeral: sender, label: label, header: header)
      }
    }
    for length in 0..<box.count {
      #expect(code(Array(box[..<length]), header, vectors.label) == .forged, "\(length)")
    }
    #expect(code(box + [0], header, vectors.label) == .forged)
    for bit in 0..<box.count * 8 {
      #expect(code(flipped(box, bit), header, vectors.label) == .forged, "bit \(bit)")
    }
    for bit in 0..<header.count * 8 {
      #expect(code(box, flipped(header, bit), vectors.label) == .forged, "header bit \(bit)")
    }
    #expect(code(box, header, vectors.label + " ") == .forged)
    #expect(code(box, header, "") == .forged)
    #expect(code(box, header, vectors.label) == nil)
  }

  @Test func `W-30 answers ten thousand hostile inputs with a code or the true message`() throws {
    let vectors = try Vectors.read()
    var random = Seeded(0x5EA1)
    var reached: [String: Int] = [:]
    for round in 0..<10_000 {
      let vector = vectors.sealed[round % vectors.sealed.count]
      var header = vector.header.bytes
      var sender = ephemeral(in: header)
      var box = vector.box.bytes
      var expected: [UInt8]?
      switch round % 8 {
      case 0, 1, 2, 3: box = random.bytes(0...400)
      case 4: box = random.edited(box)
      case 5: header = random.edited(header)
      case 6:
        sender = random.edited(sender)
        if sender.count == 32, Bool.random(using: &random) {
          sender = .init(repeating: 0, count: 32)
        }
      default:
        // Edited before sealing: genuine, whatever it says.
        let plaintext = random.edited(vector.plaintext.bytes)
        let key = try AgreementKey(secret: SecretBytes(vector.ephemeralSecret.bytes))
        box = try SealedBox.seal(
          plaintext, to: vector.recipient.bytes, from: key, label: vectors.label, header: header)
        expected = plaintext
      }
      let isUntouched =
        box == vector.box.bytes && header == vector.header.bytes && sender == ephemeral(in: header)
      if isUntouched { expected = vector.plaintext.bytes }
      var opened: [UInt8]?
      let code = refusal { () throws(CryptoError) in
        opened = try open(
          box, secret: vector.recipientSecret.bytes, ephemeral: sender, label: vectors.label,
          header: header)
      }
      #expect(opened == expected, "seed 5EA1, round \(round)")
      reached[code.map { "\($0)" } ?? "opened", default: 0] += 1
    }
    let stages = ["wrongLength", "smallOrder", "forged"].filter { name in
      reached.keys.contains { $0.contains(name) }
    }
    #expect(stages.count == 3, "\(reached)")
    #expect(reached["opened", default: 0] >= 1_250, "\(reached)")
    #expect(reached.count == 4, "\(reached)")
  }

  @Test func `W-30 is not sealed to a key of small order or of another length`() throws {
    let key = AgreementKey.generate(from: .system)
    for edge in try Edges.read().agreementKeys where edge.smallOrder {
      let code = refusal { () throws(CryptoError) in
        try SealedBox.seal([1], to: edge.publicKey.bytes, from: key, label: "test", header: [])
      }
      #expect(code == .smallOrder, "\(edge.name)")
    }
    for count in [0, 31, 33] {
      let other = [UInt8](repeating: 9, count: count)
      let sealing = refusal { () throws(CryptoError) in
        try SealedBox.seal([1], to: other, from: key, label: "test", header: [])
      }
      let opening = refusal { () throws(CryptoError) in
        try SealedBox.open([1], with: key, from: other, label: "test", header: [])
      }
      #expect(sealing == .wrongLength)
      #expect(opening == .wrongLength)
    }
  }

  @Test func `holds at most its limit`() throws {
    let limit = CryptoLimits.Chosen.boxMessageByteCountMax
    let key = AgreementKey.generate(from: .system)
    let largest = [UInt8](repeating: 1, count: limit)
    let box = try SealedBox.seal(
      largest, to: key.publicKey, from: key, label: "test", header: [])
    #expect(box.count == limit + 16)
    let opened = try SealedBox.open(
      box, with: key, from: key.publicKey, label: "test", header: [])
    #expect(opened == largest)
    let sealing = refusal { () throws(CryptoError) in
      try SealedBox.seal(
        largest + [1], to: key.publicKey, from: key, label: "test", header: [])
    }
    let opening = refusal { () throws(CryptoError) in
      try SealedBox.open(
        box + [1], with: key, from: key.publicKey, label: "test", header: [])
    }
    #expect(sealing == .messageTooLong)
    #expect(opening == .messageTooLong)
  }

  @Test func `takes no label with a zero byte`() async {
    await #expect(processExitsWith: .failure) {
      let key = AgreementKey.generate(from: .system)
      _ = try SealedBox.seal([], to: key.publicKey, from: key, label: "a\0b", header: [])
    }
  }
}
