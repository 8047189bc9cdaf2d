/// One thing that goes wrong on a `TestDisk`, at one of the calls SQLite makes.
public struct DiskFault: Hashable, Sendable {
  /// What a call asks of the disk.
  public enum Operation: String, CaseIterable, Sendable {
    case read, write, sync, truncate, delete

    /// The calls that change what a disk holds.
    public static let changes: Set<Operation> = [.write, .sync, .truncate, .delete]
  }

  /// Why a call fails.
  public enum Cause: Hashable, Sendable {
    /// The device failed, `EIO`.
    case device
    /// There is no room left, `ENOSPC`.
    case room
  }

  /// What of the unsynced writes is found after a loss of power.
  public enum Survival: Hashable, Sendable {
    /// Nothing: each file is as it was synced last.
    case nothing
    /// Some sectors, lengths and names and not others, drawn from a seed.
    case some(seed: UInt64)
  }

  /// What becomes of the call.
  public enum Effect: Hashable, Sendable {
    /// It does nothing and fails.
    case fails(Cause)
    /// A write writes its first half and fails; other calls only fail.
    case tears(Cause)
    /// It does nothing and succeeds, as on a disk that lies.
    case isLost
    /// The process ends before it: neither this call nor any later one does anything.
    case stops
    /// The power goes before it, and what was not synced with it.
    case losesPower(Survival)
  }

  /// What becomes of the call.
  public let effect: Effect
  /// Which call, counted from 1 since the fault was planned.
  public let number: Int
  /// The calls that count.
  public let operations: Set<Operation>
  /// Whether all later ones are struck as well, until the disk is mended.
  public let isLasting: Bool

  /// A fault at call number `number` of the given kinds.
  public init(
    _ effect: Effect, at number: Int, of operations: Set<Operation> = Operation.changes,
    isLasting: Bool = false
  ) {
    self.effect = effect
    self.number = number
    self.operations = operations
    self.isLasting = isLasting
  }
}
