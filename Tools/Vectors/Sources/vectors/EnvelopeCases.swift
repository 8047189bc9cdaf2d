import TrueSealCrypto

/// Envelopes (W-30 to W-36), with fixed keys and ephemerals.
enum EnvelopeCases {
  static func sheet() throws -> Sheet {
    let road = Road(
      author: try Made.device("author"), recipient: try Made.device("recipient"),
      ephemeral: try Made.device("ephemeral"))
    return Sheet(
      owner: "Transport", layer: "envelope",
      try sealed(road) + opened(road) + refused(road) + altered(road) + versions(road))
  }

  /// 40 times "trueseal ", as zlib writes it at its highest level.
  static let deflated = bytes("78da2b292a4d2d4e4dcc51281965d092010087c98cc9")
  /// The same with "trueseal " as a preset dictionary.
  static let withDictionary = bytes("78f9132c03862b1965d085010087c98cc9")
  /// The same without zlib's frame.
  static let withoutFrame = bytes("2b292a4d2d4e4dcc51281965d0920100")
  /// The same with the smallest window.
  static let smallWindow = bytes("18d32b292a4d2d4e4dcc51281965d092010087c98cc9")
  static let prose = [[UInt8]](repeating: Array("trueseal ".utf8), count: 40).flatMap { $0 }

  private static func bytes(_ digits: String) -> [UInt8] { (try? Hexadecimal.decode(digits)) ?? [] }

  // MARK: Valid

  /// Bodies around each step of the padding, and the numbers at their ends.
  private static func sealed(_ road: Road) throws -> [Sheet.Case] {
    var cases: [Sheet.Case] = []
    for count in [0, 1, 101, 102, 103, 110, 358, 359, 1_000, 4_095, 61_440] {
      let saying = Saying(by: road.author, [UInt8](repeating: 0x61, count: count))
      cases.append(try seal("body-\(count)", saying, .repeated(0x61, count), road))
    }
    let text = Made.bytes("a body", count: 20)
    for tag in [1, 2, 3, 4] as [UInt8] {
      var saying = Saying(by: road.author, text)
      saying.tag = tag
      cases.append(try seal("tag-\(tag)", saying, .bytes(text), road))
    }
    for number in [0, 1 << 32, 1 << 63 - 1] as [UInt64] {
      var saying = Saying(by: road.author, text)
      (saying.sequence, saying.timestamp) = (number, number)
      saying.view = [UInt8](repeating: 0, count: 32)
      cases.append(try seal("numbers-\(number)", saying, .bytes(text), road))
    }
    return cases
  }

  private static func seal(
    _ name: String, _ saying: Saying, _ body: Json, _ road: Road
  ) throws -> Sheet.Case {
    let signature = road.signature(saying)
    let envelope = try road.envelope(saying)
    let outcome: (String, Json) =
      envelope.count < 5_000
      ? ("envelope", .bytes(envelope)) : ("envelopeSha256", .bytes(Digest.sha256(envelope)))
    return Sheet.Case(
      "envelope/seal-\(name)", "seal",
      [
        ("authorSeed", .bytes(road.author.seed)),
        ("recipient", .bytes(road.recipient.agreementKey)),
        ("ephemeralPrivate", .bytes(road.ephemeral.secret)), ("sequence", .number(saying.sequence)),
        ("timestamp", .number(saying.timestamp)), ("view", .bytes(saying.view)),
        ("tag", .number(UInt64(saying.tag))), ("body", body),
      ],
      .out([
        ("header", .bytes(road.header)),
        ("signedSha256", .bytes(Digest.sha256(saying.signedBytes(road.header)))),
        ("signature", .bytes(signature)),
        ("plaintextLength", .number(UInt64(saying.plaintext(signature).count))), outcome,
      ]))
  }

  private static func opened(_ road: Road) throws -> [Sheet.Case] {
    try [("deflated", deflated), ("small-window", smallWindow)].map { name, payload in
      var saying = compressed(road)
      saying.payload = payload
      return Sheet.Case(
        "envelope/open-\(name)", "openEnvelope", input(try road.envelope(saying), road),
        .out([
          ("author", .bytes(saying.author)), ("sequence", .number(saying.sequence)),
          ("timestamp", .number(saying.timestamp)), ("view", .bytes(saying.view)),
          ("tag", .number(UInt64(saying.tag))), ("codec", .number(1)), ("body", .bytes(prose)),
        ]))
    }
  }

  private static func compressed(_ road: Road) -> Saying {
    var saying = Saying(by: road.author, prose)
    saying.codec = 1
    saying.payload = deflated
    return saying
  }

  private static func input(_ envelope: [UInt8], _ road: Road) -> [(String, Json)] {
    [("envelope", .bytes(envelope)), ("recipientPrivate", .bytes(road.recipient.secret))]
  }
}

// MARK: Invalid

extension EnvelopeCases {
  private static func refusal(
    _ name: String, _ envelope: [UInt8], _ road: Road, _ refusal: String = "malformed"
  ) -> Sheet.Case {
    Sheet.Case("envelope/refused-\(name)", "openEnvelope", input(envelope, road), .refusal(refusal))
  }

