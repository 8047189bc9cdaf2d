package import TrueSealSessionReset

/// The body of a message of tag 05, taken apart but not believed.
///
/// `RULES.md` has the table of its bytes. Every body has one spelling.
package enum Body: Hashable, Sendable {
  /// An End, sealed to the receiver.
  case end(SealedEnd)
  /// A message that brings what opens its session.
  case opening(OpeningMessage)
  /// A message on a session the receiver holds.
  case ordinary(OrdinaryMessage)
  /// A rejection, signed.
  case rejected(SignedRejection)

  enum Kind: UInt8 {
    case end = 1
    case opening = 2
    case ordinary = 3
    case rejected = 4
  }

  /// Reads what `bytes` gives, and nothing else.
  ///
  /// - Throws: `ConversationError`, code `malformed`.
  package init(decoding bytes: [UInt8]) throws(ConversationError) {
    guard bytes.count <= ConversationLimits.bodyByteCountMax else {
      throw ConversationError(.malformed, "no body has \(bytes.count) bytes")
    }
    var reader = BodyReader(bytes)
    guard let kind = Kind(rawValue: try reader.number()) else {
      throw ConversationError(.malformed, "the kind of the body is unknown")
    }
    switch kind {
    case .end: self = .end(try reader.sealedEnd())
    case .opening: self = .opening(try reader.opening())
    case .ordinary: self = .ordinary(try reader.ordinary())
    case .rejected: self = .rejected(try reader.rejection())
    }
    try reader.end()
  }

  /// Kind (1) and what belongs to it.
  package var bytes: [UInt8] {
    switch self {
    case .end(let end):
      return [Kind.end.rawValue] + end.ephemeral + end.box
    case .opening(let message):
      var bytes = [Kind.opening.rawValue] + message.baseKey
      bytes.append(bigEndian: message.prekey.number)
      bytes += message.attempt.bytes
      return bytes + message.sealed
    case .ordinary(let message):
      return [Kind.ordinary.rawValue] + message.tag.bytes + message.sealed
    case .rejected(let signed):
      return [Kind.rejected.rawValue] + signed.rejection.fields + signed.signature
    }
  }
}

extension BodyReader {
  fileprivate mutating func sealedEnd() throws(ConversationError) -> SealedEnd {
    let ephemeral = try take(32)
    let box = try rest(atLeast: 0)
    guard ConversationLimits.endByteCounts.contains(1 + ephemeral.count + box.count) else {
      throw ConversationError(.malformed, "no End has \(box.count) sealed bytes")
    }
    return SealedEnd(ephemeral: ephemeral, box: box)
  }

  fileprivate mutating func opening() throws(ConversationError) -> OpeningMessage {
    let baseKey = try take(32)
    return OpeningMessage(
      tag: RatchetCipher.tag(of: baseKey), baseKey: baseKey,
      prekey: PrekeyID(number: try number()), attempt: AttemptID(number: try number()),
      sealed: try rest(atLeast: ConversationLimits.sealedByteCountMin))
  }

  fileprivate mutating func ordinary() throws(ConversationError) -> OrdinaryMessage {
    OrdinaryMessage(
      tag: SessionTag(number: try number()),
      sealed: try rest(atLeast: ConversationLimits.sealedByteCountMin))
  }

  fileprivate mutating func rejection() throws(ConversationError) -> SignedRejection {
    SignedRejection(
      rejection: ResetRejection(id: AttemptID(number: try number()), epoch: try number()),
      signature: try take(64))
  }
}
