public import TrueSealOutbox

/// A message on its way into the outbox.
public struct OutgoingMessage: Hashable, Sendable {
  /// Its number, taken from `SequenceRecord` in the same transaction.
  public let sequence: UInt64
  /// What it is for.
  public let kind: Entry.Kind
  /// The Sender Timestamp in Unix milliseconds, if it is fixed now.
  public let timestamp: UInt64?
  /// When to give up, in Unix milliseconds; nil if it must get through.
  public let expiry: UInt64?
  /// How many parts the body can be cut down to, at least 1.
  public let partCount: Int
  /// What it says.
  public let body: Body

  /// A control message: stamped anew at each seal, and never too old.
  public init(sequence: UInt64, kind: Entry.Kind, body: Body, partCount: Int = 1) {
    self.init(
      sequence: sequence, kind: kind, timestamp: nil, expiry: nil, body: body,
      partCount: partCount)
  }

  /// A message of the app, sent at `wallClock` in Unix milliseconds and worth pushing for 30 days.
  public static func sync(sequence: UInt64, at wallClock: UInt64, body: Body) -> OutgoingMessage {
    app(.sync, sequence: sequence, at: wallClock, body: body)
  }

  /// The same for any kind of message whose age counts from when the app sent it.
  public static func app(
    _ kind: Entry.Kind, sequence: UInt64, at wallClock: UInt64, body: Body
  ) -> OutgoingMessage {
    let (expiry, isBeyondTime) = wallClock.addingReportingOverflow(
      OutboxLimits.lifetimeMilliseconds)
    return OutgoingMessage(
      sequence: sequence, kind: kind, timestamp: wallClock, expiry: isBeyondTime ? .max : expiry,
      body: body)
  }

  /// The message's entry for one of its recipients, as it will stand in the outbox.
  public func entry(for recipient: [UInt8]) -> Entry {
    Entry(
      recipient: recipient, sequence: sequence, kind: kind, timestamp: timestamp, expiry: expiry,
      partCount: partCount)
  }

  /// A message with everything spelled out.
  public init(
    sequence: UInt64, kind: Entry.Kind, timestamp: UInt64?, expiry: UInt64?, body: Body,
    partCount: Int = 1
  ) {
    self.sequence = sequence
    self.kind = kind
    self.timestamp = timestamp
    self.expiry = expiry
    self.body = body
    self.partCount = max(1, partCount)
  }
}
