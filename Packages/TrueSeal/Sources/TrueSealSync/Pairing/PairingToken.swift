internal import TrueSealCrypto

/// What a device shows so that another can ask it to be admitted.
///
/// Text: `tsp1_` and base64url of X25519 key (32 bytes), Ed25519 key (32), secret (32) and the first 4 bytes of a
/// SHA-256 over those. Whoever has it can ask to join while its window is open. Source: rule W-04.
public struct PairingToken: Hashable, Sendable {
  let agreementKey: [UInt8]
  let signingKey: [UInt8]
  let secret: [UInt8]

  /// The text to show, send or turn into a picture; 139 characters.
  public var text: String {
    let keys = agreementKey + signingKey + secret
    return Self.prefix + Base64URL.encode(keys + Self.check(of: keys))
  }

  /// Reads a token, or the part after `#` of a pairing link.
  ///
  /// - Throws: `TrueSealError.invalidPairingToken` for anything but a canonical token with usable keys.
  public init(_ text: String) throws(TrueSealError) {
    guard text.utf8.count <= Self.textByteCountMax, text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == Self.byteCount
    else { throw .invalidPairingToken }
    agreementKey = Array(bytes[0..<32])
    signingKey = Array(bytes[32..<64])
    secret = Array(bytes[64..<96])
    guard Array(bytes[96...]) == Self.check(of: Array(bytes[..<96])),
      AgreementKey.isValid(publicKey: agreementKey), SigningKey.isValid(publicKey: signingKey)
    else { throw .invalidPairingToken }
  }

  init(keys: DevicePublicKeys, secret: [UInt8]) {
    agreementKey = keys.agreementKey
    signingKey = keys.signingKey
    self.secret = secret
  }

  private static let prefix = "tsp1_"
  private static let byteCount = 100
  private static let textByteCountMax = 256

  private static func check(of bytes: [UInt8]) -> [UInt8] {
    Array(Digest.sha256([label, bytes]).prefix(4))
  }

  private static let label = Array("trueseal pairing token v1".utf8) + [0]
}
