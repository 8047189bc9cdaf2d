import Testing

@testable import TrueSealUpdater

@Suite struct `A pointer` {
  @Test func `U-04 UC-4 is read and written in one spelling`() throws {
    let text = #"{"format":1,"seq":43,"rollout":100}"#
    let pointer = try Pointer(decoding: Array(text.utf8))
    #expect(pointer == (try Pointer(seq: 43, rollout: 100)))
    #expect(pointer.encoded == Array(text.utf8))
    let spaced = "\n{ \"rollout\":0,\t\"seq\":1, \"format\":1 }\r\n"
    #expect(try Pointer(decoding: Array(spaced.utf8)) == Pointer(seq: 1, rollout: 0))
  }

  @Test(
    arguments: [
      (#"{"format":1,"seq":43}"#, .missingKey), (#"{"format":1,"rollout":1}"#, .missingKey),
      (#"{"seq":43,"rollout":1}"#, .missingKey), (#"{}"#, .missingKey),
      (#"{"format":2,"seq":43,"rollout":1}"#, .unknownFormat),
      (#"{"format":0,"seq":43,"rollout":1}"#, .unknownFormat),
      (#"{"format":1,"seq":43,"rollout":1,"urgent":true}"#, .unknownKey),
      (#"{"format":1,"seq":43,"rollout":1,"notAfter":1}"#, .unknownKey),
      (#"{"format":1,"seq":43,"seq":44,"rollout":1}"#, .duplicateKey),
      (#"{"format":1,"seq":0,"rollout":1}"#, .outOfRange),
      (#"{"format":1,"seq":9007199254740992,"rollout":1}"#, .outOfRange),
      (#"{"format":1,"seq":null,"rollout":1}"#, .wrongType),
      (#"{"format":1,"seq":43,"rollout":1}x"#, .notJSON), ("", .wrongLength),
    ] as [(String, UpdaterError.Code)])
  func `U-04 is refused as`(text: String, code: UpdaterError.Code) {
    #expect(throws: UpdaterError(code, "")) { try Pointer(decoding: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      ("0.1", .wrongType), ("\"10\"", .wrongType), ("1e1", .wrongType), ("10.0", .wrongType),
      ("101", .outOfRange), ("-1", .wrongType), ("null", .wrongType), ("true", .wrongType),
    ] as [(String, UpdaterError.Code)])
  func `UR-08 has no rollout but a whole number up to 100`(
    rollout: String, code: UpdaterError.Code
  ) {
    let text = #"{"format":1,"seq":43,"rollout":\#(rollout)}"#
    #expect(throws: UpdaterError(code, "")) { try Pointer(decoding: Array(text.utf8)) }
    #expect(throws: UpdaterError(.outOfRange, "")) { try Pointer(seq: 43, rollout: 101) }
  }

  @Test func `U-04 has 4,096 bytes at most`() throws {
    let text = #"{"format":1,"seq":43,"rollout":100}"#
    let longest = Array(text.utf8) + [UInt8](repeating: 0x20, count: 4_096 - text.utf8.count)
    #expect(try Pointer(decoding: longest).seq == 43)
    #expect(throws: UpdaterError(.wrongLength, "")) { try Pointer(decoding: longest + [0x20]) }
  }

  @Test(arguments: ["stable", "a", "0", "beta-2", "abcdefghijklmnopqrstuvwxyz012345"])
  func `is on a channel named`(name: String) throws {
    let channel = try #require(Channel(name))
    #expect(channel.pointerPath == "channels/\(name).json")
  }

  @Test(arguments: [
    "", "-a", "A", "a b", "a/b", "..", "a.b", "\u{e9}", "abcdefghijklmnopqrstuvwxyz0123456",
  ])
  func `is on no channel named`(name: String) {
    #expect(Channel(name) == nil)
  }
}

@Suite struct `A signed pointer` {
  private func read(
    _ text: String = Fixture.pointer, by signature: String? = Fixture.pointerSignature,
    channel: String = "stable", now: UInt64 = 1_800_000_000
  ) throws -> Pointer {
    let file = signature.map { Fixture.file([(Fixture.keyIDs[0], $0)]) }
    let channel = try #require(Channel(channel))
    return try Fixture.trusted().pointer(
      decoding: Array(text.utf8), signature: file, channel: channel, now: now)
  }

  @Test func `UX-04 passes until its date`() throws {
    #expect(try read() == Pointer(seq: 43, rollout: 25, notAfter: 1_800_000_000))
    #expect(try read().encoded == Array(Fixture.pointer.utf8))
    #expect(try read(now: 0).seq == 43)
  }

  @Test func `UX-04 is outdated a second later`() {
    #expect(throws: UpdaterError(.outdated, "")) { try read(now: 1_800_000_001) }
  }

  @Test func `UX-04 is refused without a signature, with another's, or on another channel`() {
    #expect(throws: UpdaterError(.badSignature, "")) { try read(by: nil) }
    #expect(throws: UpdaterError(.badSignature, "")) { try read(by: Fixture.signatures[0]) }
    #expect(throws: UpdaterError(.badSignature, "")) { try read(channel: "beta") }
    let changed = Fixture.pointer.replacing("43", with: "44")
    #expect(throws: UpdaterError(.badSignature, "")) { try read(changed) }
  }

  /// A signature of the right key over a pointer without a date.
  @Test func `UX-04 needs its date`() throws {
    let text = #"{"format":1,"seq":43,"rollout":25}"#
    let channel = try #require(Channel("stable"))
    let message = SignedMessage.pointer(Array(text.utf8), channel: channel)
    let scheme = SignatureScheme(
      digest: SignatureScheme.test.digest, accepts: { _, signed, _ in signed == message })
    let keys = try TrustedKeys([Fixture.bytes(Fixture.keys[0])], scheme: scheme)
    let id = try #require(KeyID(digest: scheme.digest(Fixture.bytes(Fixture.keys[0]))))
    let file = Fixture.file([(id.description, Fixture.signatures[0])])
    #expect(throws: UpdaterError(.missingKey, "")) {
      try keys.pointer(decoding: Array(text.utf8), signature: file, channel: channel, now: 0)
    }
  }

  @Test func `UX-04 is signed behind a label and its channel`() throws {
    let channel = try #require(Channel("a"))
    let message = SignedMessage.pointer([0x7b], channel: channel)
    #expect(message == Array("valence.pointer.v1".utf8) + [0, 0x61, 0, 0x7b])
  }
}
