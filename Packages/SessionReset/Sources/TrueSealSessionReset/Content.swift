/// What stands inside an encrypted message: a type (1) and what belongs to it (SK-33).
public enum Content: Hashable, Sendable {
  /// A text of the owner.
  case text([UInt8])
  /// One of the messages the devices send by themselves.
  case empty(Empty)

  /// The plaintext: 0 and the text, or 1 (acknowledgement) or 2 (confirmation) and the attempt's id.
  public var bytes: [UInt8] {
    switch self {
    case .text(let text): [0] + text
    case .empty(.acknowledgement(let id)): [1] + id.bytes
    case .empty(.confirmation(let id)): [2] + id.bytes
    }
  }

  /// Reads a plaintext.
  ///
  /// - Throws: `SessionResetError`, code `malformed`, for an unknown type or a wrong length.
  public init(bytes: [UInt8]) throws(SessionResetError) {
    var reader = ByteReader(bytes)
    switch try reader.number() as UInt8 {
    case 0:
      self = .text(reader.rest())
    case 1:
      self = .empty(.acknowledgement(try reader.id()))
    case 2:
      self = .empty(.confirmation(try reader.id()))
    default:
      throw SessionResetError(.malformed, "the type of the content is unknown")
    }
    try reader.finish()
  }
}
