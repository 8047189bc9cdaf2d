@testable import TrueSealSync

/// The channel behind every listener, with numbers for events.
struct EventChannelProbe {
  private let channel: EventChannel<Int>

  /// With `coalescing`, an even number takes the place of an even one that waits.
  init(coalescing: Bool = false) {
    channel = EventChannel { newer, older in
      coalescing && newer.isMultiple(of: 2) && older.isMultiple(of: 2)
    }
  }

  func post(_ number: Int) { channel.post(number) }

  func listen(_ handler: @escaping @concurrent @Sendable (Int) async -> Void) -> Subscription {
    channel.listen(handler)
  }
}
