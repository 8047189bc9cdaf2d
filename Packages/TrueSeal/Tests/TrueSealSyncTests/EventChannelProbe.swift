@testable import TrueSealSync

/// The channel behind every listener, with numbers for events.
struct EventChannelProbe {
  private let channel = EventChannel<Int>()

  func post(_ number: Int) { channel.post(number) }

  func listen(_ handler: @escaping @concurrent @Sendable (Int) async -> Void) -> Subscription {
    channel.listen(handler)
  }
}
