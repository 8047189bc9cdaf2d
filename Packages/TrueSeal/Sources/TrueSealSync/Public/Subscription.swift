/// A listener's place; the listener is called until it is cancelled or the client is closed.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the calls; one that is running is not interrupted.
  ///
  /// May be called twice.
  public func cancel() { end() }
}
