import Testing
import TrueSealCrypto

@Suite struct `A digest` {
  @Test func `of abc is the one FIPS 180-4 prints`() {
    #expect(
      Hexadecimal.encode(Digest.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
