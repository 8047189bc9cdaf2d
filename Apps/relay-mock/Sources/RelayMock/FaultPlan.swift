import Synchronization

/// The faults a test has asked for, and how often each has struck.
///
/// Shared between the test and a running relay; faults may be added and dropped at any time.
public final class FaultPlan: Sendable {
  private struct Armed {
    let fault: Fault
    var seenCount = 0
    var firedCount = 0
  }

  private let armed: Mutex<[Armed]>

  /// Starts with the given faults.
  public init(_ faults: [Fault] = []) {
    armed = Mutex(faults.map { Armed(fault: $0) })
  }

  /// Adds a fault; it counts occasions from now on.
  public func arm(_ fault: Fault) {
    armed.withLock { $0.append(Armed(fault: fault)) }
  }

  /// Drops every fault and its counts.
  public func disarmAll() {
    armed.withLock { $0 = [] }
  }

  /// Each fault in the order it was armed, and how often it has struck.
  public var counts: [(fault: Fault, firedCount: Int)] {
    armed.withLock { $0.map { ($0.fault, $0.firedCount) } }
  }

  /// The faults that were asked for and never struck; a run that ends with one proves nothing.
  public var unfired: [Fault] {
    armed.withLock { $0.filter { $0.firedCount == 0 }.map(\.fault) }
  }

  /// Counts one occasion and says what shall go wrong at it, if anything.
  func strike(at point: Fault.Point, key: [UInt8]) -> Fault.Action? {
    armed.withLock { armed in
      var action: Fault.Action?
      for place in armed.indices where armed[place].fault.matches(point, key) {
        armed[place].seenCount += 1
        let fault = armed[place].fault
        let isDue = armed[place].seenCount >= fault.nth
        let isSpent = fault.times.map { armed[place].firedCount >= $0 } ?? false
        guard action == nil, isDue, !isSpent else { continue }
        armed[place].firedCount += 1
        action = fault.action
      }
      return action
    }
  }
}
