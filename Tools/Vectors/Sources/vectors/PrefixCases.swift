import TrueSealTransport

/// The version prefix and a relay's refusal of it (W-10, W-11).
enum PrefixCases {
  static func sheet() -> Sheet {
    Sheet(owner: "Transport", layer: "prefix", prefixes() + refusals())
  }

  private static func prefixes() -> [Sheet.Case] {
    let versions: [UInt16] = [0, 1, 2, 0xff, 0x100, 0xffff]
    let made = versions.map { version in
      Sheet.Case(
        "prefix/version-\(version)", "versionPrefix", [("version", .number(UInt64(version)))],
        .out([("bytes", .bytes(VersionPrefix(version: version).encoded()))]))
    }
    let spoken: [(UInt16, UInt16, UInt16)] = [(1, 1, 1), (2, 1, 3), (3, 1, 3), (65_535, 2, 65_535)]
    let unspoken: [(UInt16, UInt16, UInt16)] = [
      (0, 1, 1), (2, 1, 1), (1, 2, 3), (4, 2, 3), (65_535, 1, 9),
    ]
    return made + spoken.map { reading($0, $1, $2, .out([("version", .number(UInt64($0)))])) }
      + unspoken.map { reading($0, $1, $2, .refusal("relayVersionUnsupported{\($1),\($2)}")) }
      + foreign()
  }

  private static func reading(
    _ version: UInt16, _ lowest: UInt16, _ highest: UInt16, _ result: Sheet.Case.Result
  ) -> Sheet.Case {
    Sheet.Case(
      "prefix/read-\(version)-by-\(lowest)-\(highest)", "relayReadsPrefix",
      [
        ("bytes", .bytes(VersionPrefix(version: version).encoded())),
        ("lowest", .number(UInt64(lowest))), ("highest", .number(UInt64(highest))),
      ], result)
  }

  private static func foreign() -> [Sheet.Case] {
    let prefix = VersionPrefix(version: 1).encoded()
    var bytes = (0..<8).map { index in
      var changed = prefix
      changed[index] ^= 0x20
      return ("letter-\(index)", changed)
    }
    bytes += [
      ("empty", []), ("short", prefix.dropLast()), ("long", prefix + [0]),
      ("http", Array("GET / HTTP".utf8)), ("refusal", Array("TSREFUSE".utf8) + [0, 1]),
    ]
    return bytes.map { name, bytes in
      Sheet.Case(
        "prefix/foreign-\(name)", "relayReadsPrefix",
        [("bytes", .bytes(bytes)), ("lowest", .number(1)), ("highest", .number(1))],
        .refusal("closedWithoutAnswer"))
    }
  }

  private static func refusals() -> [Sheet.Case] {
    let ranges: [ClosedRange<UInt16>] = [2...2, 2...3, 256...513, 2...65_535]
    let valid = ranges.flatMap { range in
      let bytes = Json.bytes(VersionRefusal(range).encoded())
      let fields: [(String, Json)] = [
        ("lowest", .number(UInt64(range.lowerBound))),
        ("highest", .number(UInt64(range.upperBound))),
      ]
      let name = "\(range.lowerBound)-\(range.upperBound)"
      return [
        Sheet.Case("refusal/\(name)", "refusal", fields, .out([("bytes", bytes)])),
        Sheet.Case("refusal/read-\(name)", "deviceReadsRefusal", [("bytes", bytes)], .out(fields)),
      ]
    }
    let magic = Array("TSREFUSE".utf8)
    let invalid: [(String, [UInt8])] = [
      ("empty", []), ("short", magic + [0, 2, 0]), ("long", magic + [0, 2, 0, 3, 0]),
      ("lowest-0", magic + [0, 0, 0, 3]), ("both-0", magic + [0, 0, 0, 0]),
      ("upside-down", magic + [0, 3, 0, 2]), ("ours-inside", magic + [0, 1, 0, 1]),
      ("ours-at-the-end", magic + [0, 0, 0, 1]),
      ("other-letters", Array("TSREFUSe".utf8) + [0, 2, 0, 2]),
      ("prefix", VersionPrefix(version: 2).encoded() + [0, 2]),
    ]
    return valid
      + invalid.map { name, bytes in
        Sheet.Case(
          "refusal/refused-\(name)", "deviceReadsRefusal", [("bytes", .bytes(bytes))],
          .refusal("malformed"))
      }
  }
}
