internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

/// What one operation has changed.
struct Change {
  let side: Int
  let before: Device.Shelf.Contents
  let after: Device.Shelf.Contents
  let old: SessionReset
  let new: SessionReset
  let outcomes: [Outcome]
  /// The message it was about.
  let message: Device.Message?

  /// Messages it has put into the outbox.
  var sent: [Device.Message] { Array(after.outbox.dropFirst(before.outbox.count)) }

  /// How many texts that waited are among these.
  var releasedCount: Int { max(0, before.waiting.count - after.waiting.count) }

  /// Whether a reset has started by itself.
  var isAutomatic: Bool { message != nil && !isInitiated(old) && isInitiated(new) }

  /// Whether the message could not be read.
  var isRefused: Bool {
    outcomes.contains { if case .dropped(.refused) = $0 { true } else { false } }
  }

  /// The attempt that was completed.
  var completed: Attempt? {
    guard let attempt = old.running, new.state == .none, new.epoch == attempt.epoch else {
      return nil
    }
    return attempt
  }

  func isInitiated(_ machine: SessionReset) -> Bool {
    if case .initiated = machine.state { true } else { false }
  }
}
