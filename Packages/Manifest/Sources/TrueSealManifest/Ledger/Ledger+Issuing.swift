extension Ledger {
  /// The manifest that creates a group: its founder and the first device admitted.
  ///
  /// The founder signs it and inserts it with no author.
  ///
  /// - Throws: `ManifestError`, code `alreadyListed` when the two share a key, code `malformed` for
  ///   a wrong length or an admission version other than 1.
  public static func founding(
    groupID: [UInt8], founder: Member, joiner: Member
  ) throws(ManifestError) -> Manifest {
    let keys = [
      founder.signingKey, founder.agreementKey, joiner.signingKey, joiner.agreementKey,
    ]
    guard Set(keys).count == keys.count else {
      throw ManifestError(.alreadyListed, "founder and joiner share a key")
    }
    return try Manifest(
      groupID: groupID, version: 1, parent: nil, issuer: founder.signingKey, onBehalf: [],
      members: sorted([founder, joiner]))
  }

  /// The manifest by which a member admits a device on top of the current one.
  ///
  /// The member signs it and inserts it with no author.
  ///
  /// - Throws: `ManifestError`, code `notMember` when the issuer is not listed now, `groupFull` at 32
  ///   members, `alreadyListed` for a key that any held manifest lists, `versionsExhausted` at the
  ///   highest version, `ledgerFull` at 4,096 manifests, `malformed` for a key of a wrong length.
  public func admission(
    of signingKey: [UInt8], agreementKey: [UInt8], label: Label, by issuer: [UInt8]
  ) throws(ManifestError) -> Manifest {
    guard let current, current.manifest.member(issuer) != nil else {
      throw ManifestError(.notMember, "the issuer is not listed")
    }
    let parent = current.manifest
    guard parent.members.count < ManifestLimits.memberCountMax else {
      throw ManifestError(.groupFull, "the list has 32 members")
    }
    guard !isKnown(signingKey), !isKnown(agreementKey), signingKey != agreementKey else {
      throw ManifestError(.alreadyListed, "a key of the joiner is, or was, listed")
    }
    guard parent.version < ManifestLimits.versionMax else {
      throw ManifestError(.versionsExhausted, "no version is left")
    }
    guard heldCount < ManifestLimits.heldCountMax else {
      throw ManifestError(.ledgerFull, "4,096 manifests are held")
    }
    let joiner = Member(
      signingKey: signingKey, agreementKey: agreementKey, admissionVersion: parent.version + 1,
      label: label)
    return try Manifest(
      groupID: groupID, version: parent.version + 1, parent: current.hash, issuer: issuer,
      onBehalf: [], members: Self.sorted(parent.members + [joiner]))
  }

  /// Who must hear of a manifest: its list and its parent's, without the issuer, by signing key.
  ///
  /// Whoever it drops is among them; of a leave, everybody hears who is not known to be gone. Empty
  /// for a manifest that is not held (M-41).
  public func recipients(of manifest: VerifiedManifest) -> [Member] {
    guard let place = places[manifest.hash] else { return [] }
    return Self.sorted(recipients(of: place).compactMap { devices.entries[$0] })
  }

  private func isKnown(_ key: [UInt8]) -> Bool {
    everListed(signingKey: key) || everListed(agreementKey: key)
  }

  static func sorted(_ members: [Member]) -> [Member] {
    members.sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
  }
}
