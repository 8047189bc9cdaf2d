public import TrueSealCrypto

/// The two public keys that are a device, as others know it.
public struct DevicePublicKeys: Hashable, Sendable {
  /// Ed25519, 32 bytes: signs messages and manifests.
  public let signingKey: [UInt8]
  /// X25519, 32 bytes: names the inbox, and what is sealed for the device.
  public let agreementKey: [UInt8]

  init(signingKey: [UInt8], agreementKey: [UInt8]) {
    self.signingKey = signingKey
    self.agreementKey = agreementKey
  }

  /// The member id of the device (W-02).
  var memberID: String { Base64URL.encode(signingKey) }

  /// Says whether both keys may be listed (W-06).
  var isValid: Bool {
    SigningKey.isValid(publicKey: signingKey) && AgreementKey.isValid(publicKey: agreementKey)
  }
}

/// This device's identity: two key pairs, replaced only by a wipe (S-06).
///
/// A class, because key pairs are moved and never copied, while a client lends its own to several tasks.
public final class DeviceKeys: Sendable {
  /// Ed25519.
  public let signing: SigningKey
  /// X25519.
  public let agreement: AgreementKey
  /// The public halves.
  public let publicKeys: DevicePublicKeys

  /// Makes a new identity.
  init(from entropy: Entropy) {
    signing = SigningKey.generate(from: entropy)
    agreement = AgreementKey.generate(from: entropy)
    publicKeys = DevicePublicKeys(
      signingKey: signing.publicKey, agreementKey: agreement.publicKey)
  }

  /// Takes a stored identity back.
  init(seed: borrowing SecretBytes, secret: borrowing SecretBytes) throws(CryptoError) {
    signing = try SigningKey(seed: seed)
    agreement = try AgreementKey(secret: secret)
    publicKeys = DevicePublicKeys(
      signingKey: signing.publicKey, agreementKey: agreement.publicKey)
  }
}
