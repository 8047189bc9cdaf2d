import CryptoFixtures

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
