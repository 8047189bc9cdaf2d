/// What a peer needs beside a message to answer a new ratchet; public, and sent until it answers.
public struct Opening: Hashable, Sendable {
  private static let version: UInt8 = 1

  /// The key made for this ratchet alone, 32 bytes; it names the session.
  public let openingKey: [UInt8]
  /// The signed prekey that was used.
  public let signedPrekeyID: UInt32
  /// The one-time prekey that was used, if any.
  public let oneTimePrekeyID: UInt32?

  /// Takes the parts as somebody else wrote them; the key has 32 bytes.
  public init(openingKey: [UInt8], signedPrekeyID: UInt32, oneTimePrekeyID: UInt32?) {
    precondition(openingKey.count == RatchetKey.byteCount, "an opening key has 32 bytes")
    self.openingKey = openingKey
    self.signedPrekeyID = signedPrekeyID
    self.oneTimePrekeyID = oneTimePrekeyID
  }

  /// The tag of the session that this begins, 8 bytes; `Ratchet.sessionTag` of both sides.
  public var sessionTag: [UInt8] { Ratchet.sessionTag(openingKey: openingKey) }

  /// Version 1 ‖ key ‖ id of the signed prekey ‖ 0, or 1 ‖ id of the one-time prekey: 38 or 42
  /// bytes, numbers big-endian of 32 bits.
  public var encoded: [UInt8] {
    var bytes = [Self.version] + openingKey
    bytes.append(bigEndian: signedPrekeyID)
    bytes.append(oneTimePrekeyID == nil ? 0 : 1)
    if let oneTimePrekeyID { bytes.append(bigEndian: oneTimePrekeyID) }
    return bytes
  }

  /// Reads what `encoded` gives and nothing else.
  ///
  /// - Throws: `RatchetError`, code `malformed`.
  public init(decoding bytes: [UInt8]) throws(RatchetError) {
    var reader = ByteReader(bytes)
    try reader.version(Self.version)
    openingKey = try reader.take(RatchetKey.byteCount)
    signedPrekeyID = try reader.number32()
    oneTimePrekeyID = try reader.flag() ? reader.number32() : nil
    try reader.end()
  }
}
