/// The SplitMix64 generator, so that every schedule can be repeated from its seed.
package struct Dice: Hashable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// One of the numbers from 0 on; `bound` is at least 1.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % max(1, bound)
  }

  /// True in this many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
