/// Takes bytes from the front, and refuses what is missing or left over; numbers are big-endian.
struct BodyReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ count: Int) throws(ConversationError) -> [UInt8] {
    guard bytes.count - position >= count else {
      throw ConversationError(.malformed, "the bytes end too early")
    }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func number<Number: FixedWidthInteger>() throws(ConversationError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }

  /// All that is left, if it is at least so much.
  mutating func rest(atLeast count: Int) throws(ConversationError) -> [UInt8] {
    try take(max(count, bytes.count - position))
  }

  func end() throws(ConversationError) {
    guard position == bytes.count else {
      throw ConversationError(.malformed, "\(bytes.count - position) bytes are left over")
    }
  }
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
