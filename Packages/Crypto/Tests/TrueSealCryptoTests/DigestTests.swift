import CryptoFixtures
import Testing
import TrueSealCrypto

@Suite struct `A SHA-256 digest` {
  @Test func `is the one NIST prints, for the examples and every short message`() throws {
    let cases = try Standards.read().sha256.cases
    #expect(cases.count == 68)
    for vector in cases {
      #expect(Digest.sha256(vector.message.bytes) == vector.digest.bytes)
    }
  }

  @Test func `of a million times a, fed in a thousand parts, is the one NIST prints`() throws {
    let part = [UInt8](repeating: 0x61, count: 1_000)
    let expected = try Hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(Digest.sha256([[UInt8]](repeating: part, count: 1_000)) == expected.bytes)
  }

  @Test func `does not depend on where the parts are cut`() throws {
    let longest = try #require(
      try Standards.read().sha256.cases.max { $0.message.bytes.count < $1.message.bytes.count })
    let message = longest.message.bytes
    for cut in 0...message.count {
      let parts = [Array(message[..<cut]), [], Array(message[cut...])]
      #expect(Digest.sha256(parts) == longest.digest.bytes)
    }
  }

  @Test func `that runs along ends the same, wherever the pieces are cut`() throws {
    let longest = try #require(
      try Standards.read().sha256.cases.max { $0.message.bytes.count < $1.message.bytes.count })
    let message = longest.message.bytes
    for cut in 0...message.count {
      var digest = RunningDigest()
      digest.add(Array(message[..<cut]).span)
      digest.add(Array(message[cut...]).span)
      #expect(digest.finish() == longest.digest.bytes)
    }
  }

  @Test func `of no parts is that of the empty message`() throws {
    let empty = try Hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Digest.sha256([[UInt8]]()) == empty.bytes)
    #expect(Digest.sha256([UInt8]()) == empty.bytes)
  }

  @Test func `is not written into a space of another size`() async {
    await #expect(processExitsWith: .failure) {
      var space = [UInt8](repeating: 0, count: 31)
      var target = space.mutableSpan
      Digest.sha256([1, 2, 3].span, into: &target)
    }
  }
}
