import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore

/// Members with real keys, and the manifests they issue.
final class Crowd {
  /// One of them.
  struct Person {
    let seed: [UInt8]
    let signingKey: [UInt8]
    let agreementKey: [UInt8]
    let label: Label

    init(_ number: Int, keySet: Int = 0) throws {
      let suffix = keySet == 0 ? "\(number)" : "\(number) of set \(keySet)"
      seed = Digest.sha256(Array("signing \(suffix)".utf8))
      let secret = Digest.sha256(Array("agreement \(suffix)".utf8))
      signingKey = try SigningKey(seed: SecretBytes(seed)).publicKey
      agreementKey = try AgreementKey(secret: SecretBytes(secret)).publicKey
      label = try Label("device \(number)")
    }

    func sign(_ manifest: Manifest) throws(ManifestError) -> VerifiedManifest {
      let key = try? SigningKey(seed: SecretBytes(seed))
      return try SignedManifest.signing(manifest, by: .live) { key?.sign($0) ?? [] }
        .verified(by: .live)
    }
  }

  let groupID = Digest.sha256(Array("a crowd".utf8))
  /// Which of many sets of keys its members have.
  let keySet: Int
  private(set) var people: [[UInt8]: Person] = [:]

  init(keySet: Int = 0) { self.keySet = keySet }

  func person(_ number: Int) throws -> Person {
    let person = try Person(number, keySet: keySet)
    people[person.signingKey] = person
    return person
  }

  func member(_ person: Person, since version: UInt64) -> Member {
    Member(
      signingKey: person.signingKey, agreementKey: person.agreementKey, admissionVersion: version,
      label: person.label)
  }

  /// A line of manifests: first a list of `memberCount` grows, then the eldest leave and new ones come.
  func line(_ count: Int, memberCount: Int) throws -> [VerifiedManifest] {
    let first = try person(1)
    var next = 3
    let founding = try Ledger.founding(
      groupID: groupID, founder: member(first, since: 1), joiner: member(try person(2), since: 1))
    var line = [try first.sign(founding)]
    while line.count < count {
      let parent = line[line.count - 1]
      let version = parent.manifest.version + 1
      var members = parent.manifest.members
      let issuer = members[line.count % members.count]
      if members.count < memberCount {
        members.append(member(try person(next), since: version))
        next += 1
      } else {
        let eldest = members.filter { $0 != issuer }
          .min { $0.admissionVersion < $1.admissionVersion }
        members.removeAll { $0 == eldest }
      }
      members.sort { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
      let manifest = try Manifest(
        groupID: groupID, version: version, parent: parent.hash, issuer: issuer.signingKey,
        onBehalf: [], members: members)
      guard let signer = people[issuer.signingKey] else { continue }
      line.append(try signer.sign(manifest))
    }
    return line
  }
}
