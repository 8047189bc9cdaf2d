import TrueSealCrypto

/// Manifests and the messages that carry them (W-43, W-50 to W-53).
enum ManifestCases {
  static func sheet() throws -> Sheet {
    let devices = try (1...32).map { try Made.device("member \($0)") }
      .sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
    let valid = try self.valid(devices)
    let encoded = try valid.map { try $0.encoded() }
    let cases =
      try zip(valid, encoded).map { try $0.written($1) }
      + zip(valid, encoded).map { try $0.read($1) }
    return Sheet(
      owner: "Manifest", layer: "manifest",
      cases + (try refused(devices)) + (try messages(encoded)))
  }

  /// Bytes of a manifest laid out by hand (W-50), so that every part can be wrong.
  struct Draft {
    let name: String
    var format: UInt8 = 1
    var group = Made.bytes("a group")
    var version: UInt64
    var flag: UInt8?
    var parent: [UInt8]?
    let issuer: Made.Device
    var onBehalf: [[UInt8]] = []
    var members: [Entry]
    var tail: [UInt8] = []

    struct Entry {
      var signingKey: [UInt8]
      var agreementKey: [UInt8]
      var admission: UInt64
      var label: [UInt8]

      init(_ device: Made.Device, admission: UInt64 = 1, label: String = "a device") {
        signingKey = device.signingKey
        agreementKey = device.agreementKey
        self.admission = admission
        self.label = Array(label.utf8)
      }
    }

    var content: [UInt8] {
      var bytes = [format] + group + Made.bytes(version) + [flag ?? (parent == nil ? 0 : 1)]
      bytes += (parent ?? []) + issuer.signingKey + [UInt8(onBehalf.count)] + onBehalf.joined()
      bytes.append(UInt8(members.count))
      for member in members {
        bytes += member.signingKey + member.agreementKey + Made.bytes(member.admission)
        bytes += [UInt8(member.label.count)] + member.label
      }
      return bytes + tail
    }

    func encoded() throws -> [UInt8] {
      content + issuer.signing.sign(Array("trueseal manifest signature v1".utf8) + [0] + content)
    }

    private var hash: [UInt8] {
      Digest.sha256(Array("trueseal manifest v1".utf8) + [0] + content)
    }

    private var fields: [(String, Json)] {
      [
        ("group", .bytes(group)), ("version", .number(version)),
        ("onBehalf", .list(onBehalf.map { .bytes($0) })),
        (
          "members",
          .list(
            members.map { member in
              .object([
                ("ed25519", .bytes(member.signingKey)), ("x25519", .bytes(member.agreementKey)),
                ("admission", .number(member.admission)),
                ("label", .text(String(decoding: member.label, as: UTF8.self))),
              ])
            })
        ),
      ] + (parent.map { [("parent", .bytes($0))] } ?? [])
    }

    func written(_ encoded: [UInt8]) throws -> Sheet.Case {
      Sheet.Case(
        "manifest/\(name)", "manifest", [("issuerSeed", .bytes(issuer.seed))] + fields,
        .out([
          ("content", .bytes(content)), ("hash", .bytes(hash)),
          ("signature", .bytes(encoded.suffix(64))), ("encoded", .bytes(encoded)),
        ]))
    }

    func read(_ encoded: [UInt8]) throws -> Sheet.Case {
      Sheet.Case(
        "manifest/read-\(name)", "decodeManifest", [("bytes", .bytes(encoded))],
        .out([("issuer", .bytes(issuer.signingKey)), ("hash", .bytes(hash))] + fields))
    }
  }

  // MARK: Valid

  private static func founding(_ devices: [Made.Device]) -> Draft {
    Draft(
      name: "founding", version: 1, issuer: devices[0],
      members: devices.prefix(2).map { Draft.Entry($0) })
  }

  private static func later(_ devices: [Made.Device]) -> Draft {
    Draft(
      name: "later", version: 9, parent: Made.bytes("a parent"), issuer: devices[1],
      onBehalf: [Made.bytes("carrier 1"), Made.bytes("carrier 2")].sorted {
        $0.lexicographicallyPrecedes($1)
      },
      members: devices.prefix(3).map { Draft.Entry($0, admission: 9) })
  }

