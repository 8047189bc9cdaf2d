import TrueSealCrypto
import TrueSealManifest

/// A device with fixed keys, so that every run of a test sees the same manifests.
struct Device: Sendable {
  let name: String
  let seed: [UInt8]
  let signingKey: [UInt8]
  let agreementKey: [UInt8]

  init(_ number: Int) {
    name = "device \(number)"
    seed = Digest.sha256(Array("signing \(number)".utf8))
    let secret = Digest.sha256(Array("agreement \(number)".utf8))
    do {
      signingKey = try SigningKey(seed: SecretBytes(seed)).publicKey
      agreementKey = try AgreementKey(secret: SecretBytes(secret)).publicKey
    } catch {
      preconditionFailure("seeds have 32 bytes: \(error)")
    }
  }

  func sign(_ message: [UInt8]) -> [UInt8] {
    (try? SigningKey(seed: SecretBytes(seed)).sign(message)) ?? []
  }

  func member(since version: UInt64, label: String? = nil) throws -> Member {
    Member(
      signingKey: signingKey, agreementKey: agreementKey, admissionVersion: version,
      label: try Label(label ?? name))
  }

  static let all = (0..<40).map(Device.init)
  static let (ann, ben, cat, dan, eve) = (all[0], all[1], all[2], all[3], all[4])
}

extension ManifestChecks {
  /// libsodium's checks, as the second floor also supplies them.
  static let sodium = ManifestChecks(
    hash: { Digest.sha256($0) },
    verify: { SigningKey.verify($0, of: $1, by: $2) },
    acceptsSigningKey: { SigningKey.isValid(publicKey: $0) },
    acceptsAgreementKey: { AgreementKey.isValid(publicKey: $0) })

  /// The real hash and nothing else, where thousands of manifests are made.
  static let hashing = ManifestChecks(
    hash: { Digest.sha256($0) }, verify: { _, _, _ in true },
    acceptsSigningKey: { _ in true }, acceptsAgreementKey: { _ in true })
}
