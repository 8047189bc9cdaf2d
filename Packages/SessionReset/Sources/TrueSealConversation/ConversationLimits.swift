internal import TrueSealCrypto
internal import TrueSealRatchet

/// Sizes of a conversation's messages, in bytes; promised to peers, and changed with the protocol.
public enum ConversationLimits {
  /// The longest body the transport carries.
  public static let bodyByteCountMax = 61_440
  /// The longest text; what else its body holds takes 114 bytes, and 256 are set aside.
  public static let textByteCountMax = bodyByteCountMax - 256
  /// An End without and with a proof of the old session.
  public static let endByteCounts = [316, 384]
  /// A rejection.
  public static let rejectionByteCount = 89
  /// What an opening message has beside the ratchet's message.
  public static let openingByteCount = 57
  /// What an ordinary message has beside the ratchet's message.
  public static let ordinaryByteCount = 9

  /// The least a message of the ratchet has: header, tag, and the type of what it says.
  static let sealedByteCountMin = RatchetLimits.headerByteCount + CryptoLimits.tagByteCount + 1
  /// The digits of a verification: groups of five.
  static let verificationGroupCount = 6
}
