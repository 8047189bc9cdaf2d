import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `An HMAC-SHA256 code` {
  private func accepts(
    _ code: [UInt8], of message: [UInt8], under key: borrowing SecretBytes
  ) -> Bool {
    MessageAuthentication.isValid(code, for: message, key: key)
  }

  @Test func `is the one RFC 4231 prints, whichever way the key comes`() throws {
    let cases = try Standards.read().hmac.cases
    #expect(cases.count == 7)
    for vector in cases {
      let (key, message, expected) = (vector.key.bytes, vector.message.bytes, vector.code.bytes)
      let code = MessageAuthentication.hmacSHA256(message, key: key)
      #expect(code.count == 32)
      // Section 4.6 prints a truncated code.
      #expect(expected.count == (vector.name == "4.6" ? 16 : 32))
      #expect(Array(code.prefix(expected.count)) == expected, "section \(vector.name)")
      #expect(MessageAuthentication.hmacSHA256(message, key: SecretBytes(key)) == code)
      #expect(MessageAuthentication.isValid(code, for: message, key: key))
      let accepted = accepts(code, of: message, under: SecretBytes(key))
      #expect(accepted)
    }
  }

  @Test func `is refused when a bit, the length, the message or the key is another`() throws {
    let vector = try #require(try Standards.read().hmac.cases.first)
    let (key, message, code) = (vector.key.bytes, vector.message.bytes, vector.code.bytes)
    for bit in 0..<256 {
      var other = code
      other[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!MessageAuthentication.isValid(other, for: message, key: key))
      let accepted = accepts(other, of: message, under: SecretBytes(key))
      #expect(!accepted)
    }
    for length in 0..<32 {
      #expect(!MessageAuthentication.isValid(Array(code[..<length]), for: message, key: key))
    }
    #expect(!MessageAuthentication.isValid(code + [0], for: message, key: key))
    #expect(!MessageAuthentication.isValid(code, for: message + [0], key: key))
    #expect(!MessageAuthentication.isValid(code, for: message, key: key + [1]))
  }

  @Test func `takes an empty key, which counts as zeros`() {
    let zeros = [UInt8](repeating: 0, count: 64)
    #expect(
      MessageAuthentication.hmacSHA256([1], key: [])
        == MessageAuthentication.hmacSHA256([1], key: zeros))
  }

  @Test func `is not written into a space of another size`() async {
    await #expect(processExitsWith: .failure) {
      var space = [UInt8](repeating: 0, count: 33)
      var target = space.mutableSpan
      MessageAuthentication.hmacSHA256([1].span, key: [2].span, into: &target)
    }
  }
}
