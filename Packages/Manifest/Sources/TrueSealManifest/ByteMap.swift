/// A dictionary by hashes or keys.
///
/// An array is hashed byte by byte, which is slow, and a start looks up tens of thousands.
struct ByteMap<Value: Sendable>: Sendable {
  private var values: [ByteKey: Value] = [:]

  subscript(_ bytes: [UInt8]) -> Value? {
    get { values[ByteKey(bytes: bytes)] }
    set { values[ByteKey(bytes: bytes)] = newValue }
  }

  mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }
}

/// A set of hashes or keys.
struct ByteSet: Sendable {
  private var keys: Set<ByteKey> = []

  func contains(_ bytes: [UInt8]) -> Bool { keys.contains(ByteKey(bytes: bytes)) }

  mutating func insert(_ bytes: [UInt8]) { keys.insert(ByteKey(bytes: bytes)) }
}

private struct ByteKey: Hashable, Sendable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) { hasher.combine(all: bytes) }
}

extension Hasher {
  /// Takes bytes eight at a time.
  mutating func combine(all bytes: [UInt8]) {
    var word: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if place % 8 == 7 { combine(word) }
    }
    if bytes.count % 8 > 0 { combine(word) }
  }
}
