import TrueSealCrypto
public import TrueSealManifest

extension ManifestChecks {
  /// The checks every device of a group applies: SHA-256, and keys and signatures as W-06 says.
  public static let live = ManifestChecks(
    hash: { Digest.sha256($0) },
    verify: { SigningKey.verify($0, of: $1, by: $2) },
    acceptsSigningKey: { SigningKey.isValid(publicKey: $0) },
    acceptsAgreementKey: { AgreementKey.isValid(publicKey: $0) })
}
