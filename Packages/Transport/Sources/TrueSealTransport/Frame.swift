/// One thing said between a device and a relay.
///
///     type u8 ‖ length u32 ‖ body
///
///     01 Push        device → relay   Push session      recipient (32) ‖ envelope (1 or more)
///     02 Deliver     relay → device   Receive session   blob id u64 ‖ envelope
///     03 Heartbeat   both ways        Receive session   empty
///     04 Ack         relay → device   Push session      empty
///     05 Error       relay → device   both              code u8
///     06 DeliverAck  device → relay   Receive session   blob id u64
///
/// A relay never looks inside an envelope, so any bytes are an envelope here (W-23).
public enum Frame: Hashable, Sendable {
  /// Asks the relay to keep an envelope for the holder of an X25519 key.
  case push(recipient: [UInt8], envelope: [UInt8])
  /// Hands a kept envelope to its recipient; the blob id is only echoed, never interpreted.
  case deliver(blobID: UInt64, envelope: [UInt8])
  /// Shows that the line is alive; the relay sends it back.
  case heartbeat
  /// Answers a Push: stored, and synced to disk.
  case ack
  /// Answers a Push, or announces the end of the session.
  case error(RefusalCode)
  /// Says that the envelope is safe and the relay may delete its blob.
  case deliverAck(blobID: UInt64)
}

extension Frame {
  /// Bytes of the encoded frame.
  public var encodedByteCount: Int { TransportLimits.frameHeaderByteCount + bodyByteCount }

  /// The frame as it travels inside one message.
  ///
  /// A recipient that is not 32 bytes, a Push without envelope and a frame above
  /// `TransportLimits.frameByteCountMax` are errors of the caller and stop the program.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    encode(to: &bytes)
    return bytes
  }

  /// Appends the encoded frame to `bytes`, for callers that reuse a buffer; see `encoded()`.
  public func encode(to bytes: inout [UInt8]) {
    precondition(encodedByteCount <= TransportLimits.frameByteCountMax, "The frame is too long.")
    bytes.reserveCapacity(bytes.count + encodedByteCount)
    bytes.append(kind.rawValue)
    BigEndian.append(UInt32(bodyByteCount), to: &bytes)
    switch self {
    case .push(let recipient, let envelope):
      precondition(recipient.count == TransportLimits.keyByteCount, "A recipient has 32 bytes.")
      precondition(!envelope.isEmpty, "A Push carries an envelope.")
      bytes.append(contentsOf: recipient)
      bytes.append(contentsOf: envelope)
    case .deliver(let blobID, let envelope):
      BigEndian.append(blobID, to: &bytes)
      bytes.append(contentsOf: envelope)
    case .deliverAck(let blobID):
      BigEndian.append(blobID, to: &bytes)
    case .error(let code):
      bytes.append(code.rawValue)
    case .heartbeat, .ack:
      break
    }
  }

  /// Reads one whole frame, whoever sent it.
  ///
  /// - Throws: `TransportError`: `shortPush` for a Push with fewer than 33 bytes, else `malformed`.
  public init(decoding bytes: [UInt8]) throws(TransportError) {
    let header = TransportLimits.frameHeaderByteCount
    guard bytes.count >= header, bytes.count <= TransportLimits.frameByteCountMax else {
      throw TransportError(.malformed, "A frame has 5 to 65,519 bytes.")
    }
    guard let kind = Kind(rawValue: bytes[0]) else {
      throw TransportError(.malformed, "The frame's type is unknown.")
    }
    let bodyByteCount: UInt32 = BigEndian.number(at: 1, in: bytes)
    guard Int(bodyByteCount) == bytes.count - header else {
      throw TransportError(.malformed, "The frame's length does not match.")
    }
    try self.init(kind, bodyOf: bytes)
  }

  enum Kind: UInt8 {
    case push = 1
    case deliver, heartbeat, ack, error, deliverAck
  }

  var kind: Kind {
    switch self {
    case .push: .push
    case .deliver: .deliver
    case .heartbeat: .heartbeat
    case .ack: .ack
    case .error: .error
    case .deliverAck: .deliverAck
    }
  }

  private static let blobIDByteCount = 8

  private var bodyByteCount: Int {
    switch self {
    case .push(let recipient, let envelope): recipient.count + envelope.count
    case .deliver(_, let envelope): Self.blobIDByteCount + envelope.count
    case .deliverAck: Self.blobIDByteCount
    case .error: 1
    case .heartbeat, .ack: 0
    }
  }

  private init(_ kind: Kind, bodyOf bytes: [UInt8]) throws(TransportError) {
    let body = bytes[TransportLimits.frameHeaderByteCount...]
    switch kind {
    case .push where body.count > TransportLimits.keyByteCount:
      self = .push(
        recipient: Array(body.prefix(TransportLimits.keyByteCount)),
        envelope: Array(body.dropFirst(TransportLimits.keyByteCount)))
    case .push:
      throw TransportError(.shortPush, "A Push holds a recipient and an envelope.")
    case .deliver where body.count >= Self.blobIDByteCount:
      self = .deliver(
        blobID: BigEndian.number(at: body.startIndex, in: bytes),
        envelope: Array(body.dropFirst(Self.blobIDByteCount)))
    case .deliverAck where body.count == Self.blobIDByteCount:
      self = .deliverAck(blobID: BigEndian.number(at: body.startIndex, in: bytes))
    case .error where body.count == 1:
      self = .error(RefusalCode(rawValue: bytes[body.startIndex]))
    case .heartbeat where body.isEmpty:
      self = .heartbeat
    case .ack where body.isEmpty:
      self = .ack
    case .deliver, .heartbeat, .ack, .error, .deliverAck:
      throw TransportError(.malformed, "The frame's body is not one its type has.")
    }
  }
}
