internal import Synchronization

/// The app's message handler, and whether the app has taken it back.
final class SetHandler: Sendable {
  private let body: TrueSeal.MessageHandler
  private let cancelled = Atomic(false)

  init(_ body: @escaping TrueSeal.MessageHandler) { self.body = body }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Takes effect at once: a call that runs is not interrupted, and none follows.
  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// The client whose handler the present task runs in.
  @TaskLocal static var runsFor: ObjectIdentifier?

  /// Calls the app, in a task of its own so that closing the client interrupts nothing of the app's.
  func handle(_ message: Message, for client: ObjectIdentifier) async throws {
    try await Self.$runsFor.withValue(client) {
      try await Task { [body] in try await body(message) }.value
    }
  }
}
