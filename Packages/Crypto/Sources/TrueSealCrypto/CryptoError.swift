/// Why an operation on keys or bytes was refused; equal when the codes are.
public struct CryptoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of refusal; more may follow.
  public struct Code: Hashable, Sendable {
    let name: String

    /// A key, a secret or a requested length has a size the algorithm does not have.
    public static let wrongLength = Code(name: "wrongLength")
    /// The message is longer than the limit allows.
    public static let messageTooLong = Code(name: "messageTooLong")
    /// The bytes were not sealed with this key, nonce and binding, or were altered since.
    public static let forged = Code(name: "forged")
    /// The other key is of small order: the agreement gave only zeros.
    public static let smallOrder = Code(name: "smallOrder")
    /// The system has not the memory that was asked for.
    public static let noMemory = Code(name: "noMemory")
    /// The text is not the one encoding of any bytes.
    public static let malformed = Code(name: "malformed")
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
  public var description: String { "CryptoError.\(code.name): \(detail)" }
}
