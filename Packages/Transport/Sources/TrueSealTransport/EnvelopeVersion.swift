/// Which version an envelope is of, told apart before anything else is looked at (W-36).
public enum EnvelopeVersion: Hashable, Sendable {
  /// One of ours; `Envelope` reads it.
  case current
  /// Above ours: kept unread until the app is updated.
  case newer(UInt16)
  /// Below those we read, or the reserved 0: never readable here again.
  case older(UInt16)

  /// Looks at the first bytes of an envelope that came for the holder of `recipient`.
  ///
  /// A newer one counts only with 338 bytes or more and addressed to this key; an older one always.
  ///
  /// - Throws: `TransportError`, code `malformed`.
  public static func peek(
    _ bytes: [UInt8], addressedTo recipient: [UInt8], by versions: EndToEndVersions = .released
  ) throws(TransportError) -> EnvelopeVersion {
    let versionByteCount = MemoryLayout<UInt16>.size
    guard bytes.count >= versionByteCount else {
      throw TransportError(.malformed, "An envelope begins with its version.")
    }
    let version: UInt16 = BigEndian.number(at: 0, in: bytes)
    if version < versions.oldest { return .older(version) }
    if version <= versions.newest { return .current }
    guard bytes.count >= TransportLimits.envelopeByteCountMin,
      bytes[versionByteCount..<versionByteCount + TransportLimits.keyByteCount]
        .elementsEqual(recipient)
    else {
      throw TransportError(.malformed, "A newer envelope is too short or not for us.")
    }
    return .newer(version)
  }
}
