/// A random draw that keeps devices from coming back all at once.
public struct Jitter: Hashable, Sendable {
  /// 0 for none, 65,535 for as much as the policy allows.
  public let draw: UInt16

  /// Takes two random bytes.
  public init(draw: UInt16) {
    self.draw = draw
  }

  /// No chance at all.
  public static let none = Jitter(draw: 0)
  /// As much as the policy allows.
  public static let full = Jitter(draw: .max)
}
