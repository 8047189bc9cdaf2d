internal import Synchronization

/// Numbers that follow from a seed, one after another; several ciphers may share it.
public final class Chance: Sendable {
  private let state: Mutex<UInt64>

  /// Starts a row of numbers.
  public init(seed: UInt64) { state = Mutex(seed) }

  /// The next number.
  public func next() -> UInt64 {
    let counter = state.withLock { state in
      state &+= 1
      return state
    }
    return Toy.mix([counter])
  }
}
