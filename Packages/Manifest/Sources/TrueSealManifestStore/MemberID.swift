import TrueSealCrypto
public import TrueSealManifest

/// The text by which programs name a device: all of its Ed25519 key, so that none can be imitated.
///
/// 43 characters of base64url without padding. Source: W-02.
public struct MemberID: Hashable, Sendable, CustomStringConvertible {
  /// The device's Ed25519 public key, 32 bytes.
  public let signingKey: [UInt8]

  /// Names the device with this Ed25519 key, 32 bytes.
  public init(signingKey: [UInt8]) {
    precondition(signingKey.count == ManifestLimits.keyByteCount, "a signing key has 32 bytes")
    self.signingKey = signingKey
  }

  /// Reads the text form; no other spelling of the same key is taken.
  ///
  /// - Throws: `ManifestError`, code `malformed`.
  public init(parsing text: String) throws(ManifestError) {
    guard let key = try? Base64URL.decode(text), key.count == ManifestLimits.keyByteCount else {
      throw ManifestError(.malformed, "a member id is 43 characters of base64url")
    }
    signingKey = key
  }

  /// The text form.
  public var description: String { Base64URL.encode(signingKey) }
}

extension Member {
  /// The text by which programs name this device.
  public var id: MemberID { MemberID(signingKey: signingKey) }
}
