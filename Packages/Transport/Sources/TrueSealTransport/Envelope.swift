/// One message sealed for one recipient, as it rests in an inbox.
///
///     header (66) ‖ ciphertext (272 to 63,504, of which the last 16 are the tag)
public struct Envelope: Hashable, Sendable {
  /// Who it is for, and the key it was sealed with.
  public let header: EnvelopeHeader
  /// The sealed plaintext with its authentication tag.
  public let ciphertext: [UInt8]

  /// Joins a header of our newest version and what was sealed under it.
  ///
  /// A size that no padded plaintext gives is an error of the caller and stops the program.
  public init(
    header: EnvelopeHeader, ciphertext: [UInt8], of versions: EndToEndVersions = .released
  ) {
    precondition(header.version == versions.newest, "Envelopes are made of the newest version.")
    precondition(
      Self.sizes.contains(EnvelopeHeader.byteCount + ciphertext.count),
      "An envelope has 338 to 63,570 bytes.")
    self.header = header
    self.ciphertext = ciphertext
  }

  /// The envelope as it travels in a Push or a Deliver.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(EnvelopeHeader.byteCount + ciphertext.count)
    header.encode(to: &bytes)
    bytes.append(contentsOf: ciphertext)
    return bytes
  }

  /// Takes an envelope of our versions apart; tell others by `EnvelopeVersion.peek` first.
  ///
  /// - Throws: `TransportError`, code `malformed`, for another version or an impossible size.
  public init(
    decoding bytes: [UInt8], of versions: EndToEndVersions = .released
  ) throws(TransportError) {
    guard Self.sizes.contains(bytes.count) else {
      throw TransportError(.malformed, "An envelope has 338 to 63,570 bytes.")
    }
    header = EnvelopeHeader(prefixOf: bytes)
    guard (versions.oldest...versions.newest).contains(header.version) else {
      throw TransportError(.malformed, "The envelope is of another version.")
    }
    ciphertext = Array(bytes[EnvelopeHeader.byteCount...])
  }

  private static let sizes =
    TransportLimits.envelopeByteCountMin...TransportLimits.envelopeByteCountMax
}
