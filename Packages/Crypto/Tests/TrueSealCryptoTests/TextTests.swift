import CryptoFixtures
import Foundation
import Testing
import TrueSealCrypto

/// Base64url by way of Foundation: what decodes and encodes back to itself, and nothing else.
private func reference(_ text: String) -> [UInt8]? {
  guard text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains(where: { "+/=".contains($0) }) else {
    return nil
  }
  let plain = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
  let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
  guard let data = Data(base64Encoded: String(plain) + padding),
    data.base64EncodedString() == String(plain) + padding
  else { return nil }
  return Array(data)
}

private let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

@Suite struct `Base64url text` {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ]) func `is spelled as RFC 4648 section 10 does, without padding`(
    plain: String, text: String
  ) throws {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(try Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test func `uses hyphen and underscore for the last two letters`() throws {
    #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == "-_-_")
    #expect(try Base64URL.decode("-_-_") == [0xfb, 0xff, 0xbf])
  }

  @Test func `has one spelling: every last letter but the canonical ones is refused`() {
    for (stem, step) in [("A", 16), ("AA", 4), ("AAA", 1)] {
      for (value, letter) in letters.enumerated() {
        let code = refusal { () throws(CryptoError) in try Base64URL.decode("\(stem)\(letter)") }
        #expect((code == nil) == value.isMultiple(of: step), "\(stem)\(letter)")
      }
    }
    #expect(refusal { () throws(CryptoError) in try Base64URL.decode("A") } == .malformed)
    #expect(refusal { () throws(CryptoError) in try Base64URL.decode("AAAAA") } == .malformed)
  }

  @Test func `takes no scalar but its 64 letters, anywhere`() {
    for value in (UInt32(0)...0x2FF).compactMap(Unicode.Scalar.init) {
      let isLetter = letters.contains(Character(value))
      for text in ["\(value)AAA", "A\(value)AA", "AA\(value)A", "AAA\(value)"] {
        let code = refusal { () throws(CryptoError) in try Base64URL.decode(text) }
        #expect(code == (isLetter ? nil : .malformed), "\(value.value)")
      }
      guard !value.isASCII else { continue }
      // With these the length in bytes is right, and only the letter is wrong.
      for text in ["\(value)AA", "A\(value)A", "AA\(value)", "\(value)"] {
        let code = refusal { () throws(CryptoError) in try Base64URL.decode(text) }
        #expect(code == .malformed, "\(value.value)")
      }
    }
    for text in ["Zg==", "Zg=", " Zg", "Zg ", "Zg\n", "Z g", "Zm+v", "Zm/v", "Zg\0"] {
      let code = refusal { () throws(CryptoError) in try Base64URL.decode(text) }
      #expect(code == .malformed, "\(text)")
    }
  }

  @Test func `means what Foundation reads, for ten thousand seeded texts`() throws {
    var random = Seeded(0xB64)
    var counts = (read: 0, refused: 0)
    for round in 0..<10_000 {
      var text = ""
      if round.isMultiple(of: 2) {
        for _ in 0..<Int.random(in: 0...50, using: &random) {
          text.append(letters.randomElement(using: &random) ?? "A")
        }
      } else {
        let valid = Base64URL.encode(random.bytes(0...40))
        text = String(decoding: random.edited(Array(valid.utf8)), as: UTF8.self)
      }
      var bytes: [UInt8]?
      let code = refusal { () throws(CryptoError) in bytes = try Base64URL.decode(text) }
      #expect(bytes == reference(text), "seed B64, round \(round): \(text)")
      #expect((code == nil) == (bytes != nil))
      if let bytes {
        counts.read += 1
        #expect(Base64URL.encode(bytes) == text)
      } else {
        counts.refused += 1
      }
    }
    #expect(counts.read > 1_000 && counts.refused > 1_000, "\(counts)")
  }
}

@Suite struct `Hexadecimal text` {
  @Test func `has two lower case digits a byte, and is read in either case`() throws {
    let all = (0...255).map { UInt8($0) }
    let text = all.map { String(format: "%02x", $0) }.joined()
    #expect(Hexadecimal.encode(all) == text)
    #expect(try Hexadecimal.decode(text) == all)
    #expect(try Hexadecimal.decode(text.uppercased()) == all)
    #expect(try Hexadecimal.decode("aBAb") == [0xab, 0xab])
    #expect(Hexadecimal.encode([]) == "")
    #expect(try Hexadecimal.decode("") == [])
  }

  @Test func `takes no scalar but its 22 digits, and no odd number of them`() {
    let digits = Set("0123456789abcdefABCDEF")
    for value in (UInt32(0)...0x2FF).compactMap(Unicode.Scalar.init) {
      for text in ["\(value)0", "0\(value)", "00\(value)0", "0\(value)00"] {
        let code = refusal { () throws(CryptoError) in try Hexadecimal.decode(text) }
        #expect(code == (digits.contains(Character(value)) ? nil : .malformed), "\(value.value)")
      }
    }
    for text in ["0", "000", "0x00", "00:00", " 00", "00 ", "00\0"] {
      let code = refusal { () throws(CryptoError) in try Hexadecimal.decode(text) }
      #expect(code == .malformed, "\(text)")
    }
  }

  @Test func `survives ten thousand seeded edits with its meaning or a refusal`() {
    var random = Seeded(0x4E8)
    var counts = (read: 0, refused: 0)
    for round in 0..<10_000 {
      let text =
        round.isMultiple(of: 2)
        ? String(decoding: random.bytes(0...6), as: UTF8.self)
        : String(
          decoding: random.edited(Array(Hexadecimal.encode(random.bytes(0...40)).utf8)),
          as: UTF8.self)
      var bytes: [UInt8]?
      let code = refusal { () throws(CryptoError) in bytes = try Hexadecimal.decode(text) }
      if let bytes {
        counts.read += 1
        #expect(Hexadecimal.encode(bytes) == text.lowercased(), "seed 4E8, round \(round)")
      } else {
        counts.refused += 1
        #expect(code == .malformed)
        #expect((try? Hex(text.lowercased())) == nil, "seed 4E8, round \(round): \(text)")
      }
    }
    #expect(counts.read > 1_000 && counts.refused > 1_000, "\(counts)")
  }
}

@Suite struct `A comparison in constant time` {
  @Test func `tells equal from unequal, whatever the place and length`() {
    let bytes = (0..<48).map { UInt8($0) }
    #expect(ConstantTime.equal(bytes, bytes))
    #expect(ConstantTime.equal([], []))
    for bit in 0..<bytes.count * 8 { #expect(!ConstantTime.equal(bytes, flipped(bytes, bit))) }
    for length in 0..<bytes.count {
      #expect(!ConstantTime.equal(bytes, Array(bytes[..<length])))
      #expect(!ConstantTime.equal(Array(bytes[..<length]), bytes))
    }
  }
}
