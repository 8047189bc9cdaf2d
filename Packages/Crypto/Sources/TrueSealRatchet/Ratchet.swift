internal import TrueSealCrypto

/// One session of two devices: every message has a key of its own, and every answer renews them all.
///
/// A value: a copy goes on apart, and what is refused changes nothing. Store `encoded` before a
/// message leaves or counts as read, and never go on from an older state: that uses a key twice.
///
/// Source: X3DH, revision 1, and Double Ratchet, revision 1, with Ed25519 identities.
public struct Ratchet: Sendable {
  /// A chain that messages are sent on.
  struct Sending: Sendable {
    var key: [UInt8]
    var number: UInt32
    var previousCount: UInt32
  }

  /// A chain that messages come on; `number` is the next one expected.
  struct Receiving: Sendable {
    var key: RatchetKey
    var number: UInt32
  }

  /// A chain that ended after `count` messages.
  struct Past: Hashable, Sendable {
    let key: RatchetKey
    let count: UInt32
  }

  /// The texts that its keys are derived with.
  public let labels: RatchetLabels
  /// The Ed25519 key of the device that began, 32 bytes.
  public let initiator: [UInt8]
  /// The Ed25519 key of the device that answers, 32 bytes.
  public let responder: [UInt8]
  /// The key that was made for this session alone, 32 bytes; see `Opening`.
  public let openingKey: [UInt8]
  /// What must go beside every message until the peer has answered; then nil, and nil for who answers.
  public internal(set) var opening: Opening?

  var secrets = RatchetSecrets()
  var sending: Sending?
  var receiving: Receiving?
  var past: [Past] = []
  var skipped = SkippedKeys()

  init(labels: RatchetLabels, initiator: [UInt8], responder: [UInt8], openingKey: [UInt8]) {
    self.labels = labels
    self.initiator = initiator
    self.responder = responder
    self.openingKey = openingKey
  }
}

// MARK: What is known about it

extension Ratchet {
  /// Whether a message of the peer has come.
  public var hasReceived: Bool { receiving != nil }
  /// Whether a message can be sent: at once for who began, after the first message for who answers.
  public var canSend: Bool { sending != nil }
  /// How many keys of missing messages are kept, at most 2,000.
  public var skippedCount: Int { skipped.count }
  /// The short name of the session, 8 bytes, the same on both sides.
  public var sessionTag: [UInt8] { Self.sessionTag(openingKey: openingKey) }

  /// The name of the session that `openingKey` opens: the first 8 bytes of SHA-256 over "trueseal
  /// session tag v1", a zero byte and the key.
  public static func sessionTag(openingKey: [UInt8]) -> [UInt8] {
    let digest = Digest.sha256([RatchetLabels.sessionTag, openingKey])
    return Array(digest.prefix(RatchetLimits.sessionTagByteCount))
  }

  /// What a message is bound to: both identities, what the caller adds, and the header.
  ///
  /// The first and last part have fixed sizes, so no two bindings can be taken for each other.
  func bound(_ binding: [UInt8], header: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      2 * CryptoLimits.publicKeyByteCount + binding.count + RatchetLimits.headerByteCount)
    bytes += initiator
    bytes += responder
    bytes += binding
    bytes += header
    return bytes
  }
}

extension Ratchet: Equatable {
  /// Whether both hold the same state; takes the same time wherever the secrets differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.labels == right.labels && left.encoded().matches(right.encoded())
  }
}
