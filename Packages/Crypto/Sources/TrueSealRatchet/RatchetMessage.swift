internal import TrueSealCrypto

/// One message of a ratchet: a header everybody can read, and what only the peer can.
public struct RatchetMessage: Hashable, Sendable {
  /// Ratchet key (32) ‖ length of the chain before ‖ number, both big-endian of 32 bits.
  public let header: [UInt8]
  /// As long as the plaintext, and 16 bytes of tag.
  public let ciphertext: [UInt8]

  init(header: [UInt8], ciphertext: [UInt8]) {
    self.header = header
    self.ciphertext = ciphertext
  }

  /// The key of the chain that the message belongs to, 32 bytes.
  public var ratchetKey: [UInt8] { Array(header[..<RatchetKey.byteCount]) }
  /// How many messages the sender's chain before this one had.
  public var previousCount: UInt32 { header.number32(at: 32) }
  /// The place of the message in its chain, counted from 0.
  public var number: UInt32 { header.number32(at: 36) }

  /// Header ‖ ciphertext.
  public var encoded: [UInt8] { header + ciphertext }

  /// Reads what `encoded` gives.
  ///
  /// - Throws: `RatchetError`, codes `malformed` for bytes too few for a header and a tag, and
  ///   `messageTooLong`.
  public init(decoding bytes: [UInt8]) throws(RatchetError) {
    let overhead = RatchetLimits.headerByteCount + CryptoLimits.tagByteCount
    guard bytes.count >= overhead else {
      throw RatchetError(.malformed, "\(bytes.count) bytes cannot hold a header and a tag")
    }
    guard bytes.count - overhead <= RatchetLimits.Chosen.messageByteCountMax else {
      throw RatchetError(.messageTooLong, "no message has \(bytes.count) bytes")
    }
    header = Array(bytes[..<RatchetLimits.headerByteCount])
    ciphertext = Array(bytes[RatchetLimits.headerByteCount...])
  }
}
