/// Why something of a ratchet was refused; equal when the codes are.
///
/// Whatever was refused changed nothing.
public struct RatchetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of refusal; more may follow.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes are no bundle, opening, message or state of a known version.
    public static let malformed = Code(name: "malformed")
    /// A key is of small order or not canonical, so no secret can be agreed on with it.
    public static let invalidKey = Code(name: "invalidKey")
    /// The bundle's identity is another one than was expected.
    public static let wrongIdentity = Code(name: "wrongIdentity")
    /// The identity did not sign the bundle's signed prekey.
    public static let wrongSignature = Code(name: "wrongSignature")
    /// The opening names another prekey than the one that was given.
    public static let wrongPrekey = Code(name: "wrongPrekey")
    /// The key of this message was used already, or was given up for newer ones.
    public static let duplicate = Code(name: "duplicate")
    /// More messages are missing before this one than may be skipped at once.
    public static let tooManySkipped = Code(name: "tooManySkipped")
    /// The message was not made for this ratchet and binding, or was altered since.
    public static let forged = Code(name: "forged")
    /// The message is longer than the limit allows.
    public static let messageTooLong = Code(name: "messageTooLong")
    /// A ratchet that answers sends nothing before its first message has come.
    public static let nothingReceived = Code(name: "nothingReceived")
    /// The chain has no number left; a message of the peer begins another.
    public static let chainExhausted = Code(name: "chainExhausted")
  }

  /// What to switch on.
  public let code: Code
  /// A sentence for the log; never holds keys or messages.
  public let detail: String

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes and nothing else.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and the sentence.
  public var description: String { "RatchetError.\(code.name): \(detail)" }
}
