/// Why bytes could not be read, or could not be written.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, to switch on; more codes may come.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes are not what the protocol allows here.
    public static let malformed = Code(name: "malformed")
    /// A Push too short for a recipient and one byte; the session goes on (W-22).
    public static let shortPush = Code(name: "shortPush")
    /// The author did not sign these bytes.
    public static let badSignature = Code(name: "badSignature")
    /// What should be sent is longer than the protocol allows.
    public static let tooLong = Code(name: "tooLong")
    /// A number that is stored is above 2^63-1.
    public static let numberTooLarge = Code(name: "numberTooLarge")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence for a log; never holds contents.
  public let detail: String

  /// Says what went wrong; public so that a caller can compare: errors are equal by code.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Feeds the code, which alone decides equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The code and the sentence.
  public var description: String { "TransportError.\(code.name): \(detail)" }
}