  /// Wrong things said, signed and sealed as they are.
  private static func refused(_ road: Road) throws -> [Sheet.Case] {
    let plain = Saying(by: road.author, Made.bytes("a body", count: 20))
    let packed = compressed(road)
    var sayings: [(String, Saying)] = []
    func add(_ name: String, _ base: Saying, _ change: (inout Saying) -> Void) {
      var saying = base
      change(&saying)
      sayings.append((name, saying))
    }
    for tag in [0, 5, 6, 255] as [UInt8] { add("tag-\(tag)", plain) { $0.tag = tag } }
    for codec in [2, 255] as [UInt8] { add("codec-\(codec)", plain) { $0.codec = codec } }
    for tag in [1, 3] as [UInt8] { add("deflated-tag-\(tag)", packed) { $0.tag = tag } }
    add("sequence", plain) { $0.sequence = 1 << 63 }
    add("timestamp", plain) { $0.timestamp = .max }
    add("body-states-less", plain) { $0.bodyByteCount -= 1 }
    add("body-states-more", plain) { $0.bodyByteCount += 1 }
    add("body-too-long", packed) { $0.bodyByteCount = 61_441 }
    add("payload-states-less", plain) { $0.statedByteCount = 19 }
    add("payload-states-more", plain) { $0.statedByteCount = 21 }
    add("payload-states-all", plain) { $0.statedByteCount = .max }
    add("padding-of-ones", plain) { $0.padding = [UInt8](repeating: 1, count: 82) }
    add("padding-ends-in-one", plain) { $0.padding = [UInt8](repeating: 0, count: 81) + [1] }
    add("padding-too-long", plain) { $0.padding = [UInt8](repeating: 0, count: 83) }
    add("padding-next-step", plain) { $0.padding = [UInt8](repeating: 0, count: 98) }
    add("inflates-to-less", packed) { $0.bodyByteCount += 1 }
    add("inflates-to-more", packed) { $0.bodyByteCount -= 1 }
    add("deflated-no-shorter", packed) { $0.bodyByteCount = 22 }
    add("deflated-and-more", packed) { $0.payload.append(0) }
    add("deflated-cut", packed) { $0.payload.removeLast() }
    add("deflated-checksum", packed) { $0.payload[21] ^= 1 }
    add("deflated-dictionary", packed) { $0.payload = withDictionary }
    add("deflated-no-frame", packed) { $0.payload = withoutFrame }
    add("deflated-empty", packed) { $0.payload = [] }
    add("author-neutral", plain) { $0.author = Made.neutralElement }
    return try sayings.map { refusal($0, try road.envelope($1), road) }
  }

  /// A right envelope whose bytes, signature or recipient are changed.
  private static func altered(_ road: Road) throws -> [Sheet.Case] {
    let saying = Saying(by: road.author, Made.bytes("a body", count: 20))
    let envelope = try road.envelope(saying)
    let signature = road.signature(saying)
    var cases: [Sheet.Case] = [2, 33, 34, 65, 66, 200, 321, 337].map { index in
      var changed = envelope
      changed[index] ^= 1
      return refusal("byte-\(index)", changed, road)
    }
    for index in [0, 31, 32, 63] {
      var changed = signature
      changed[index] ^= 1
      cases.append(
        refusal("signature-byte-\(index)", try road.envelope(saying, signature: changed), road))
    }
    let stranger = try Made.device("stranger")
    let elsewhere = Road(author: road.author, recipient: stranger, ephemeral: road.ephemeral)
    cases += [
      refusal("empty", [], road), refusal("one-byte", [0], road),
      refusal("header-alone", road.header, road), refusal("short", envelope.dropLast(), road),
      refusal("long", envelope + [0], road),
      refusal(
        "other-signer",
        try road.envelope(
          saying, signature: stranger.signing.sign(saying.signedBytes(road.header))), road),
      refusal(
        "signed-for-another", try road.envelope(saying, signature: elsewhere.signature(saying)),
        road),
      refusal("for-another", try elsewhere.envelope(saying), road),
      refusal("no-padding", try road.sealed(Array(saying.plaintext(signature).prefix(174))), road),
    ]
    for (name, key) in [
      ("zero", [UInt8](repeating: 0, count: 32)), ("small-order", Made.smallOrderPoint),
    ] {
      let header = Array(envelope.prefix(34)) + key
      cases.append(refusal("ephemeral-\(name)", header + envelope.dropFirst(66), road))
    }
    return cases
  }

  private static func versions(_ road: Road) throws -> [Sheet.Case] {
    let envelope = try road.envelope(Saying(by: road.author, []))
    let stranger = try Made.device("stranger").agreementKey
    func version(_ version: UInt16, _ count: Int = 338, for key: [UInt8]? = nil) -> [UInt8] {
      Array(
        (Made.bytes(version) + (key ?? road.recipient.agreementKey) + envelope.dropFirst(34))
          .prefix(count))
    }
    return [
      refusal("version-0", version(0), road, "unreadable(senderOutdated)"),
      refusal("version-0-alone", version(0, 2), road, "unreadable(senderOutdated)"),
      refusal("version-2", version(2), road, "heldForUpgrade(2)"),
      refusal("version-65535", version(65_535), road, "heldForUpgrade(65535)"),
      refusal("version-2-long", version(2) + [0], road, "heldForUpgrade(2)"),
      refusal("version-2-short", version(2, 337), road),
      refusal("version-2-for-another", version(2, for: stranger), road),
    ]
  }
}
