/// An open file, socket or end of a pipe; closed when nobody holds it any more.
final class Descriptor: Sendable {
  private let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { System.closeDescriptor(number) }

  /// Lends the number, and keeps the file open while it is in use.
  ///
  /// A number that was merely read would not: an optimizer may let go of the object right after.
  func lend<Result, Failure>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(number)
  }
}
