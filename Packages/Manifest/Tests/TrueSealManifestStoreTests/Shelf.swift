import Foundation
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore

/// A store of its own in a temporary directory, and manifests to put into it.
final class Shelf {
  private let directory: URL
  private(set) var database: Database

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("manifest-\(UUID().uuidString)")
    database = try Self.open(directory)
  }

  deinit {
    database.close()
    try? FileManager.default.removeItem(at: directory)
  }

  func reopen() throws {
    database.close()
    database = try Self.open(directory)
  }

  private static func open(_ directory: URL) throws -> Database {
    try Database.open(
      directory: directory.path, name: "test",
      schema: Schema(versions: [SchemaVersion(number: 1, migrations: Migration.manifest)]))
  }

  /// A device with fixed keys.
  struct Device: Sendable {
    let seed: [UInt8]
    let signingKey: [UInt8]
    let agreementKey: [UInt8]

    init(_ name: String) throws {
      seed = Digest.sha256(Array("signing \(name)".utf8))
      signingKey = try SigningKey(seed: SecretBytes(seed)).publicKey
      let secret = Digest.sha256(Array("agreement \(name)".utf8))
      agreementKey = try AgreementKey(secret: SecretBytes(secret)).publicKey
    }

    func member(since version: UInt64) throws -> Member {
      Member(
        signingKey: signingKey, agreementKey: agreementKey, admissionVersion: version,
        label: try Label("name"))
    }

    func signed(_ manifest: Manifest) throws -> VerifiedManifest {
      let key = try SigningKey(seed: SecretBytes(seed))
      return try SignedManifest.signing(manifest, by: .live) { key.sign($0) }.verified(by: .live)
    }
  }

  /// Ann and Ben, then Cat, each manifest issued by Ann.
  static func line() throws -> (ann: Device, [VerifiedManifest]) {
    let (ann, ben, cat) = (try Device("ann"), try Device("ben"), try Device("cat"))
    let group = Digest.sha256(Array("a group".utf8))
    var ledger = Ledger(groupID: group)
    let first = try ann.signed(
      Ledger.founding(
        groupID: group, founder: ann.member(since: 1), joiner: ben.member(since: 1)))
    _ = ledger.insert(first, from: nil)
    let second = try ann.signed(
      ledger.admission(
        of: cat.signingKey, agreementKey: cat.agreementKey, label: Label("name"),
        by: ann.signingKey))
    let third = try ann.signed(
      Manifest(
        groupID: group, version: 3, parent: second.hash, issuer: ann.signingKey, onBehalf: [],
        members: second.manifest.members))
    return (ann, [first, second, third])
  }
}
