import Foundation
import Testing
import TrueSealCrypto

@testable import TrueSealSync

/// Known answers for what only the client reads, from an independent implementation.
struct ClientVectors: Decodable {
  struct Case: Decodable {
    let id: String
    let op: String
    let `in`: Fields
    let out: Fields?
    let refusal: String?
  }

  /// Every field any of the cases has; a case's operation says which to expect.
  struct Fields: Decodable {
    let accepted: Bool?
    let address: String?
    let admitterEd25519: String?
    let admitterX25519: String?
    let author: String?
    let body: String?
    let content: Anything?
    let ed25519: String?
    let envelope: String?
    let id: String?
    let label: String?
    let maySend: [String]?
    let now: Int64?
    let recipientPrivate: String?
    let secret: String?
    let sequence: UInt64?
    let sessionReset: Bool?
    let tag: UInt8?
    let text: String?
    let timestamp: UInt64?
    let token: String?
    let until: Int64?
    let x25519: String?
    let joinerX25519: String?
    let joinerEd25519: String?
  }

  /// A field that is text in some cases and a structure in others.
  struct Anything: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  struct Keys: Decodable {
    let ed25519Seed: String
    let x25519Private: String
    let ed25519: String
    let x25519: String
    let label: String
  }

  let valid: [Case]
  let invalid: [Case]
  let keys: [String: KeysOrRelay]

  struct KeysOrRelay: Decodable {
    let ed25519Seed: String?
    let x25519Private: String
  }

  /// The key pairs of a named device.
  func device(_ name: String) throws -> DeviceKeys {
    let keys = try #require(keys[name])
    return try DeviceKeys(
      seed: SecretBytes(try #require(keys.ed25519Seed).unhexed),
      secret: SecretBytes(keys.x25519Private.unhexed))
  }

  static let all: ClientVectors = {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/client.json")
    do {
      return try JSONDecoder().decode(ClientVectors.self, from: Data(contentsOf: url))
    } catch {
      preconditionFailure("the vectors cannot be read: \(error)")
    }
  }()

  /// Answers of our own about ids and tokens, each computed by a program in another language too.
  static func ownNames() throws -> [Case] {
    struct Sheet: Decodable { let cases: [Case] }
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/own-names.json")
    return try JSONDecoder().decode(Sheet.self, from: Data(contentsOf: url)).cases
  }

  func cases(_ op: String) -> [Case] { (valid + invalid).filter { $0.op == op } }
}

extension String {
  /// The bytes of hex digits in a vector file.
  var unhexed: [UInt8] {
    (try? Hexadecimal.decode(self)) ?? []
  }
}
