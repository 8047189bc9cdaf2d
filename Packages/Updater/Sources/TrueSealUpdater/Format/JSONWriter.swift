/// Writes JSON in one spelling: no white space, keys in the order they are given.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ write: (inout JSONWriter) -> Void) {
    group("{", "}", write)
  }

  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    group("[", "]") { writer in
      for element in elements { write(&writer, element) }
    }
  }

  /// Begins a member; its value must follow.
  mutating func key(_ key: StaticString) {
    string(key.description)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func integer(_ value: UInt64) { raw(String(value)) }
  mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// A number, or null.
  mutating func integer(orNull value: UInt64?) { raw(value.map { String($0) } ?? "null") }

  /// A string; only what JSON demands is escaped.
  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: Hexadecimal.text(CollectionOfOne(byte)).utf8)
      case _:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func group(
    _ opening: StaticString, _ closing: StaticString, _ write: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(contentsOf: opening.description.utf8)
    write(&self)
    bytes.append(contentsOf: closing.description.utf8)
    needsComma = true
  }
}
