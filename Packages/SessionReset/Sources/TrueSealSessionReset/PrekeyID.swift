/// The name of the keys made for one attempt: a signed prekey and a one-time prekey (SK-25, SK-28).
///
/// Draw it at random; 0 is as good as any. An id that comes twice is refused.
public struct PrekeyID: Hashable, Sendable {
  /// The name.
  public let number: UInt64

  /// Names a pair of prekeys.
  public init(number: UInt64) { self.number = number }
}
