import Foundation
import Testing
import TrueSealManifest
import TrueSealManifestStore

@Suite struct `A member id` {
  @Test func `W-02 is the key in base64url, read back only as it was written`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/manifest.json")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let cases = try #require(document["cases"] as? [[String: Any]])
    var counts: [String: Int] = [:]
    for vector in cases {
      guard let op = vector["op"] as? String, op.hasSuffix("emberId"),
        let input = vector["in"] as? [String: String]
      else { continue }
      let output = vector["out"] as? [String: String]
      if op == "memberId" {
        counts["written", default: 0] += 1
        let id = MemberID(signingKey: bytes(try #require(input["ed25519"])))
        #expect(id.description == output?["text"])
      } else if let key = output?["ed25519"] {
        counts["read", default: 0] += 1
        #expect(try MemberID(parsing: try #require(input["text"])).signingKey == bytes(key))
      } else {
        counts["refused", default: 0] += 1
        #expect(throws: ManifestError.self) { try MemberID(parsing: input["text"] ?? "") }
      }
    }
    #expect(counts == ["written": 1, "read": 1, "refused": 2])
  }

  @Test func `W-02 has 43 characters and one spelling`() throws {
    let id = MemberID(signingKey: [UInt8](repeating: 0xff, count: 32))
    #expect(id.description == String(repeating: "_", count: 42) + "8")
    #expect(try MemberID(parsing: id.description) == id)
    // The last character's two low bits lie outside the key.
    for other in ["9", "-", "_"] {
      let text = id.description.dropLast() + other
      #expect(throws: ManifestError.self) { try MemberID(parsing: String(text)) }
    }
    #expect(throws: ManifestError.self) { try MemberID(parsing: id.description + " ") }
    #expect(throws: ManifestError.self) { try MemberID(parsing: "") }
  }

  @Test func `names a whole key only`() async {
    await #expect(processExitsWith: .failure) {
      _ = MemberID(signingKey: [1])
    }
  }

  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
  }
}
