internal import Synchronization
public import TrueSealCrypto

/// Randomness that a test can repeat: the same seed draws the same bytes.
///
/// Never for real keys.
public final class ScriptedEntropy: Sendable {
  private let state: Mutex<UInt64>

  /// Makes a source; print the seed where a failure should be repeatable.
  public init(seed: UInt64) { state = Mutex(seed) }

  /// The source as a client's part.
  public var entropy: Entropy {
    Entropy { count in self.bytes(count: count) }
  }

  /// The next bytes.
  public func bytes(count: Int) -> [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count + 8)
      while bytes.count < count {
        let number = Self.next(&state)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
      }
      return Array(bytes.prefix(count))
    }
  }

  /// One step of SplitMix64 (Steele, Lea and Flood, 2014).
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
