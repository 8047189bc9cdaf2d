import Foundation

/// A file under `Tests/Vectors`.
enum VectorFile {
  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Vectors").appending(path: name)
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}

/// Bytes written as hexadecimal in a vector file; reads them without the code under test.
struct Hex: Decodable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) throws {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { throw Malformed(text: text) }
    bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else {
        throw Malformed(text: text)
      }
      return high << 4 | low
    }
  }

  init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  struct Malformed: Error {
    let text: String
  }
}

/// The published vectors of `standards.json`.
struct Standards: Decodable {
  struct Signature: Decodable { let name: String, seed, publicKey, message, signature: Hex }
  struct Multiplication: Decodable { let name: String, scalar, u, output: Hex }
  struct Iteration: Decodable { let count: Int, output: Hex }
  struct Agreement: Decodable {
    let aliceSecret, alicePublic, bobSecret, bobPublic, shared: Hex
  }
  struct Derivation: Decodable {
    let name: String, input, salt, info: Hex, count: Int, key, output: Hex
  }
  struct Code: Decodable { let name: String, key, message, code: Hex }
  struct Sealing: Decodable { let name: String, key, nonce, binding, plaintext, sealed: Hex }
  struct Digest: Decodable { let message, digest: Hex }
  struct Cases<Case: Decodable>: Decodable { let cases: [Case] }
  struct X25519: Decodable {
    let cases: [Multiplication]
    let iterated: [Iteration]
    let agreement: Agreement
  }

  let ed25519: Cases<Signature>
  let x25519: X25519
  let hkdf: Cases<Derivation>
  let hmac: Cases<Code>
  let chachapoly: Cases<Sealing>
  let sha256: Cases<Digest>

  static func read() throws -> Standards { try VectorFile.read("standards.json", as: Self.self) }
}

/// The keys and signatures of `edges.json`, where implementations are known to differ.
struct Edges: Decodable {
  struct Signature: Decodable {
    let name: String, publicKey, message, signature: Hex, accepted: Bool
  }
  struct SigningKey: Decodable { let name: String, publicKey: Hex, valid: Bool }
  struct AgreementKey: Decodable { let name: String, publicKey: Hex, valid, smallOrder: Bool }

  let signatures: [Signature]
  let signingKeys: [SigningKey]
  let agreementKeys: [AgreementKey]

  static func read() throws -> Edges { try VectorFile.read("edges.json", as: Self.self) }
}

/// A file of the Wycheproof project: groups of cases, each with a verdict and flags.
struct Wycheproof<Group: Decodable>: Decodable {
  let numberOfTests: Int
  let testGroups: [Group]

  static func read(_ name: String) throws -> Self {
    try VectorFile.read("wycheproof/\(name)_test.json", as: Self.self)
  }
}

enum WycheproofResult: String, Decodable {
  case valid, invalid, acceptable
}
