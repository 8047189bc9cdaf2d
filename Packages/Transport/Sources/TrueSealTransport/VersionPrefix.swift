/// The first bytes of a connection, by which a device says what it speaks (W-10).
///
///     "TRUESEAL" (8) ‖ Transport Version u16
///
/// The same bytes are the prologue of the Noise handshake that follows.
public struct VersionPrefix: Hashable, Sendable {
  /// Bytes of a prefix.
  public static let byteCount = 10

  /// The Transport Version the device speaks.
  public let version: UInt16

  /// Announces a version, by default the one of this module.
  public init(version: UInt16 = TransportLimits.transportVersion) { self.version = version }

  /// The ten bytes.
  public func encoded() -> [UInt8] {
    var bytes = Self.magic
    BigEndian.append(version, to: &bytes)
    return bytes
  }

  /// Reads the ten bytes; any version is read, also one nobody speaks.
  ///
  /// - Throws: `TransportError`, code `malformed`: the connection is closed without an answer.
  public init(decoding bytes: [UInt8]) throws(TransportError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
      throw TransportError(.malformed, "The connection does not begin with a version prefix.")
    }
    version = BigEndian.number(at: Self.magic.count, in: bytes)
  }

  /// What a relay answers that speaks only `versions`; nil when it speaks this one.
  public func refusal(speaking versions: ClosedRange<UInt16>) -> VersionRefusal? {
    versions.contains(version) ? nil : VersionRefusal(versions)
  }

  private static let magic = Array("TRUESEAL".utf8)
}
