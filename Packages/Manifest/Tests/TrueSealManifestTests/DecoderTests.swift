import Testing
import TrueSealManifest

/// What decoding makes of bytes nobody meant: a typed refusal or a correct value, nothing else.
@Suite struct `The decoders` {
  let checks = ManifestChecks.sodium
  let first: VerifiedManifest
  let manifest: VerifiedManifest
  let full: VerifiedManifest

  init() throws {
    let first = try Making.founding(.ann, .ben)
    self.first = first
    let leaves = try [Device.cat, .dan].map { device in
      try Making.child(of: first, by: .ann, in: [device])
    }
    manifest = try Making.child(of: first, by: .ann, in: [.cat, .dan], onBehalf: leaves)
    full = try Making.child(of: first, by: .ann, in: Array(Device.all[2..<32]))
  }

  /// The layout of a manifest as W-50 gives it, walked without the decoder.
  private func layout(_ manifest: Manifest) -> Layout {
    let parentByteCount = manifest.parent == nil ? 0 : 32
    let carrierCount = 42 + parentByteCount + 32
    let carriers = manifest.onBehalf.indices.map { index in
      carrierCount + 1 + 32 * index..<carrierCount + 33 + 32 * index
    }
    let memberCount = carrierCount + 1 + 32 * manifest.onBehalf.count
    var position = memberCount + 1
    var lengths = [(carrierCount, 1), (memberCount, 1), (41, 1), (33, 1), (40, 1)]
    let members = manifest.members.map { member in
      lengths += [(position + 72, 1), (position + 71, 1)]
      let start = position
      position += 73 + member.label.bytes.count
      return start..<position
    }
    return Layout(
      lengths: lengths, lists: [(carrierCount, carriers), (memberCount, members)])
  }

  /// Decodes fully; the stage reached, as the refusal names it.
  private func stage(of bytes: [UInt8]) -> String {
    do {
      let signed = try SignedManifest(decoding: bytes, by: checks)
      let verified = try signed.verified(by: checks)
      #expect(verified.manifest.content + signed.signature == bytes, "another form was accepted")
      return "verified"
    } catch {
      #expect(error.code == .malformed || error.code == .badSignature)
      return error.detail
    }
  }

  @Test(arguments: [0, 1]) func `W-50 refuse a manifest cut short, run on, or with one bit flipped`(
    which: Int
  ) {
    let bytes = which == 0 ? first.encoded : manifest.encoded
    #expect(stage(of: bytes) == "verified")
    for count in bytes.indices { #expect(stage(of: Array(bytes.prefix(count))) != "verified") }
    for last: UInt8 in [0, 1, 0xff] { #expect(stage(of: bytes + [last]) != "verified") }
    // Every bit of the shorter one, every seventh of the longer one.
    for bit in stride(from: 0, to: bytes.count * 8, by: which == 0 ? 1 : 7) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(stage(of: flipped) != "verified", "bit \(bit)")
    }
  }

  @Test(arguments: [UInt64(20_241)]) func `W-50 W-52 survive 10,000 manifests nobody meant`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    var stages: [String: Int] = [:]
    for round in 0..<10_000 {
      if round % 2 == 0 {
        let start: [UInt8] = dice.below(2) == 0 ? [] : [1]
        stages[stage(of: start + dice.bytes(dice.below(900))), default: 0] += 1
        continue
      }
      let base = dice.below(8) == 0 ? full : [first, manifest, manifest][dice.below(3)]
      let layout = layout(base.manifest)
      if dice.below(2) == 0 {
        stages[stage(of: dice.edited(base.encoded, layout)), default: 0] += 1
      } else {
        // Edited before it is signed, as a hostile member could.
        let content = dice.edited(base.manifest.content, layout)
        let label = Array("trueseal manifest signature v1".utf8) + [0]
        stages[stage(of: content + Device.ann.sign(label + content)), default: 0] += 1
      }
    }
    let expected: Set = [
      "verified", "the bytes end too early", "the format is unknown",
      "the parent flag is neither 0 nor 1", "bytes follow the signature",
      "a label has 1 to 64 bytes", "a label is UTF-8",
      "a label has no control or direction characters",
      "a label neither begins nor ends with a space", "the version is out of bounds",
      "version 1 and no other has no parent",
      "version 1 names no carriers, any other at most 255", "the carriers do not ascend",
      "a list has 1 to 32 members", "an admission version is out of bounds",
      "the members do not ascend", "a key is listed twice", "a listed key is not sound",
      "the signature is not the issuer's",
    ]
    #expect(Set(stages.keys) == expected, "seed \(seed): \(stages)")
  }

