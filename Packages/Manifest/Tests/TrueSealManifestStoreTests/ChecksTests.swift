import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore

@Suite struct `The live checks` {
  @Test func `hash with SHA-256`() {
    // FIPS 180-4, the one-block example "abc".
    let expected: [UInt8] = [
      0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22,
      0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00,
      0x15, 0xad,
    ]
    #expect(ManifestChecks.live.hash(Array("abc".utf8)) == expected)
  }

  @Test func `refuse keys of small order, of no point and of a wrong length`() throws {
    let device = try Shelf.Device("ann")
    let checks = ManifestChecks.live
    #expect(checks.acceptsSigningKey(device.signingKey))
    #expect(checks.acceptsAgreementKey(device.agreementKey))
    let zero = [UInt8](repeating: 0, count: 32)
    let high = [UInt8](repeating: 0xff, count: 32)
    for key in [zero, high, [], Array(device.signingKey.dropLast())] {
      #expect(!checks.acceptsSigningKey(key))
      #expect(!checks.acceptsAgreementKey(key))
    }
  }

  @Test func `verify what the issuer signed and nothing else`() throws {
    let (ann, line) = try Shelf.line()
    let signed = try SignedManifest(decoding: line[0].encoded, by: .live)
    #expect(try signed.verified(by: .live) == line[0])
    let checks = ManifestChecks.live
    #expect(!checks.verify(signed.signature, [1], ann.signingKey))
    #expect(!checks.verify([], signed.manifest.content, ann.signingKey))
  }
}

@Suite struct `A new group's id` {
  @Test func `W-53 is 32 bytes of the entropy it is given`() {
    let counting = Entropy { count in (0..<count).map { UInt8($0 + count) } }
    #expect(Ledger.makeGroupID(from: counting) == (32..<64).map { UInt8($0) })
    #expect(Ledger.makeGroupID(from: .system) != Ledger.makeGroupID(from: .system))
  }
}
