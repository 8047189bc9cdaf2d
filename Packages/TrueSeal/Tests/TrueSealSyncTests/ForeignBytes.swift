import TrueSealTesting

/// Bytes nobody meant: random ones, and valid ones with 1 to 8 edits; the same for the same seed.
struct ForeignBytes {
  private let source: ScriptedEntropy

  init(seed: UInt64) { source = ScriptedEntropy(seed: seed) }

  mutating func random(count: Int) -> [UInt8] {
    source.bytes(count: number(below: count + 1))
  }

  /// Sets, inserts, deletes, repeats a stretch, or writes 0 or the greatest number over a few bytes.
  mutating func edited(_ valid: [UInt8]) -> [UInt8] {
    var bytes = valid
    for _ in 0...number(below: 8) where !bytes.isEmpty {
      let place = number(below: bytes.count)
      switch number(below: 6) {
      case 0: bytes[place] = source.bytes(count: 1)[0]
      case 1: bytes.insert(source.bytes(count: 1)[0], at: place)
      case 2: bytes.remove(at: place)
      case 3:
        let stretch = bytes[place..<min(bytes.count, place + 1 + number(below: 40))]
        bytes.insert(contentsOf: stretch, at: number(below: bytes.count + 1))
      case 4:
        for index in place..<min(bytes.count, place + 1 + number(below: 8)) { bytes[index] = 0 }
      default:
        for index in place..<min(bytes.count, place + 1 + number(below: 8)) { bytes[index] = 255 }
      }
    }
    return bytes
  }

  private mutating func number(below bound: Int) -> Int {
    let bytes = source.bytes(count: 4)
    let number = bytes.reduce(0) { $0 << 8 | Int($1) }
    return number % max(1, bound)
  }
}
