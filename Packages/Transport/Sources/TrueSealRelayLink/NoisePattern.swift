/// Which handshake is spoken: who proves which key, and in which message.
///
/// Source: Noise revision 34, sections 7.4 and 7.5.
public enum NoisePattern: Hashable, Sendable {
  /// Both prove a key, and neither needs to know the other's before: a Receive Session.
  case xx
  /// The initiator knows the responder's key and stays anonymous: a Push Session.
  case nk

  /// What one message carries, in order.
  enum Token {
    /// A fresh public key.
    case e
    /// The key to be proven.
    case s
    /// Agreements; the initiator's key is named first.
    case ee, es, se
  }

  /// The full name, which both ends hash first.
  public var name: String {
    switch self {
    case .xx: "Noise_XX_25519_ChaChaPoly_SHA256"
    case .nk: "Noise_NK_25519_ChaChaPoly_SHA256"
    }
  }

  /// Bytes of each handshake message with an empty payload (W-12).
  public var messageByteCounts: [Int] {
    switch self {
    case .xx: [32, 96, 64]
    case .nk: [48, 48]
    }
  }

  var messages: [[Token]] {
    switch self {
    case .xx: [[.e], [.e, .ee, .s, .es], [.s, .se]]
    case .nk: [[.e, .es], [.e, .ee]]
    }
  }
}
