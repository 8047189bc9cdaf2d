/// The answer to an End whose epoch is not high enough (SK-36); signed as an End is, with a label
/// of its own.
public struct ResetRejection: Hashable, Sendable {
  /// The attempt that is refused.
  public let id: AttemptID
  /// The epoch that must be exceeded.
  public let epoch: UInt64

  /// Refuses an attempt.
  public init(id: AttemptID, epoch: UInt64) {
    self.id = id
    self.epoch = epoch
  }
}
