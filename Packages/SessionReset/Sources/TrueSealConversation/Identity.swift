internal import TrueSealCrypto

/// The identity key of this device, shared by everything that signs or agrees with it.
final class Identity: Sendable {
  let key: SigningKey
  let agreement: AgreementKey

  var publicKey: [UInt8] { key.publicKey }

  init(_ identity: borrowing SigningKey) throws(CryptoError) {
    key = try SigningKey(seed: identity.seed())
    agreement = key.agreementKey()
  }
}
