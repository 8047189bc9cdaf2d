/// An opened plaintext whose layout is right and whose author is only claimed.
///
///     Envelope ──open──► UnverifiedContent ──signature──► VerifiedContent ──inflate──► body
///
/// It has no way to its body: only `verified(header:by:)` yields the type that has.
public struct UnverifiedContent: Hashable, Sendable, CustomStringConvertible {
  /// The Ed25519 key of whoever claims to have written this.
  public let author: [UInt8]
  /// The author's number for this message.
  public let sequence: UInt64
  /// The author's clock, in Unix milliseconds.
  public let timestamp: UInt64
  /// The hash of the author's manifest when it sealed; zeros when it had none.
  public let view: [UInt8]
  /// What kind of message the body is.
  public let tag: MessageTag
  /// How the payload holds the body.
  public let codec: Codec
  /// Bytes of the body, as stated.
  public let bodyByteCount: Int

  private let plaintext: [UInt8]
  private let spokenByteCount: Int

  /// Takes an opened plaintext apart: lengths, tag, codec, numbers and padding; inflates nothing.
  ///
  /// `tags` are those the client knows; SessionReset adds `conversation`.
  ///
  /// - Throws: `TransportError`, code `malformed`.
  public init(
    decoding plaintext: [UInt8], tags: Set<MessageTag> = MessageTag.core
  ) throws(TransportError) {
    let header = TransportLimits.contentHeaderByteCount
    guard plaintext.count >= TransportLimits.paddedByteCountMin else {
      throw TransportError(.malformed, "A plaintext has at least 256 bytes.")
    }
    let payloadByteCount = Int(
      BigEndian.number(at: Self.payloadLengthStart, in: plaintext, as: UInt32.self))
    guard payloadByteCount <= TransportLimits.bodyByteCountMax else {
      throw TransportError(.malformed, "A payload has at most 61,440 bytes.")
    }
    spokenByteCount = header + payloadByteCount
    let saidByteCount = spokenByteCount + TransportLimits.signatureByteCount
    guard saidByteCount <= plaintext.count,
      Padding.paddedByteCount(saidByteCount) == plaintext.count,
      plaintext[saidByteCount...].allSatisfy({ $0 == 0 })
    else {
      throw TransportError(.malformed, "The padding is not the one for this length.")
    }
    self.plaintext = plaintext
    author = Array(plaintext[0..<TransportLimits.keyByteCount])
    sequence = BigEndian.number(at: Self.sequenceStart, in: plaintext)
    timestamp = BigEndian.number(at: Self.timestampStart, in: plaintext)
    view = Array(plaintext[Self.viewStart..<Self.tagStart])
    tag = MessageTag(rawValue: plaintext[Self.tagStart])
    bodyByteCount = Int(BigEndian.number(at: Self.bodyLengthStart, in: plaintext, as: UInt32.self))
    guard let codec = Codec(rawValue: plaintext[Self.tagStart + 1]) else {
      throw TransportError(.malformed, "The codec is unknown.")
    }
    self.codec = codec
    try checkFields(payloadByteCount: payloadByteCount, tags: tags)
  }

  /// Asks whether the author signed this for the envelope with this header.
  ///
  /// `check` gets the signature, the message and the author's key; it is Ed25519 as W-06 says.
  ///
  /// - Throws: `TransportError`, code `badSignature`.
  public func verified(
    header: EnvelopeHeader,
    by check: (_ signature: [UInt8], _ message: [UInt8], _ key: [UInt8]) -> Bool
  ) throws(TransportError) -> VerifiedContent {
    guard check(signature, signedBytes(header: header), author) else {
      throw TransportError(.badSignature, "The author did not sign this.")
    }
    return VerifiedContent(self, payload: payloadRange, of: plaintext)
  }

  /// The author's Ed25519 signature, as claimed.
  public var signature: [UInt8] {
    Array(plaintext[spokenByteCount..<spokenByteCount + TransportLimits.signatureByteCount])
  }

  /// The bytes the signature is for, in the envelope with this header (W-32).
  public func signedBytes(header: EnvelopeHeader) -> [UInt8] {
    var bytes = Content.signaturePrefix
    bytes.reserveCapacity(bytes.count + EnvelopeHeader.byteCount + spokenByteCount)
    header.encode(to: &bytes)
    bytes.append(contentsOf: plaintext[..<spokenByteCount])
    return bytes
  }

  /// The tag and the body's length, and nothing of what was said.
  public var description: String {
    "UnverifiedContent(tag \(tag.rawValue), body of \(bodyByteCount) bytes)"
  }

  private static let sequenceStart = 32
  private static let timestampStart = 40
  private static let viewStart = 48
  private static let tagStart = 80
  private static let bodyLengthStart = 82
  private static let payloadLengthStart = 86

  private var payloadRange: Range<Int> { TransportLimits.contentHeaderByteCount..<spokenByteCount }

  private func checkFields(
    payloadByteCount: Int, tags: Set<MessageTag>
  ) throws(TransportError) {
    guard sequence <= TransportLimits.storedNumberMax, timestamp <= TransportLimits.storedNumberMax
    else {
      throw TransportError(.malformed, "A number is above 2^63-1.")
    }
    guard tags.contains(tag) else { throw TransportError(.malformed, "The tag is unknown.") }
    guard bodyByteCount <= TransportLimits.bodyByteCountMax else {
      throw TransportError(.malformed, "A body has at most 61,440 bytes.")
    }
    switch codec {
    case .plain where payloadByteCount == bodyByteCount: break
    case .deflated where payloadByteCount < bodyByteCount && tag.allowsCompression: break
    case .plain, .deflated:
      throw TransportError(.malformed, "The lengths do not fit the codec, or the codec the tag.")
    }
  }
}
