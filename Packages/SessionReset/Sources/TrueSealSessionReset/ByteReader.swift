/// Walks through bytes once, from the front, and refuses to walk past the end.
///
/// All numbers are big-endian.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number that makes up all of `bytes`.
  static func number<Number: FixedWidthInteger>(
    in bytes: [UInt8]
  ) throws(SessionResetError) -> Number {
    guard bytes.count == Number.bitWidth / 8 else {
      throw SessionResetError(.malformed, "wrong number of bytes")
    }
    return bytes.reduce(0) { $0 << 8 | Number($1) }
  }

  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  mutating func number<Number: FixedWidthInteger>() throws(SessionResetError) -> Number {
    let range = try range(count: Number.bitWidth / 8)
    var number: Number = 0
    for place in range { number = number << 8 | Number(bytes[place]) }
    return number
  }

  mutating func array(count: Int) throws(SessionResetError) -> [UInt8] {
    Array(bytes[try range(count: count)])
  }

  private mutating func range(count: Int) throws(SessionResetError) -> Range<Int> {
    guard count <= bytes.count - position else {
      throw SessionResetError(.malformed, "the bytes end too early")
    }
    defer { position += count }
    return position..<position + count
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }

  mutating func flag() throws(SessionResetError) -> Bool {
    let byte: UInt8 = try number()
    guard byte < 2 else { throw SessionResetError(.malformed, "a flag is neither 0 nor 1") }
    return byte == 1
  }

  /// A flag, and what it announces.
  mutating func optional<Value>(
    _ read: (inout Self) throws(SessionResetError) -> Value
  ) throws(SessionResetError) -> Value? {
    try flag() ? try read(&self) : nil
  }

  /// A count of two bytes, and so many values.
  mutating func list<Value>(
    max: Int, _ read: (inout Self) throws(SessionResetError) -> Value
  ) throws(SessionResetError) -> [Value] {
    let count = Int(try number() as UInt16)
    guard count <= max else { throw SessionResetError(.malformed, "a list is too long") }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  func finish() throws(SessionResetError) {
    guard position == bytes.count else {
      throw SessionResetError(.malformed, "bytes are left over")
    }
  }
}
