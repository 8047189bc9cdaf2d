import Foundation
import TrueSealManifest

/// The known answers of a file in `Tests/Vectors`.
struct Vectors: Decodable, Sendable {
  struct Entry: Decodable, Sendable {
    let ed25519: String
    let x25519: String
    let admission: UInt64
    let label: String
  }
  struct Values: Decodable, Sendable {
    let issuerSeed, group, parent, issuer, content, hash, signature, encoded: String?
    let bytes, label, body, manifest, first, second, text, ed25519: String?
    let version: UInt64?
    let onBehalf, held, manifests: [String]?
    let members: [Entry]?
    let firstWins: Bool?
  }
  struct Case: Decodable, Sendable {
    let id, op: String
    let `in`: Values
    let out: Values?
    let refusal: String?
  }

  let shared: [String]?
  let cases: [Case]

  /// The bytes of a hex string, or of the shared one it points to.
  func bytes(_ text: String?) -> [UInt8] {
    var text = Substring(text ?? "")
    if text.first == "@", let shared, let number = Int(text.dropFirst()) {
      text = Substring(shared[number])
    }
    return stride(from: 0, to: text.count, by: 2).compactMap { offset in
      let start = text.index(text.startIndex, offsetBy: offset)
      return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16)
    }
  }

  func cases(_ op: String) -> [Case] { cases.filter { $0.op == op } }

  static func load(_ name: String = "manifest") throws -> Vectors {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/\(name).json")
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
  }
}
