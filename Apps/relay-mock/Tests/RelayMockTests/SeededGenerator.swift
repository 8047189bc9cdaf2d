/// Random numbers that a seed fixes (SplitMix64), so that a failing run can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Sets, inserts, deletes or doubles at a random place.
  mutating func edit(_ bytes: inout [UInt8]) {
    let byte = UInt8.random(in: .min ... .max, using: &self)
    let place = Int.random(in: 0...bytes.count, using: &self)
    switch Int.random(in: 0..<4, using: &self) {
    case 0 where place < bytes.count: bytes[place] = byte
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2: bytes.append(contentsOf: bytes[place...])
    default: bytes.insert(byte, at: place)
    }
  }
}
