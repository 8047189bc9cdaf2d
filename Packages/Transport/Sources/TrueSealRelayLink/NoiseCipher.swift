package import TrueSealCrypto
public import TrueSealTransport

/// One direction of a Noise session: a key and the number of the next message.
///
/// Source: Noise revision 34, sections 5.1 and 12.3.
public struct NoiseCipher: ~Copyable, Sendable {
  private let key: SecretBytes
  private var number: UInt64
  /// Four zeros and the number, least significant byte first.
  private var nonce = [UInt8](repeating: 0, count: CryptoLimits.nonceByteCount)

  /// Bytes that encryption adds.
  public static let tagByteCount = CryptoLimits.tagByteCount

  /// Starts with a 32-byte key; the number is other than zero only in tests.
  package init(key: consuming SecretBytes, number: UInt64 = 0) {
    precondition(key.count == CryptoLimits.keyByteCount, "A cipher's key has 32 bytes.")
    self.key = key
    self.number = number
  }

  /// Encrypts the next message into `sealed`, which is exactly 16 bytes longer.
  ///
  /// - Throws: `LinkError`, code `exhausted`, after 2^64 - 1 messages.
  public mutating func seal(
    _ plaintext: Span<UInt8>, binding: Span<UInt8> = Span(),
    into sealed: inout MutableSpan<UInt8>
  ) throws(LinkError) {
    try setNonce()
    ChaChaPoly.seal(plaintext, key: key, nonce: nonce.span, binding: binding, into: &sealed)
    number += 1
  }

  /// Decrypts the next message into `plaintext`, which is exactly 16 bytes shorter.
  ///
  /// A message that does not open leaves the number as it was.
  /// - Throws: `LinkError`, codes `malformed` when it is forged, `exhausted` after 2^64 - 1 messages.
  public mutating func open(
    _ sealed: Span<UInt8>, binding: Span<UInt8> = Span(),
    into plaintext: inout MutableSpan<UInt8>
  ) throws(LinkError) {
    try setNonce()
    do throws(CryptoError) {
      try ChaChaPoly.open(sealed, key: key, nonce: nonce.span, binding: binding, into: &plaintext)
    } catch {
      throw LinkError(.malformed, "A message does not decrypt.")
    }
    number += 1
  }

  /// The last number is kept for rekeying by the Noise specification, and never used here.
  private mutating func setNonce() throws(LinkError) {
    guard number != .max else { throw LinkError(.exhausted, "The session's numbers are used up.") }
    for byte in 0..<8 { nonce[4 + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
  }
}

extension LinkError.Code {
  /// The session has carried as many messages as its keys allow; open another.
  public static let exhausted = LinkError.Code(name: "exhausted")
}
