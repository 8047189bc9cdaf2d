/// Whom a relay has put off on one Push Session, so that order per recipient holds (W-20).
///
/// After a temporary refusal every later Push for the same recipient gets the same code and is not
/// stored, or a pipelined message would overtake the refused one.
public struct PushRefusals: Hashable, Sendable {
  private var codes: [[UInt8]: RefusalCode] = [:]

  /// Starts with a new session, on which nobody was refused.
  public init() {}

  /// The code that a Push for this recipient must get; nil when it may be stored.
  public func code(for recipient: [UInt8]) -> RefusalCode? { codes[recipient] }

  /// Notes what a Push was answered with; permanent codes concern that Push only.
  ///
  /// False when `TransportLimits.Chosen.refusedRecipientCountMax` recipients are held and this
  /// would be one more: the relay then ends the session.
  public mutating func refused(_ recipient: [UInt8], with code: RefusalCode) -> Bool {
    guard !code.isPermanent, codes[recipient] == nil else { return true }
    guard codes.count < TransportLimits.Chosen.refusedRecipientCountMax else { return false }
    codes[recipient] = code
    return true
  }
}
