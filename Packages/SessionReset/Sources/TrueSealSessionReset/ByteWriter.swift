/// Puts values one after another, as `ByteReader` reads them.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(raw more: [UInt8]) { bytes += more }

  mutating func put<Value>(optional value: Value?, _ write: (inout Self, Value) -> Void) {
    put(value != nil)
    if let value { write(&self, value) }
  }

  mutating func put<Value>(list values: [Value], _ write: (inout Self, Value) -> Void) {
    put(UInt16(values.count))
    for value in values { write(&self, value) }
  }
}
