import Testing

@testable import TrueSealUpdater

@Suite struct `The checks` {
  private let release = Claim.release(seq: 43, state: Fixture.state)

  /// The check that a manifest fails, signed properly unless told otherwise.
  private func failure(
    _ manifest: String, signature: [UInt8]? = nil, as claim: Claim? = nil
  ) throws -> Check? {
    let bytes = Array(manifest.utf8)
    let signature = try signature ?? Fixture.sign(bytes)
    let verifier = try Fixture.verifier()
    do {
      _ = try verifier.verify(bytes, signature: signature, as: claim ?? release)
      return nil
    } catch {
      return error.check
    }
  }

  private func failure(replacing old: String, with new: String) throws -> Check? {
    #expect(Fixture.manifest.contains(old))
    return try failure(Fixture.manifest.replacing(old, with: new))
  }

  private func phone(
    current: UInt64? = 42, bad: [UInt64] = [], floor: UInt64 = 40
  ) -> Activation.State {
    Phone(current: current, bad: bad, floor: floor).state
  }

  @Test func `UC-1 UC-2 UC-3 UC-4 UC-5 UC-6 U-13 UR-18 pass, and hand on the very bytes`() throws {
    let bundle = try Fixture.verifier().verify(
      Fixture.manifestBytes, signature: Fixture.signature, as: release)
    #expect(bundle.bytes == Fixture.manifestBytes)
    #expect(bundle.signature == Fixture.signature)
    #expect(bundle.manifest == (try BundleManifest(decoding: Fixture.manifestBytes)))
    #expect(bundle.facts == BundleFacts(seq: 43, floor: 40, isUrgent: false))
  }

  @Test func `U-13 UC-3 run in an order in which the signature precedes what trusts the content`() {
    #expect(Check.release == [.size, .encoding, .signature, .format, .identity, .compat])
    #expect(Check.builtIn == [.size, .encoding, .format, .identity, .compat])
  }

