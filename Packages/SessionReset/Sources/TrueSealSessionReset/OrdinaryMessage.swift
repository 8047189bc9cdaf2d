/// A message on a session that the peer holds.
public struct OrdinaryMessage: Hashable, Sendable {
  /// The session.
  public let tag: SessionTag
  /// The ratchet's message; the tag is bound to it.
  public let sealed: [UInt8]

  /// Puts a message together.
  public init(tag: SessionTag, sealed: [UInt8]) {
    self.tag = tag
    self.sealed = sealed
  }

  /// What is authenticated with the content: form (1), tag (8).
  public var binding: [UInt8] { Self.binding(tag: tag) }

  static func binding(tag: SessionTag) -> [UInt8] { [0] + tag.bytes }
}
