/// The relay's no to one push; the raw value is the code on the wire (rule W-21).
public struct Refusal: RawRepresentable, Hashable, Sendable {
  /// The code, one byte.
  public let rawValue: UInt8

  /// The refusal with this code, known here or not.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The envelope is longer than the relay takes.
  public static let tooLarge = Refusal(rawValue: 0x01)
  /// The relay cannot read the push.
  public static let malformed = Refusal(rawValue: 0x02)

  /// Whether the same push can never succeed; a code nobody here knows may pass.
  public var isPermanent: Bool { self == .tooLarge || self == .malformed }
}
