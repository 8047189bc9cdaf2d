/// Ed25519 as swift-crypto and CryptoKit shape it; this build fetches neither.
///
/// It stands in for them, and knows one signature: that of RFC 8032, section 7.1, TEST 2.
enum Curve25519 {
  enum Signing {
    struct PublicKey {
      let rawRepresentation: [UInt8]

      func isValidSignature(_ signature: [UInt8], for data: [UInt8]) -> Bool {
        rawRepresentation == Known.key && data == [0x72] && signature == Known.signature
      }
    }
  }

  enum Known {
    static let key = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    static let signature = bytes(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")

    private static func bytes(_ digits: String) -> [UInt8] {
      let digits = Array(digits)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
    }
  }
}