  @Test func `UC-1 bounds both files`() throws {
    #expect(try failure("") == .size)
    #expect(try failure(Fixture.manifest, signature: []) == .size)
    #expect(
      try failure(Fixture.manifest, signature: [UInt8](repeating: 0x20, count: 1_025)) == .size)
    let padded =
      Fixture.signature + [UInt8](repeating: 0x20, count: 1_024 - Fixture.signature.count)
    #expect(try failure(Fixture.manifest, signature: padded) == nil)
  }

  /// A signature that covered only the first bytes would let the last one change.
  @Test func `UC-1 UC-3 hold to the last byte of the longest manifest`() throws {
    let padding = String(repeating: " ", count: 1_048_576 - Fixture.manifestBytes.count)
    let longest = Fixture.manifest + padding
    let signature = try Fixture.sign(Array(longest.utf8))
    #expect(try failure(longest, signature: signature) == nil)
    #expect(try failure(longest.dropLast() + "\n", signature: signature) == .signature)
    #expect(try failure(longest + " ", signature: signature) == .size)
  }

  @Test func `UC-2 comes before the signature`() throws {
    #expect(try failure("\u{feff}" + Fixture.manifest) == .encoding)
    #expect(try failure(Fixture.manifest + "\u{0}") == .encoding)
    #expect(try failure("\u{feff}" + Fixture.manifest, signature: [0x7b]) == .encoding)
  }

  @Test func `UC-3 comes before anything is parsed`() throws {
    #expect(try failure("{", signature: Fixture.signature) == .signature)
    #expect(try failure(Fixture.manifest, signature: Array("{}".utf8)) == .signature)
    #expect(try failure("{") == .format)
  }

  @Test func `UC-3 refuses an unsigned manifest, and one signed by another key`() throws {
    #expect(throws: Check.Failure.self) {
      try Fixture.verifier().verify(Fixture.manifestBytes, signature: nil, as: release)
    }
    let byOther = try Fixture.sign(Fixture.manifestBytes, by: 1)
    #expect(try failure(Fixture.manifest, signature: byOther) == .signature)
  }

  @Test func `UC-4 refuses another format and a broken rule`() throws {
    #expect(try failure(replacing: #""format":1"#, with: #""format":2"#) == .format)
    #expect(try failure(replacing: "css/", with: "../") == .format)
    #expect(try failure(replacing: #""floor":40"#, with: #""floor":44"#) == .format)
  }

  @Test func `UC-5 refuses another app's bundle and another release than was asked for`() throws {
    #expect(try failure(replacing: "com.example.app", with: "com.example.other") == .identity)
    // The signed manifest of 43 put up under the number of 44, and the other way round.
    #expect(
      try failure(Fixture.manifest, as: .release(seq: 44, state: Fixture.state)) == .identity)
    #expect(
      try failure(Fixture.manifest, as: .release(seq: 42, state: Fixture.state)) == .identity)
  }

  @Test func `UC-5 UR-39 refuses what is not above current, is bad or is below the floor`() throws {
    func failure(_ state: Activation.State) throws -> Check? {
      try self.failure(Fixture.manifest, as: .release(seq: 43, state: state))
    }
    #expect(try failure(phone()) == nil)
    #expect(try failure(phone(current: nil, floor: 43)) == nil)
    #expect(try failure(phone(current: 43)) == .identity)
    #expect(try failure(phone(current: 44)) == .identity)
    #expect(try failure(phone(bad: [43])) == .identity)
    #expect(try failure(phone(current: nil, floor: 44)) == .identity)
  }

  @Test func `UC-6 refuses what the host lacks`() throws {
    #expect(try failure(replacing: #""host":1"#, with: #""host":2"#) == .compat)
    #expect(try failure(replacing: #""bridge":14"#, with: #""bridge":15"#) == .compat)
    #expect(try failure(replacing: #""bridge":14"#, with: #""bridge":9"#) == .compat)
    #expect(try failure(replacing: #""bridge":14"#, with: #""bridge":10"#) == nil)
    #expect(try failure(replacing: "menu", with: "orders") == .compat)
    #expect(try failure(replacing: #""schema":3"#, with: #""schema":4"#) == .compat)
    #expect(try failure(replacing: #""schema":3"#, with: #""schema":1"#) == nil)
  }

  /// Each of these fails two checks.
  @Test func `U-14 UC-1 UC-2 UC-3 UC-4 UC-5 UC-6 report the first that is not passed`() throws {
    let empty: [UInt8] = []
    #expect(try failure("\u{feff}", signature: empty) == .size)
    #expect(try failure("{\u{0}", signature: Fixture.signature) == .encoding)
    let otherApp = Fixture.manifest.replacing("com.example.app", with: "other")
    #expect(try failure(otherApp, signature: Fixture.signature) == .signature)
    #expect(try failure(otherApp.replacing("css/", with: "/")) == .format)
    #expect(try failure(otherApp.replacing(#""host":1"#, with: #""host":2"#)) == .identity)
  }

  @Test func `U-29 UR-27 let what came with the app pass unsigned, and nothing else waived`() throws
  {
    let builtIn = Claim.builtIn(seq: 43)
    let verifier = try Fixture.verifier()
    let bundle = try verifier.verify(Fixture.manifestBytes, signature: nil, as: builtIn)
    #expect(bundle.signature == nil)
    #expect(bundle.facts.seq == 43)
    let parts = [
      ("", "", Check?.none), ("com.example.app", "other", .identity), ("css/", "/", .format),
      (#""host":1"#, #""host":2"#, .compat), ("menu", "\u{0}", .encoding),
    ]
    for (old, new, check) in parts {
      let text = old.isEmpty ? Fixture.manifest : Fixture.manifest.replacing(old, with: new)
      #expect(try failure(text, signature: [], as: builtIn) == check)
    }
    #expect(try failure(Fixture.manifest, signature: [], as: .builtIn(seq: 42)) == .identity)
    #expect(try failure("", signature: [], as: builtIn) == .size)
  }

  /// The machine itself compares a stored release with the state; keys and host are those of today.
  @Test func `UR-04 UR-30 hold for what is stored, signature included`() throws {
    #expect(try failure(Fixture.manifest, as: .stored(seq: 43)) == nil)
    #expect(try failure(Fixture.manifest, as: .stored(seq: 44)) == .identity)
    let verifier = try Fixture.verifier([1])
    #expect(throws: Check.Failure(.signature, UpdaterError(.badSignature, ""))) {
      try verifier.verify(
        Fixture.manifestBytes, signature: Fixture.signature, as: .stored(seq: 43))
    }
  }

  @Test func `UR-29 UR-30 UR-37 tell damage from distrust and from what the host lacks`() {
    let reason = UpdaterError(.notJSON, "")
    let findings = Check.allCases.map { Finding(Check.Failure($0, reason)) }
    #expect(
      findings
        == [.damaged, .damaged, .untrusted, .damaged, .damaged, .incompatible, .damaged])
  }

  @Test func `UC-7 wants just the bytes that were named`() throws {
    let digest = try Fixture.bytes(String(repeating: "0123456789abcdef", count: 4))
    let hash = try #require(ContentHash(digest))
    #expect(hash.bytes == digest)
    let file = BundleFile(path: "a", hash: hash, byteCount: 6)
    try Verifier.check(file, byteCount: 6, digest: digest)
    let wrong = Check.Failure(.file, UpdaterError(.wrongContent, ""))
    #expect(throws: wrong) { try Verifier.check(file, byteCount: 5, digest: digest) }
    #expect(throws: wrong) { try Verifier.check(file, byteCount: 7, digest: digest) }
    #expect(throws: wrong) { try Verifier.check(file, byteCount: 6, digest: Array(digest[..<31])) }
    for at in digest.indices {
      var other = digest
      other[at] ^= 1
      #expect(throws: wrong) { try Verifier.check(file, byteCount: 6, digest: other) }
    }
  }

  @Test func `UC-7 names files by hash, in order`() throws {
    let low = try #require(ContentHash(hexadecimal: String(repeating: "00", count: 31) + "01"))
    let high = try #require(ContentHash(hexadecimal: "01" + String(repeating: "00", count: 31)))
    #expect(low < high)
    #expect(!(high < low))
    #expect(low != high)
    #expect(high.description == "01" + String(repeating: "00", count: 31))
    #expect(ContentHash(hexadecimal: String(repeating: "0", count: 63)) == nil)
    #expect(ContentHash([UInt8](repeating: 0, count: 33)) == nil)
  }

  /// No byte of a signed manifest can change, whatever it is changed to.
  @Test func `UC-3 refuse every manifest with a flipped bit`() throws {
    let verifier = try Fixture.verifier()
    for at in Fixture.manifestBytes.indices {
      var bytes = Fixture.manifestBytes
      bytes[at] ^= 1 << UInt8(at % 8)
      #expect(throws: Check.Failure.self) {
        try verifier.verify(bytes, signature: Fixture.signature, as: release)
      }
    }
  }
}
