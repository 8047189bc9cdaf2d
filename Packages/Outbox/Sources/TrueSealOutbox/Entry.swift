/// A message for one recipient, waiting in the outbox; its body stays in the store.
public struct Entry: Hashable, Sendable, Identifiable {
  /// Names one entry: a message goes to a recipient at most once.
  public struct ID: Hashable, Sendable {
    /// The recipient's agreement key.
    public let recipient: [UInt8]
    /// The message's sequence number.
    public let sequence: UInt64

    /// Names the entry of message `sequence` for `recipient`.
    public init(recipient: [UInt8], sequence: UInt64) {
      self.recipient = recipient
      self.sequence = sequence
    }
  }

  /// What the message is for; the raw value is its tag on the wire (rule W-35).
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The tag, one byte.
    public let rawValue: UInt8

    /// The kind with this tag, known here or not.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A joiner's wish to be let in.
    public static let pair = Kind(rawValue: 1)
    /// A message of the app.
    public static let sync = Kind(rawValue: 2)
    /// The end of the group.
    public static let revoke = Kind(rawValue: 3)
    /// A change of the member list; nothing passes it, since it may have to be cut.
    public static let groupManifest = Kind(rawValue: 4)
    /// A message of the package SessionReset.
    public static let conversation = Kind(rawValue: 5)

    /// Whether it is for members alone, and waits while its recipient is not listed (D-08).
    public var isForMembers: Bool { self == .sync || self == .conversation }
  }

  /// The recipient's agreement key.
  public let recipient: [UInt8]
  /// The message's number, 1 or more; entries of one recipient go out in its order.
  public let sequence: UInt64
  /// What the message is for.
  public let kind: Kind
  /// The Sender Timestamp fixed by `send()`, in Unix milliseconds; nil when each seal stamps anew.
  public let timestamp: UInt64?
  /// When to give up, in Unix milliseconds; nil for an entry that must get through.
  public let expiry: UInt64?
  /// How many parts the body can be cut down to: the manifests of a Group Manifest, else 1.
  public let partCount: Int

  /// An entry as it stands in the store.
  ///
  /// `partCount` below 1 counts as 1.
  public init(
    recipient: [UInt8], sequence: UInt64, kind: Kind, timestamp: UInt64? = nil,
    expiry: UInt64? = nil, partCount: Int = 1
  ) {
    self.recipient = recipient
    self.sequence = sequence
    self.kind = kind
    self.timestamp = timestamp
    self.expiry = expiry
    self.partCount = max(1, partCount)
  }

  /// The entry's name.
  public var id: ID { ID(recipient: recipient, sequence: sequence) }

  /// The same entry with half its parts, rounded down, and at least one.
  public var halved: Entry {
    Entry(
      recipient: recipient, sequence: sequence, kind: kind, timestamp: timestamp,
      expiry: expiry, partCount: partCount / 2)
  }
}
