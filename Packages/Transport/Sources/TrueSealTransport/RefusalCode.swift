/// Why a relay did not do what it was asked: the body of an Error frame (W-21).
public struct RefusalCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The byte that travels.
  public let rawValue: UInt8

  /// Takes any byte; one without a name is temporary.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The envelope is longer than the relay stores; permanent.
  public static let tooLarge = RefusalCode(rawValue: 0x01)
  /// This Push is too short to be one; permanent.
  public static let malformed = RefusalCode(rawValue: 0x02)
  /// The peer broke the protocol; the session ends.
  public static let protocolError = RefusalCode(rawValue: 0x03)
  /// The recipient's inbox has no room.
  public static let inboxFull = RefusalCode(rawValue: 0x10)
  /// Too many Pushes for this recipient in a short time.
  public static let rateLimited = RefusalCode(rawValue: 0x11)
  /// The relay does not store at the moment.
  public static let unavailable = RefusalCode(rawValue: 0x12)
  /// The relay failed.
  public static let internalError = RefusalCode(rawValue: 0x13)
  /// The key has more Receive Sessions than allowed; this one ends.
  public static let tooManySessions = RefusalCode(rawValue: 0x14)

  /// Whether trying the same again is pointless; unknown codes are temporary.
  public var isPermanent: Bool { self == .tooLarge || self == .malformed }

  /// The name, or `unknown(n)` with the byte in decimal.
  public var description: String {
    switch self {
    case .tooLarge: "tooLarge"
    case .malformed: "malformed"
    case .protocolError: "protocolError"
    case .inboxFull: "inboxFull"
    case .rateLimited: "rateLimited"
    case .unavailable: "unavailable"
    case .internalError: "internalError"
    case .tooManySessions: "tooManySessions"
    default: "unknown(\(rawValue))"
    }
  }
}
