public import TrueSealSessionReset

/// What an operation on one conversation came to, to be acted on once the transaction is committed.
public struct ConversationOutcome: Hashable, Sendable {
  /// The identity key of the other device, 32 bytes.
  public let peer: [UInt8]
  /// Texts of the peer, in order.
  public internal(set) var texts: [[UInt8]] = []
  /// What the owner is to be told, in order.
  public internal(set) var notices: [Notice] = []
  /// What had no effect and is to be counted.
  public internal(set) var drops: [Drop] = []
  /// Whether the text given to `send` waits for a session (SK-17).
  public internal(set) var isWaiting = false
  /// The references of texts whose expiry came while they waited; they are gone.
  public internal(set) var expired: [UInt64] = []

  /// Whether nothing is to be done about it.
  public var isEmpty: Bool { self == Self(peer: peer) }

  init(peer: [UInt8], _ outcomes: [Outcome] = [], expired: [UInt64] = []) {
    self.peer = peer
    self.expired = expired
    for outcome in outcomes {
      switch outcome {
      case .delivered(let text): texts.append(text)
      case .notice(let notice): notices.append(notice)
      case .dropped(let drop): drops.append(drop)
      case .waits: isWaiting = true
      }
    }
  }
}
