/// The SplitMix64 generator, so that every schedule can be repeated from its seed.
package struct Dice: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// One of the numbers from 0 on; `bound` is at least 1.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % max(1, bound)
  }

  /// True in this many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  mutating func key() -> [UInt8] {
    (0..<4).flatMap { _ in Self.bytes(of: next()) }
  }

  static func mix(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  static func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
}
