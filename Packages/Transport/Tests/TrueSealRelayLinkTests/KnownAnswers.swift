import Foundation
import TrueSealCrypto

/// Known answers in `Vectors/<name>.json`; each file says where its own come from.
struct KnownAnswers: Decodable {
  /// One handshake of the public Noise vectors, and the messages after it.
  struct Handshake: Decodable, Sendable {
    struct Message: Decodable, Sendable {
      let payload: String
      let ciphertext: String
    }

    let protocol_name: String
    let init_prologue: String
    let init_static: String?
    let init_ephemeral: String
    let init_remote_static: String?
    let resp_static: String
    let resp_ephemeral: String
    let handshake_hash: String?
    let messages: [Message]
  }

  /// One case: what goes in, and what comes out or by which name it is refused.
  struct Case: Decodable, Sendable, CustomStringConvertible {
    let id: String
    let `in`: [String: Field]
    let out: [String: Field]?
    let refusal: String?

    var description: String { id }

    func text(_ name: String) -> String { `in`[name]?.text ?? "" }
    func bytes(_ name: String) throws -> [UInt8] { try Hexadecimal.decode(text(name)) }
    func list(_ name: String) -> [String] { `in`[name]?.list ?? [] }
    func outText(_ name: String) -> String { out?[name]?.text ?? "" }
    func outList(_ name: String) -> [String] { out?[name]?.list ?? [] }
  }

  /// A text, a number or a list of texts; null is an empty text.
  struct Field: Decodable, Sendable {
    let text: String
    let list: [String]

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      list = (try? box.decode([String].self)) ?? []
      text = (try? box.decode(String.self)) ?? (try? box.decode(Int.self)).map(String.init) ?? ""
    }
  }

  let vectors: [Handshake]?
  let cases: [Case]?

  static let handshakes = read("noise").vectors ?? []
  static let sessions = read("noise-session").cases ?? []
  static let addresses = read("relay-address").cases ?? []
  static let ownAddresses = read("own-relay-address").cases ?? []

  /// A file that cannot be read has no cases, which the tests notice by their number.
  private static func read(_ name: String) -> KnownAnswers {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/\(name).json")
    let answers = (try? Data(contentsOf: file)).flatMap {
      try? JSONDecoder().decode(KnownAnswers.self, from: $0)
    }
    return answers ?? KnownAnswers(vectors: nil, cases: nil)
  }
}

extension Entropy {
  /// Draws the same bytes each time.
  static func fixed(_ bytes: [UInt8]) -> Entropy { Entropy { _ in bytes } }
}

extension AgreementKey {
  /// A key from its secret half in hexadecimal digits.
  static func from(_ digits: String) throws -> AgreementKey {
    try AgreementKey(secret: SecretBytes(try Hexadecimal.decode(digits)))
  }
}
