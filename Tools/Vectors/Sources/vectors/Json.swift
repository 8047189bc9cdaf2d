import TrueSealCrypto

/// A value of a known answer; objects keep their order, so that a file has one form.
enum Json {
  case text(String)
  case number(UInt64)
  case flag(Bool)
  case list([Json])
  case object([(String, Json)])

  /// Bytes as hexadecimal digits.
  static func bytes(_ bytes: some Sequence<UInt8>) -> Json {
    .text(Hexadecimal.encode(Array(bytes)))
  }

  /// One byte, many times.
  static func repeated(_ byte: UInt8, _ count: Int) -> Json {
    .list([.list([.bytes([byte]), .number(UInt64(count))])])
  }

  var text: String {
    switch self {
    case .text(let text): "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\""
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { "\(Json.text($0).text):\($1.text)" }.joined(separator: ",") + "}"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x22, 0x5c: "\\" + String(scalar)
    case 0x20..<0x7f: String(scalar)
    default:
      scalar.utf16.map { unit in
        "\\u" + Hexadecimal.encode([UInt8(unit >> 8), UInt8(unit & 0xff)])
      }.joined()
    }
  }
}
