/// One released layout of a store: its number and the steps that lead to it from the one before.
public struct SchemaVersion: Sendable {
  /// The number kept in the file, from 1.
  public let number: Int
  /// The steps, in order.
  public let migrations: [Migration]

  /// The layout `number`, reached by `migrations`.
  public init(number: Int, migrations: [Migration]) {
    self.number = number
    self.migrations = migrations
  }
}
