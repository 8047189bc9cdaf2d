import CryptoFixtures
import Synchronization

/// Chance that several may draw from.
final class Dice: Sendable {
  private let seeded: Mutex<Seeded>

  init(_ seed: UInt64) { seeded = Mutex(Seeded(seed)) }

  func bytes(_ count: Int) -> [UInt8] { seeded.withLock { $0.bytes(count...count) } }

  func number(_ range: Range<Int>) -> Int {
    seeded.withLock { Int.random(in: range, using: &$0) }
  }
}
