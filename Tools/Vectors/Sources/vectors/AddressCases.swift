import TrueSealCrypto

/// Relay Addresses (W-05).
enum AddressCases {
  static func sheet() -> Sheet {
    Sheet(owner: "Transport", layer: "relay-address", valid() + refused() + refusedKeys())
  }

  private static let key = Hexadecimal.encode(
    [9] + [UInt8](repeating: 0, count: 31))

  private static func valid() -> [Sheet.Case] {
    let long =
      [String](repeating: String(repeating: "a", count: 63), count: 3).joined(separator: ".")
      + "." + String(repeating: "b", count: 61)
    let places: [(String, host: String, receive: UInt64, push: UInt64)] = [
      ("relay.example", "relay.example", 7_700, 7_701), ("h", "h", 7_700, 7_701),
      ("Relay_1.Example", "Relay_1.Example", 7_700, 7_701),
      ("relay.example:7700", "relay.example", 7_700, 7_701),
      ("relay.example:1?push=65535", "relay.example", 1, 65_535),
      ("relay.example?push=7701", "relay.example", 7_700, 7_701),
      ("192.0.2.1:65535", "192.0.2.1", 65_535, 7_701),
      ("[2001:db8::1]", "2001:db8::1", 7_700, 7_701), ("[::]:2?push=3", "::", 2, 3),
      ("[::ffff:192.0.2.1]?push=9", "::ffff:192.0.2.1", 7_700, 9),
      ("[FE80::A]", "FE80::A", 7_700, 7_701), ("-.-", "-.-", 7_700, 7_701),
      ("999.999", "999.999", 7_700, 7_701), (long, long, 7_700, 7_701),
    ]
    let read = places.enumerated().map { index, place in
      answer("address/\(index)", "trueseal://\(key)@\(place.0)", place)
    }
    let mixed = "trueseal://" + key.uppercased() + "@h"
    return read + [answer("address/capital-digits", mixed, ("h", "h", 7_700, 7_701))]
  }

  private static func answer(
    _ id: String, _ text: String, _ place: (String, host: String, receive: UInt64, push: UInt64)
  ) -> Sheet.Case {
    Sheet.Case(
      id, "parseRelayAddress", [("text", .text(text))],
      .out([
        ("key", .text(key)), ("host", .text(place.host)), ("receive", .number(place.receive)),
        ("push", .number(place.push)), ("text", .text("trueseal://\(key)@\(place.0)")),
      ]))
  }

  private static func refused() -> [Sheet.Case] {
    let places = [
      "", "h:", "h:0", "h:01", "h:65536", "h:99999", "h:+1", "h:1x", "h: 1", "h?", "h?push",
      "h?push=", "h?push=0", "h?push=07701", "h?push=65536", "h?push=1&push=2", "h?pull=1",
      "h?PUSH=1", "h/", "h/?push=1", "h#", "h#tsp1_", "u@h", "h..i", ".h", "h.", "h i", "h\t",
      "h\u{fc}", "h%20", "h\0", "[::1", "::1", "::1]", "[]", "[h]", "[192.0.2.1]", "[::1]x",
      "[::1]:",
      "[::1]:0", "[fe80::1%25eth0]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]",
      "[12345::]", "[::1.2.3]", "[::1.2.3.256]", "[ ::1]", String(repeating: "a", count: 64),
      [String](repeating: String(repeating: "a", count: 49), count: 6).joined(separator: "."),
    ]
    let inPlace = places.enumerated().map { ("place-\($0)", "trueseal://\(key)@\($1)") }
    let before = [
      ("empty", ""), ("scheme-alone", "trueseal://"), ("capital-scheme", "TRUESEAL://\(key)@h"),
      ("other-scheme", "https://\(key)@h"), ("one-slash", "trueseal:/\(key)@h"),
      ("space-before", " trueseal://\(key)@h"), ("line-after", "trueseal://\(key)@h\n"),
      ("no-key", "trueseal://@h"), ("no-at", "trueseal://\(key)h"),
      ("no-host", "trueseal://\(key)"),
      ("short-key", "trueseal://\(key.dropLast(2))@h"),
      ("odd-key", "trueseal://\(key.dropLast())@h"),
      ("long-key", "trueseal://\(key)00@h"), ("other-digit", "trueseal://\(key.dropLast())g@h"),
    ]
    return (inPlace + before).map(refusal)
  }

  private static func refusedKeys() -> [Sheet.Case] {
    [
      ("key-zero", [UInt8](repeating: 0, count: 32)), ("key-small-order", Made.smallOrderPoint),
      ("key-one", [1] + [UInt8](repeating: 0, count: 31)),
      ("key-other-spelling", Made.otherSpelling),
      ("key-top-bit", [9] + [UInt8](repeating: 0, count: 30) + [0x80]),
    ].map { refusal($0, "trueseal://\(Hexadecimal.encode($1))@h") }
  }

  private static func refusal(_ name: String, _ text: String) -> Sheet.Case {
    Sheet.Case(
      "address/refused-\(name)", "parseRelayAddress", [("text", .text(text))],
      .refusal("invalidRelayAddress"))
  }
}
