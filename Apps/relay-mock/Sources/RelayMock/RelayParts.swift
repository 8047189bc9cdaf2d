import Foundation
public import TrueSealCrypto
public import TrueSealRelayLink

/// What a relay is built from besides its settings; replace any part.
public struct RelayParts: Sendable {
  /// Opens the inboxes kept in a directory; may block.
  public var openShelf: @Sendable (_ directory: String) throws(RelayError) -> any InboxShelf
  /// Wall clock in Unix milliseconds, for the age of blobs only.
  public var wallClock: @Sendable () -> Int64
  /// Watches the sockets and measures the deadlines.
  public var eventLoop: EventLoop
  /// Where the relay's key and the ephemeral ones come from.
  public var entropy: Entropy

  /// The parts given.
  public init(
    openShelf: @escaping @Sendable (_ directory: String) throws(RelayError) -> any InboxShelf,
    wallClock: @escaping @Sendable () -> Int64, eventLoop: EventLoop, entropy: Entropy
  ) {
    self.openShelf = openShelf
    self.wallClock = wallClock
    self.eventLoop = eventLoop
    self.entropy = entropy
  }

  /// SQLite, the system's clock and entropy, and the event loop of the process.
  public static let live = RelayParts(
    openShelf: { directory throws(RelayError) in try SQLiteShelf(directory: directory) },
    wallClock: { Int64(Date().timeIntervalSince1970 * 1_000) },
    eventLoop: .shared,
    entropy: .system)
}
