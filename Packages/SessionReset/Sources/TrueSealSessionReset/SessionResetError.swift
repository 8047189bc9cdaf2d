/// Why a value is refused or an operation cannot be done.
public struct SessionResetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of refusal; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes or values are not what this package writes.
    public static let malformed = Code(name: "malformed")
    /// What is stored does not fit together.
    public static let damaged = Code(name: "damaged")
    /// The End of this attempt may have left, or there is none; only a newer reset helps (SK-41).
    public static let tooLate = Code(name: "tooLate")
    /// So many texts wait for a session that no more are taken (SK-17).
    public static let waitingFull = Code(name: "waitingFull")
    /// There is nothing the owner was asked about (SK-31).
    public static let nothingHeld = Code(name: "nothingHeld")
    /// No epoch is left, or the keys drawn for an attempt were in use already.
    public static let cannotStart = Code(name: "cannotStart")
  }

  /// The kind of refusal.
  public let code: Code
  /// A sentence for the log, without keys or texts.
  public let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and the sentence.
  public var description: String { "SessionResetError.\(code.name): \(detail)" }
}

extension SessionResetError.Code: CustomStringConvertible {
  /// The code's name.
  public var description: String { name }
}
