/// Integers as they travel: most significant byte first.
enum BigEndian {
  static func append(
    _ number: some FixedWidthInteger & UnsignedInteger, to bytes: inout [UInt8]
  ) {
    var shift = number.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Reads the number that starts at `offset`; the caller has checked that it is there.
  static func number<Number: FixedWidthInteger & UnsignedInteger>(
    at offset: Int, in bytes: [UInt8], as type: Number.Type = Number.self
  ) -> Number {
    var number: Number = 0
    for index in offset..<offset + Number.bitWidth / 8 {
      number = number << 8 | Number(bytes[index])
    }
    return number
  }
}
