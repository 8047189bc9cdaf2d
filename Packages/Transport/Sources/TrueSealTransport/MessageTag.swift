/// What kind of message a sealed body is (W-35).
public struct MessageTag: RawRepresentable, Hashable, Sendable {
  /// The byte that travels.
  public let rawValue: UInt8

  /// Takes any byte; a reader accepts only the tags it was told to.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A device asks to be admitted.
  public static let pair = MessageTag(rawValue: 1)
  /// The app's own bytes.
  public static let sync = MessageTag(rawValue: 2)
  /// A member was removed.
  public static let revoke = MessageTag(rawValue: 3)
  /// Member lists.
  public static let groupManifest = MessageTag(rawValue: 4)
  /// Belongs to the package SessionReset; unknown to a client without it.
  public static let conversation = MessageTag(rawValue: 5)

  /// The tags every client knows.
  public static let core: Set<MessageTag> = [.pair, .sync, .revoke, .groupManifest]

  /// Whether a body under this tag may be deflated; Pair and Revoke may not (W-33).
  public var allowsCompression: Bool { self != .pair && self != .revoke }
}
