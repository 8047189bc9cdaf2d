/// Why bytes or values of a conversation are refused.
public struct ConversationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of refusal; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes are none of the bodies listed in `RULES.md`.
    public static let malformed = Code(name: "malformed")
    /// An End or a rejection that the peer has not sealed and signed for this device (SK-30).
    public static let forged = Code(name: "forged")
    /// The bundle of an End is not signed by the peer, or its keys agree on nothing (SK-29).
    public static let unusableBundle = Code(name: "unusableBundle")
    /// A text is longer than `ConversationLimits.textByteCountMax`.
    public static let textTooLong = Code(name: "textTooLong")
    /// The peer's key is not an identity, or is this device's own.
    public static let invalidPeer = Code(name: "invalidPeer")
  }

  /// The kind of refusal.
  public let code: Code
  /// A sentence for the log, without keys or texts.
  public let detail: String

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and the sentence.
  public var description: String { "ConversationError.\(code.name): \(detail)" }
}
