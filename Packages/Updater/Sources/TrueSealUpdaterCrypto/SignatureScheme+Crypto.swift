internal import TrueSealCrypto
public import TrueSealUpdater

extension SignatureScheme {
  /// SHA-256 and Ed25519 of `TrueSealCrypto`.
  public static let trueSeal = SignatureScheme(
    digest: { Digest.sha256($0) },
    accepts: { SigningKey.verify($0, of: $1, by: $2) })
}
