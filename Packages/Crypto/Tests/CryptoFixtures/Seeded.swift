/// A generator that repeats itself, so that a failing run can be run again (SplitMix64).
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func bytes(_ range: ClosedRange<Int>) -> [UInt8] {
    (0..<Int.random(in: range, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// One to eight edits: set, insert, delete, or splice a stretch in from elsewhere.
  package mutating func edited(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
      case 2 where place < bytes.count: bytes.remove(at: place)
      default:
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &self))
        let target = Int.random(in: 0...bytes.count, using: &self)
        bytes.insert(contentsOf: bytes[place..<end], at: target)
      }
    }
    return bytes
  }
}
