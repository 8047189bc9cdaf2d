/// A call SQLite made of a `TestDisk`.
public struct DiskCall: Hashable, Sendable, CustomStringConvertible {
  /// What was asked.
  public let operation: DiskFault.Operation
  /// The name of the file, without its folder.
  public let file: String

  /// Such as `sync box.trueseal-wal`.
  public var description: String { "\(operation) \(file)" }
}