  private static func valid(_ devices: [Made.Device]) throws -> [Draft] {
    let later = later(devices)
    func variant(_ name: String, _ change: (inout Draft) -> Void) -> Draft {
      var draft = Draft(
        name: name, version: later.version, parent: later.parent, issuer: later.issuer,
        members: later.members)
      change(&draft)
      return draft
    }
    return [
      founding(devices), later,
      variant("one-member") { $0.members = [Draft.Entry(devices[1])] },
      variant("issuer-not-listed") { $0.members = [Draft.Entry(devices[7])] },
      variant("full") { $0.members = devices.map { Draft.Entry($0, admission: 2) } },
      variant("highest-version") { draft in
        draft.version = 1 << 63 - 1
        draft.members = [Draft.Entry(devices[0], admission: 1 << 63 - 1)]
      },
      variant("255-carriers") { draft in
        draft.onBehalf = (0..<255).map { Made.bytes("carrier \($0)") }
          .sorted { $0.lexicographicallyPrecedes($1) }
      },
      variant("labels") { draft in
        let labels = ["x", String(repeating: "y", count: 64), "na\u{ef}ve \u{1f511} \u{5d0}"]
        draft.members = zip(devices, labels).map { Draft.Entry($0, label: $1) }
      },
    ]
  }

  // MARK: Invalid

  private static func refused(_ devices: [Made.Device]) throws -> [Sheet.Case] {
    var drafts = refusedDrafts(founding(devices), later(devices))
    drafts += refusedMembers(later(devices), devices)
    let cases = try drafts.map { refusal($0, try $1.encoded()) }
    let right = try later(devices).encoded()
    let cuts = [0, 1, 32, 33, 41, 42, right.count - 65, right.count - 1]
    let changed = [right.count - 1, right.count - 33, right.count - 64, 1, 42, 75].map { index in
      var bytes = right
      bytes[index] ^= 1
      return refusal("byte-\(index)", bytes)
    }
    return cases + cuts.map { refusal("cut-\($0)", Array(right.prefix($0))) } + changed
      + [refusal("longer", right + [0])]
  }

  private static func refusal(_ name: String, _ bytes: [UInt8]) -> Sheet.Case {
    Sheet.Case(
      "manifest/refused-\(name)", "decodeManifest", [("bytes", .bytes(bytes))],
      .refusal("malformed"))
  }

  private static func refusedDrafts(_ founding: Draft, _ later: Draft) -> [(String, Draft)] {
    var drafts: [(String, Draft)] = []
    func add(_ name: String, _ base: Draft, _ change: (inout Draft) -> Void) {
      var draft = base
      change(&draft)
      drafts.append((name, draft))
    }
    for format in [0, 2, 255] as [UInt8] { add("format-\(format)", later) { $0.format = format } }
    add("version-0", founding) { $0.version = 0 }
    add("version-1-with-parent", later) { draft in
      draft.version = 1
      draft.onBehalf = []
      for index in draft.members.indices { draft.members[index].admission = 1 }
    }
    add("version-2-without-parent", founding) { $0.version = 2 }
    add("version-too-high", later) { $0.version = 1 << 63 }
    add("flag-2", later) { $0.flag = 2 }
    add("flag-0-with-parent", later) { $0.flag = 0 }
    add("flag-1-without-parent", founding) { $0.flag = 1 }
    add("founding-on-behalf", founding) { $0.onBehalf = [Made.bytes("carrier 1")] }
    add("carriers-descend", later) { $0.onBehalf.reverse() }
    add("carrier-twice", later) { $0.onBehalf = [$0.onBehalf[0], $0.onBehalf[0]] }
    add("content-longer", later) { $0.tail = [0] }
    return drafts
  }

