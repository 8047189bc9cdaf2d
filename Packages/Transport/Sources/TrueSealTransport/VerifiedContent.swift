/// A message whose author signed it; only `UnverifiedContent` makes one.
public struct VerifiedContent: Hashable, Sendable, CustomStringConvertible {
  /// The author's Ed25519 key.
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
  /// Bytes of the body.
  public let bodyByteCount: Int

  private let plaintext: [UInt8]
  private let payloadRange: Range<Int>

  init(_ content: UnverifiedContent, payload range: Range<Int>, of plaintext: [UInt8]) {
    author = content.author
    sequence = content.sequence
    timestamp = content.timestamp
    view = content.view
    tag = content.tag
    codec = content.codec
    bodyByteCount = content.bodyByteCount
    self.plaintext = plaintext
    payloadRange = range
  }

  /// The body, inflated where it was deflated; call it once author and replays are judged (D-10).
  ///
  /// Never makes more than `bodyByteCount` bytes, whatever the payload would inflate to.
  ///
  /// - Throws: `TransportError`, code `malformed`, for a payload that is not exactly one zlib
  ///   stream of `bodyByteCount` bytes.
  public func body(using inflater: Inflater) throws(TransportError) -> [UInt8] {
    switch codec {
    case .plain: Array(plaintext[payloadRange])
    case .deflated:
      try inflater.inflate(plaintext.span.extracting(payloadRange), byteCount: bodyByteCount)
    }
  }

  /// The tag and the body's length, and nothing of what was said.
  public var description: String {
    "VerifiedContent(tag \(tag.rawValue), body of \(bodyByteCount) bytes)"
  }
}
