internal import Synchronization
package import TrueSealCrypto

/// SplitMix64: the same numbers for the same seed, on every machine.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Entropy {
  /// Bytes that follow from a seed; for tests alone.
  package static func seeded(_ seed: UInt64) -> Entropy {
    let row = Row(seed: seed)
    return Entropy { row.bytes(count: $0) }
  }

  private final class Row: Sendable {
    private let generator: Mutex<SplitMix>

    init(seed: UInt64) { generator = Mutex(SplitMix(seed: seed)) }

    func bytes(count: Int) -> [UInt8] {
      generator.withLock { generator in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 24) }
      }
    }
  }
}

extension SigningKey {
  /// The identity that follows from a seed; for tests alone.
  package static func seeded(_ seed: UInt64) throws -> SigningKey {
    var generator = SplitMix(seed: seed)
    let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    return try SigningKey(seed: SecretBytes(bytes))
  }
}
