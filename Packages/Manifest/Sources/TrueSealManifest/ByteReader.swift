/// Walks through bytes once, from the front, and refuses to walk past the end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func byte() throws(ManifestError) -> UInt8 {
    try require(1)
    defer { position += 1 }
    return bytes[position]
  }

  mutating func array(count: Int) throws(ManifestError) -> [UInt8] {
    try require(count)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func number16() throws(ManifestError) -> UInt16 {
    UInt16(truncatingIfNeeded: try number(byteCount: 2))
  }

  mutating func number64() throws(ManifestError) -> UInt64 {
    try number(byteCount: 8)
  }

  /// Big-endian, as all numbers on the wire.
  private mutating func number(byteCount: Int) throws(ManifestError) -> UInt64 {
    try require(byteCount)
    defer { position += byteCount }
    return bytes[position..<position + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func require(_ count: Int) throws(ManifestError) {
    guard count <= bytes.endIndex - position else {
      throw ManifestError(.malformed, "the bytes end too early")
    }
  }
}
