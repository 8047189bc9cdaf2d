import Synchronization
import TrueSealCrypto

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension Entropy {
  /// Bytes that follow from a seed; for tests alone.
  static func seeded(_ seed: UInt64) -> Entropy {
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
