/// A message on a session the peer may not hold yet: it brings what opens it.
public struct OpeningMessage: Hashable, Sendable {
  /// The session, a hash of `baseKey` cut to 8 bytes.
  public let tag: SessionTag
  /// The public key the session was opened with.
  public let baseKey: [UInt8]
  /// The receiver's keys that were used.
  public let prekey: PrekeyID
  /// The attempt these were made for.
  public let attempt: AttemptID
  /// The ratchet's message; everything above is bound to it.
  public let sealed: [UInt8]

  /// Puts a message together.
  public init(
    tag: SessionTag, baseKey: [UInt8], prekey: PrekeyID, attempt: AttemptID, sealed: [UInt8]
  ) {
    self.tag = tag
    self.baseKey = baseKey
    self.prekey = prekey
    self.attempt = attempt
    self.sealed = sealed
  }

  /// What is authenticated with the content: form (1), tag (8), keys (8), attempt (16), base key.
  public var binding: [UInt8] {
    Self.binding(tag: tag, baseKey: baseKey, prekey: prekey, attempt: attempt)
  }

  static func binding(
    tag: SessionTag, baseKey: [UInt8], prekey: PrekeyID, attempt: AttemptID
  ) -> [UInt8] {
    [1] + tag.bytes + ByteReader.bytes(of: prekey.number) + attempt.bytes + baseKey
  }
}
