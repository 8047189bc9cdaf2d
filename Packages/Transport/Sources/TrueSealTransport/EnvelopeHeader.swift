/// The part of an envelope that a relay could read (section 4).
///
///     End-to-End Version u16 ‖ recipient X25519 key (32) ‖ ephemeral X25519 key (32)
public struct EnvelopeHeader: Hashable, Sendable {
  /// Bytes of a header.
  public static let byteCount = TransportLimits.envelopeHeaderByteCount

  /// What the key of an envelope is derived for (W-30).
  public static let sealingLabel = "trueseal envelope v1"

  /// The End-to-End Version.
  public let version: UInt16
  /// The X25519 key the envelope is sealed to.
  public let recipient: [UInt8]
  /// The X25519 key made for this envelope alone.
  public let ephemeral: [UInt8]

  /// Names the two keys, 32 bytes each; another length is an error of the caller.
  public init(
    version: UInt16 = TransportLimits.endToEndVersion, recipient: [UInt8], ephemeral: [UInt8]
  ) {
    precondition(recipient.count == TransportLimits.keyByteCount, "A recipient has 32 bytes.")
    precondition(ephemeral.count == TransportLimits.keyByteCount, "An ephemeral has 32 bytes.")
    self.version = version
    self.recipient = recipient
    self.ephemeral = ephemeral
  }

  /// The 66 bytes.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    encode(to: &bytes)
    return bytes
  }

  /// Appends the 66 bytes.
  public func encode(to bytes: inout [UInt8]) {
    BigEndian.append(version, to: &bytes)
    bytes.append(contentsOf: recipient)
    bytes.append(contentsOf: ephemeral)
  }

  /// Reads exactly 66 bytes, of any version and with any keys.
  ///
  /// - Throws: `TransportError`, code `malformed`, for another length.
  public init(decoding bytes: [UInt8]) throws(TransportError) {
    guard bytes.count == Self.byteCount else {
      throw TransportError(.malformed, "An envelope's header has 66 bytes.")
    }
    self.init(prefixOf: bytes)
  }

  /// Reads the first 66 bytes; the caller has checked that they are there.
  init(prefixOf bytes: [UInt8]) {
    let keyStart = MemoryLayout<UInt16>.size
    let keyEnd = keyStart + TransportLimits.keyByteCount
    version = BigEndian.number(at: 0, in: bytes)
    recipient = Array(bytes[keyStart..<keyEnd])
    ephemeral = Array(bytes[keyEnd..<Self.byteCount])
  }
}
