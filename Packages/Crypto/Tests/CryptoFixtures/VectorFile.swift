internal import Foundation

/// A file under `Tests/Vectors`.
package enum VectorFile {
  package static func read<Content: Decodable>(
    _ name: String, as type: Content.Type
  ) throws -> Content {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Vectors").appending(path: name)
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }
}

/// Bytes written as hexadecimal in a vector file; reads them without the code under test.
package struct Hex: Decodable, Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ text: String) throws {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { throw Malformed(text: text) }
    bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else {
        throw Malformed(text: text)
      }
      return high << 4 | low
    }
  }

  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  package struct Malformed: Error {
    let text: String
  }
}
