/// What an author says to one recipient, before it is signed and sealed (W-31).
///
///     author Ed25519 (32) ‖ sequence u64 ‖ timestamp u64 ‖ view (32) ‖ tag u8 ‖ codec u8 ‖
///     body length u32 ‖ payload length u32 ‖ payload ‖ signature (64) ‖ padding
public struct Content: Hashable, Sendable, CustomStringConvertible {
  /// What a signature's message begins with, before one zero byte (W-32).
  public static let signatureLabel = "trueseal envelope signature v1"

  /// The author's Ed25519 key.
  public let author: [UInt8]
  /// The author's number for this message.
  public let sequence: UInt64
  /// The author's clock, in Unix milliseconds.
  public let timestamp: UInt64
  /// The hash of the author's current manifest; zeros when it has none.
  public let view: [UInt8]
  /// What kind of message the body is.
  public let tag: MessageTag
  /// How the payload holds the body.
  public let codec: Codec
  /// Bytes of the body.
  public let bodyByteCount: Int
  /// The body as it travels.
  public let payload: [UInt8]

  /// Says something, deflating the body where that is allowed and makes it shorter.
  ///
  /// An author or view that is not 32 bytes is an error of the caller and stops the program.
  /// Pass `compression: false` for a body that mixes secrets with text an attacker chose: its
  /// deflated size shows on the wire.
  ///
  /// - Throws: `TransportError`: `tooLong` above `TransportLimits.bodyByteCountMax` bytes,
  ///   `numberTooLarge` above `TransportLimits.storedNumberMax`.
  public init(
    author: [UInt8], sequence: UInt64, timestamp: UInt64, view: [UInt8], tag: MessageTag,
    body: [UInt8], compression: Bool, using deflater: Deflater
  ) throws(TransportError) {
    precondition(author.count == TransportLimits.keyByteCount, "An author's key has 32 bytes.")
    precondition(view.count == TransportLimits.hashByteCount, "A view has 32 bytes.")
    guard body.count <= TransportLimits.bodyByteCountMax else {
      throw TransportError(.tooLong, "A body has at most 61,440 bytes.")
    }
    guard sequence <= TransportLimits.storedNumberMax, timestamp <= TransportLimits.storedNumberMax
    else {
      throw TransportError(.numberTooLarge, "Sequence and timestamp are at most 2^63-1.")
    }
    self.author = author
    self.sequence = sequence
    self.timestamp = timestamp
    self.view = view
    self.tag = tag
    bodyByteCount = body.count
    if compression, tag.allowsCompression,
      let shorter = deflater.deflate(body, byteCountMax: body.count - 1)
    {
      codec = .deflated
      payload = shorter
    } else {
      codec = .plain
      payload = body
    }
  }

  /// The bytes the author signs for the envelope with this header (W-32).
  public func signedBytes(header: EnvelopeHeader) -> [UInt8] {
    var bytes = Self.signaturePrefix
    bytes.reserveCapacity(bytes.count + EnvelopeHeader.byteCount + spokenByteCount)
    header.encode(to: &bytes)
    encodeSpoken(to: &bytes)
    return bytes
  }

  /// The bytes to seal: everything said, the signature, and zeros up to the Padmé size (W-34).
  ///
  /// A signature that is not 64 bytes is an error of the caller and stops the program.
  public func plaintext(signature: [UInt8]) -> [UInt8] {
    precondition(signature.count == TransportLimits.signatureByteCount, "A signature has 64 bytes.")
    let paddedByteCount = Padding.paddedByteCount(spokenByteCount + signature.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(paddedByteCount)
    encodeSpoken(to: &bytes)
    bytes.append(contentsOf: signature)
    bytes.append(contentsOf: repeatElement(0, count: paddedByteCount - bytes.count))
    return bytes
  }

  /// The tag and the body's length, and nothing of what was said.
  public var description: String {
    "Content(tag \(tag.rawValue), body of \(bodyByteCount) bytes)"
  }

  static let signaturePrefix = Array(signatureLabel.utf8) + [0]

  private var spokenByteCount: Int { TransportLimits.contentHeaderByteCount + payload.count }

  private func encodeSpoken(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: author)
    BigEndian.append(sequence, to: &bytes)
    BigEndian.append(timestamp, to: &bytes)
    bytes.append(contentsOf: view)
    bytes.append(tag.rawValue)
    bytes.append(codec.rawValue)
    BigEndian.append(UInt32(bodyByteCount), to: &bytes)
    BigEndian.append(UInt32(payload.count), to: &bytes)
    bytes.append(contentsOf: payload)
  }
}
