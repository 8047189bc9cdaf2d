/// A public ratchet key, 32 bytes, in a form that is compared and looked up fast.
struct RatchetKey: Hashable, Sendable {
  static let byteCount = 32

  private let first, second, third, fourth: UInt64

  /// Reads 32 bytes from `start` on, which must be there.
  init(_ bytes: [UInt8], at start: Int = 0) {
    func word(_ index: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[start + index * 8 + $1]) }
    }
    (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    for word in [first, second, third, fourth] { bytes.append(bigEndian: word) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends the number, its highest byte first.
  mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// The 32-bit number whose highest byte is at `start`.
  func number32(at start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[start + $1]) }
  }
}
