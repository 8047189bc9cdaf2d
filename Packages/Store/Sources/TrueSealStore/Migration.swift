/// One step from an older layout to a newer one, named by the package that owns the tables.
///
/// A released migration is never edited: a store may stand on either side of it.
public struct Migration: Sendable {
  /// Says in errors which step failed, such as `outbox.1.entry`.
  public let name: String

  let body: @Sendable (borrowing Transaction) throws -> Void

  /// A step that `body` carries out inside the transaction that also changes the version.
  public init(_ name: String, _ body: @escaping @Sendable (borrowing Transaction) throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Runs the step; an error keeps its code and gains the name of the step.
  func apply(in transaction: borrowing Transaction) throws(StoreError) {
    do {
      try body(transaction)
    } catch let error as StoreError {
      throw StoreError(error.code, "\(name): \(error.detail)")
    } catch {
      throw StoreError(.migrationFailed, "\(name): \(type(of: error))")
    }
  }
}
