/// One line a client would say about itself; it holds no key, no body and no address.
public struct LogEntry: Hashable, Sendable {
  /// How much it matters.
  public enum Level: String, Hashable, Sendable {
    /// Of use to somebody looking for a fault.
    case debug
    /// Ordinary and rare.
    case notice
    /// Something did not work and is tried again, or was given up.
    case warning
  }

  /// How much it matters.
  public let level: Level
  /// A sentence.
  public let text: String

  /// Makes an entry.
  public init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }
}
