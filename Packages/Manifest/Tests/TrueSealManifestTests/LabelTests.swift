import Testing
import TrueSealManifest

@Suite struct `A label` {
  @Test(arguments: [1, 2, 63, 64]) func `W-03 has up to 64 bytes`(count: Int) throws {
    #expect(try Label(String(repeating: "x", count: count)).bytes.count == count)
  }

  @Test func `W-03 has no 65th byte, even inside a character`() {
    #expect(!Label.isValid(String(repeating: "x", count: 65)))
    #expect(Label.isValid(String(repeating: "ü", count: 32)))
    #expect(!Label.isValid(String(repeating: "ü", count: 32) + "x"))
  }

  @Test func `W-03 is compared as bytes, not as text`() throws {
    let composed = try Label("\u{e9}")
    let decomposed = try Label("e\u{301}")
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
  }

  @Test func `W-03 refuses each forbidden scalar and takes its neighbours`() {
    let forbidden: [ClosedRange<UInt32>] = [
      0x00...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff...0xfeff,
    ]
    for range in forbidden {
      for value in range {
        let text = "a" + (Unicode.Scalar(value).map { String(Character($0)) } ?? "") + "b"
        #expect(!Label.isValid(text), "U+\(String(value, radix: 16))")
      }
      for value in [range.lowerBound &- 1, range.upperBound + 1] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        #expect(Label.isValid("a\(scalar)b"), "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func `W-03 keeps its spaces to itself`() {
    #expect(Label.isValid("a  b"))
    #expect(!Label.isValid(" a"))
    #expect(!Label.isValid("a "))
    #expect(Label.isValid("\u{a0}a\u{a0}"))
  }

  @Test func `W-03 is suggested as an adjective and a noun, each by one byte of the key`() {
    func words(_ first: UInt8, _ second: UInt8) -> [String] {
      Label.suggested(for: [first, second] + [UInt8](repeating: 7, count: 30)).text
        .split(separator: " ").map(String.init)
    }
    let adjectives = (0...255).map { words(UInt8($0), 0) }
    let nouns = (0...255).map { words(0, UInt8($0)) }
    #expect((adjectives + nouns).allSatisfy { $0.count == 2 })
    #expect(Set(adjectives.map { $0[0] }).count == 256)
    #expect(Set(nouns.map { $0[1] }).count == 256)
    #expect(Set(adjectives.map { $0[1] }).count == 1)
    #expect(Set(nouns.map { $0[0] }).count == 1)
    let words = adjectives.map { $0[0] } + nouns.map { $0[1] }
    #expect(Set(words).count == 512)
    #expect(words.allSatisfy { (1...12).contains($0.count) })
    #expect(words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7a).contains($0) } })
  }

  @Test func `is suggested for a whole key only`() async {
    await #expect(processExitsWith: .failure) {
      _ = Label.suggested(for: [1, 2])
    }
  }
}