  /// Decodes a body without its signatures; the stage reached.
  private func stage(ofBody body: [UInt8]) -> String {
    do {
      let manifests = try GroupManifestMessage.decode(body, by: checks)
      #expect(try GroupManifestMessage.encode(manifests.map(\.encoded)) == body)
      return "decoded"
    } catch {
      #expect(error.code == .malformed)
      return error.detail
    }
  }

  @Test func `W-43 refuse a message cut short, run on, or with a length changed`() throws {
    let body = try GroupManifestMessage.encode([manifest.encoded, first.encoded])
    #expect(stage(ofBody: body) == "decoded")
    for count in body.indices { #expect(stage(ofBody: Array(body.prefix(count))) != "decoded") }
    #expect(stage(ofBody: body + [0]) != "decoded")
    for bit in 0..<24 {
      var flipped = body
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(stage(ofBody: flipped) != "decoded", "bit \(bit)")
    }
  }

  @Test(arguments: [UInt64(20_242)]) func `W-43 survive 10,000 messages nobody meant`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    var stages: [String: Int] = [:]
    let body = try GroupManifestMessage.encode([manifest.encoded, first.encoded])
    let second = 3 + manifest.encoded.count
    let end = body.count
    let layout = Layout(
      lengths: [(0, 1), (1, 2), (second, 2), (second + 1, 1)],
      lists: [(0, [1..<second, second..<end])])
    for round in 0..<10_000 {
      let bytes =
        round % 2 == 0
        ? [UInt8(dice.below(4))] + dice.bytes(dice.below(600)) : dice.edited(body, layout)
      stages[stage(ofBody: bytes), default: 0] += 1
    }
    let expected: Set = [
      "decoded", "a message carries at least one manifest", "bytes follow the last manifest",
      "the bytes end too early", "bytes follow the signature", "the format is unknown",
      "a listed key is not sound", "the members do not ascend",
    ]
    #expect(expected.isSubset(of: stages.keys), "seed \(seed): \(stages)")
    #expect(
      stage(ofBody: [UInt8](repeating: 1, count: 61_441)) == "a message has at most 61,440 bytes")
  }

  @Test(arguments: [UInt64(20_243)]) func `W-03 survive 10,000 labels nobody meant`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var stages: [String: Int] = [:]
    let base = Array("Carols Büro 🪁 x".utf8)
    for round in 0..<10_000 {
      let bytes =
        round % 2 == 0
        ? dice.bytes(dice.below(70)) : dice.edited(base, Layout(lengths: [], lists: []))
      do {
        let label = try Label(bytes: bytes)
        #expect(Array(label.text.utf8) == bytes)
        stages["label", default: 0] += 1
      } catch {
        #expect(error.code == .malformed)
        stages[error.detail, default: 0] += 1
      }
    }
    let expected: Set = [
      "label", "a label has 1 to 64 bytes", "a label is UTF-8",
      "a label has no control or direction characters",
      "a label neither begins nor ends with a space",
    ]
    #expect(Set(stages.keys) == expected, "seed \(seed): \(stages)")
    for count in 1..<base.count {
      let isWhole = String(validating: base.prefix(count), as: UTF8.self) != nil
      #expect(
        (refusal { try Label(bytes: Array(base.prefix(count))) } == nil)
          == (isWhole && base[count - 1] != 0x20))
    }
  }

  @Test func `W-43 leave a wrong signature to its own manifest`() throws {
    var forged = first.encoded
    forged[forged.count - 40] ^= 1
    let body = try GroupManifestMessage.encode([forged, manifest.encoded])
    let read = try GroupManifestMessage.decode(body, by: checks)
    #expect(refusal { try read[0].verified(by: checks) } == .badSignature)
    #expect(try read[1].verified(by: checks) == manifest)
  }

  @Test func `W-43 judge each key once, and only when the whole layout is right`() throws {
    let asked = Counter()
    let counting = ManifestChecks(
      hash: checks.hash, verify: checks.verify,
      acceptsSigningKey: { _ in asked.add() }, acceptsAgreementKey: { _ in asked.add() })
    let body = try GroupManifestMessage.encode([full.encoded, full.encoded, first.encoded])
    _ = try GroupManifestMessage.decode(body, by: counting)
    #expect(asked.count == 64)
    #expect(refusal { try GroupManifestMessage.decode(body + [0], by: counting) } == .malformed)
    #expect(asked.count == 64)
  }
}
