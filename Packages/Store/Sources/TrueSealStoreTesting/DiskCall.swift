/// A call SQLite made of a `TestDisk`.
public struct DiskCall: Hashable, Sendable, CustomStringConvertible {
  /// What was asked.
  public let operation: DiskFault.Operation
  /// Of which file.
  public let path: String

  /// The name of the file, without its folder.
  public var file: String { String(path.split(separator: "/").last ?? "") }

  /// Such as `sync box.trueseal-wal`.
  public var description: String { "\(operation) \(file)" }
}
