/// A small generator whose numbers depend on nothing but its seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  /// Starts from a text, by its FNV-1a hash of 64 bits.
  package init(seed: String) {
    state = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, `bound`, each equally likely.
  package mutating func number(below bound: Int) -> Int {
    precondition(bound > 0)
    let bound = UInt64(bound)
    let unfair = (UInt64.max % bound + 1) % bound
    var drawn = next()
    while drawn > UInt64.max - unfair { drawn = next() }
    return Int(drawn % bound)
  }
}