  private static func refusedMembers(
    _ later: Draft, _ devices: [Made.Device]
  ) -> [(String, Draft)] {
    var drafts: [(String, Draft)] = []
    func add(_ name: String, _ change: (inout Draft) -> Void) {
      var draft = later
      change(&draft)
      drafts.append((name, draft))
    }
    add("no-members") { $0.members = [] }
    add("33-members") { draft in
      draft.members = devices.map { Draft.Entry($0) }
      draft.members.append(draft.members[31])
      draft.members[32].signingKey = [UInt8](repeating: 0xff, count: 32)
    }
    add("members-descend") { $0.members.reverse() }
    add("member-twice") { $0.members[1] = $0.members[0] }
    add("agreement-key-twice") { $0.members[1].agreementKey = $0.members[0].agreementKey }
    add("key-in-both-roles") { $0.members[1].agreementKey = $0.members[0].signingKey }
    add("admission-0") { $0.members[0].admission = 0 }
    add("admission-after-version") { $0.members[0].admission = 10 }
    add("neutral-signing-key") { draft in
      draft.members[0].signingKey = Made.neutralElement
      draft.members.sort { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
    }
    add("signing-key-no-point") { draft in
      draft.members[0].signingKey = Made.noPoint
      draft.members.sort { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
    }
    add("agreement-key-zero") { $0.members[0].agreementKey = [UInt8](repeating: 0, count: 32) }
    add("agreement-key-small-order") { $0.members[0].agreementKey = Made.smallOrderPoint }
    add("agreement-key-other-spelling") { $0.members[0].agreementKey = Made.otherSpelling }
    let labels: [(String, [UInt8])] = [
      ("empty", []), ("65-bytes", [UInt8](repeating: 0x61, count: 65)),
      ("space-before", [0x20, 0x61]),
      ("space-after", [0x61, 0x20]), ("tab", [0x61, 0x09, 0x61]), ("zero", [0]),
      ("delete", [0x61, 0x7f]), ("c1", Array("\u{85}".utf8)),
      ("line-separator", Array("a\u{2028}b".utf8)),
      ("turned", Array("a\u{202e}b".utf8)), ("isolate", Array("\u{2066}a".utf8)),
      ("mark", Array("\u{feff}a".utf8)), ("not-utf8", [0xc3]), ("overlong", [0xc0, 0xaf]),
      ("surrogate", [0xed, 0xa0, 0x80]),
    ]
    for (name, label) in labels { add("label-\(name)") { $0.members[2].label = label } }
    return drafts
  }
}

// MARK: Messages

extension ManifestCases {
  private static func body(_ manifests: [[UInt8]], count: Int? = nil) -> [UInt8] {
    [UInt8(count ?? manifests.count)]
      + manifests.flatMap { Made.bytes(UInt16($0.count)) + $0 }
  }

  private static func messages(_ encoded: [[UInt8]]) throws -> [Sheet.Case] {
    let valid: [(String, [[UInt8]])] = [
      ("one", [encoded[0]]), ("two", [encoded[1], encoded[0]]),
      ("repeated", [encoded[0], encoded[1], encoded[0]]),
      ("eight", [[UInt8]](repeating: encoded[0], count: 8)),
    ]
    let right = body([encoded[0], encoded[1]])
    let refused: [(String, [UInt8])] = [
      ("empty", []), ("none", [0]), ("count-without-manifest", [1]), ("cut", right.dropLast()),
      ("longer", right + [0]), ("counts-less", body([encoded[0], encoded[1]], count: 1)),
      ("counts-more", body([encoded[0], encoded[1]], count: 3)),
      ("empty-manifest", body([encoded[0], []])),
      ("second-wrong", body([encoded[0], [2] + encoded[1].dropFirst()])),
      ("length-less", [1] + Made.bytes(UInt16(encoded[0].count - 1)) + encoded[0]),
      ("length-more", [1] + Made.bytes(UInt16(encoded[0].count + 1)) + encoded[0] + [0]),
      ("first-half-of-length", [1, 0]),
    ]
    return valid.flatMap { name, manifests in
      let list = Json.list(manifests.map { .bytes($0) })
      let bytes = Json.bytes(body(manifests))
      return [
        Sheet.Case(
          "message/\(name)", "groupManifest", [("manifests", list)], .out([("body", bytes)])),
        Sheet.Case(
          "message/read-\(name)", "decodeGroupManifest", [("body", bytes)],
          .out([("manifests", list)])),
      ]
    }
      + refused.map { name, bytes in
        Sheet.Case(
          "message/refused-\(name)", "decodeGroupManifest", [("body", .bytes(bytes))],
          .refusal("malformed"))
      }
  }
}
