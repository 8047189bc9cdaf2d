import TrueSealCrypto

/// Message ids and pairing tokens (W-01, W-04), by the formulas of the rules.
enum NameCases {
  static func sheet() throws -> Sheet {
    Sheet(owner: "TrueSeal", layer: "names", ids() + refusedIDs() + (try tokens()))
  }

  private static func id(_ author: [UInt8], _ sequence: UInt64) -> String {
    let label = Array("trueseal-message-id-v1".utf8) + [0]
    return "tsm1_" + Base64URL.encode(Digest.sha256(label + author + Made.bytes(sequence)))
  }

  private static func ids() -> [Sheet.Case] {
    let authors = [
      ("zeros", [UInt8](repeating: 0, count: 32)), ("ones", [UInt8](repeating: 0xff, count: 32)),
      ("alice", Made.bytes("an author")),
    ]
    let sequences: [UInt64] = [
      0, 1, 0x80, 0xffff, 1 << 32, 1_700_000_000_000, 1 << 53 + 1, 1 << 63 - 1,
    ]
    return authors.flatMap { name, author in
      sequences.map { sequence in
        Sheet.Case(
          "id/\(name)-\(sequence)", "messageId",
          [("author", .bytes(author)), ("sequence", .number(sequence))],
          .out([("text", .text(id(author, sequence)))]))
      }
    }
  }

  private static func refusedIDs() -> [Sheet.Case] {
    let text = id(Made.bytes("an author"), 7)
    let body = String(text.dropFirst(5))
    let refused: [(String, String)] = [
      ("empty", ""), ("prefix-alone", "tsm1_"), ("other-prefix", "tsm2_" + body),
      ("no-prefix", body), ("capital-prefix", "TSM1_" + body), ("short", String(text.dropLast())),
      ("long", text + "A"), ("padded", text + "="), ("space-before", " " + text),
      ("space-after", text + " "), ("line-after", text + "\n"), ("zero-after", text + "\0"),
      ("other-alphabet", "tsm1_" + String(repeating: "+", count: 42) + "A"),
      ("slash", "tsm1_" + String(repeating: "/", count: 42) + "A"),
      ("loose-bits", "tsm1_" + String(repeating: "A", count: 42) + "B"),
      ("token", "tsp1_" + body), ("wide", "tsm1_" + String(repeating: "\u{e9}", count: 43)),
    ]
    return refused.map { name, text in
      Sheet.Case(
        "id/refused-\(name)", "parseMessageId", [("text", .text(text))], .refusal("malformed"))
    }
  }
}

// MARK: Tokens

extension NameCases {
  private static func token(_ x25519: [UInt8], _ ed25519: [UInt8], _ secret: [UInt8]) -> [UInt8] {
    let keys = x25519 + ed25519 + secret
    let label = Array("trueseal pairing token v1".utf8) + [0]
    return keys + Digest.sha256(label + keys).prefix(4)
  }

  private static func tokens() throws -> [Sheet.Case] {
    let device = try Made.device("admitter")
    let (x25519, ed25519) = (device.agreementKey, device.signingKey)
    let secrets = [
      ("drawn", Made.bytes("a secret")), ("zeros", [UInt8](repeating: 0, count: 32)),
      ("ones", [UInt8](repeating: 0xff, count: 32)),
    ]
    let made = secrets.flatMap { name, secret in
      let fields: [(String, Json)] = [
        ("x25519", .bytes(x25519)), ("ed25519", .bytes(ed25519)), ("secret", .bytes(secret)),
      ]
      let text = Json.text("tsp1_" + Base64URL.encode(token(x25519, ed25519, secret)))
      return [
        Sheet.Case("token/\(name)", "pairingToken", fields, .out([("text", text)])),
        Sheet.Case("token/read-\(name)", "parsePairingToken", [("text", text)], .out(fields)),
      ]
    }
    return made + refusedTokens(x25519, ed25519, Made.bytes("a secret"))
  }

  private static func refusedTokens(
    _ x25519: [UInt8], _ ed25519: [UInt8], _ secret: [UInt8]
  ) -> [Sheet.Case] {
    let bytes = token(x25519, ed25519, secret)
    let text = "tsp1_" + Base64URL.encode(bytes)
    func spelled(_ bytes: [UInt8]) -> String { "tsp1_" + Base64URL.encode(bytes) }
    var refused: [(String, String)] = [
      ("empty", ""), ("prefix-alone", "tsp1_"), ("id", "tsm1_\(text.dropFirst(5))"),
      ("capital-prefix", "TSP1_\(text.dropFirst(5))"), ("padded", text + "=="),
      ("space-before", " " + text), ("line-after", text + "\n"),
      ("short", spelled(bytes.dropLast())), ("long", spelled(bytes + [0])),
      ("no-check", spelled(bytes.dropLast(4))), ("twice", "\(text)\(text.dropFirst(5))"),
      ("loose-bits", String(text.dropLast()) + "_"),
      ("keys-exchanged", spelled(token(ed25519, x25519, secret).prefix(96) + bytes.suffix(4))),
    ]
    let keys: [(String, [UInt8], [UInt8])] = [
      ("x25519-zero", [UInt8](repeating: 0, count: 32), ed25519),
      ("x25519-small-order", Made.smallOrderPoint, ed25519),
      ("x25519-other-spelling", Made.otherSpelling, ed25519),
      ("ed25519-neutral", x25519, Made.neutralElement), ("ed25519-no-point", x25519, Made.noPoint),
    ]
    refused += keys.map { ($0, spelled(token($1, $2, secret))) }
    refused += [0, 31, 32, 63, 64, 95, 96, 99].map { index in
      var changed = bytes
      changed[index] ^= 1
      return ("byte-\(index)", spelled(changed))
    }
    return refused.map { name, text in
      Sheet.Case(
        "token/refused-\(name)", "parsePairingToken", [("text", .text(text))],
        .refusal("invalidPairingToken"))
    }
  }
}
