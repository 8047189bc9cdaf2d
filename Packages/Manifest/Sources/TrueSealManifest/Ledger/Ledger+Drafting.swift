/// Changes to be made in one manifest.
struct Draft {
  /// Devices to admit; their admission version is that of the manifest.
  var admissions: [Member] = []
  /// Ed25519 keys of devices to take off the list.
  var departures: Set<[UInt8]> = []
  /// Hashes of the manifests whose changes are repeated.
  var onBehalf: Set<[UInt8]> = []

  var isEmpty: Bool { admissions.isEmpty && departures.isEmpty }
}

extension Ledger {
  /// The manifest that makes these changes on top of another; the caller sees to it that it fits.
  ///
  /// - Throws: `ManifestError`, codes `versionsExhausted`, `ledgerFull` and `malformed`.
  func manifest(
    _ draft: Draft, on parent: VerifiedManifest, by issuer: [UInt8]
  ) throws(ManifestError) -> Manifest {
    let version = parent.manifest.version
    guard version < ManifestLimits.versionMax else {
      throw ManifestError(.versionsExhausted, "no version is left")
    }
    guard heldCount < ManifestLimits.heldCountMax else {
      throw ManifestError(.ledgerFull, "4,096 manifests are held")
    }
    let joiners = draft.admissions.map {
      Member(
        signingKey: $0.signingKey, agreementKey: $0.agreementKey, admissionVersion: version + 1,
        label: $0.label)
    }
    let staying = parent.manifest.members.filter { !draft.departures.contains($0.signingKey) }
    return try Manifest(
      groupID: groupID, version: version + 1, parent: parent.hash, issuer: issuer,
      onBehalf: draft.onBehalf.sorted { $0.lexicographicallyPrecedes($1) },
      members: Self.sorted(staying + joiners))
  }

  /// A device's leaves that repeat no other one, lowest rank first.
  func firstLeaves(of signingKey: [UInt8]) -> [[UInt8]] {
    guard let device = devices.place(of: signingKey) else { return [] }
    return (verdict.firstLeaves[device] ?? []).map { nodes[$0].rank }.sorted().map(\.hash)
  }

  /// What a device issued and a manifest was not built on, lowest rank first; nothing that is void by
  /// itself, and no leaves.
  func overtaken(of signingKey: [UInt8], beside manifest: VerifiedManifest) -> [[UInt8]] {
    guard let device = devices.place(of: signingKey), let place = places[manifest.hash] else {
      return []
    }
    return (verdict.issued[device] ?? []).filter {
      !descends(place, from: $0) && verdict.directlyVoid[$0] == nil && !nodes[$0].isLeave
        && nodes[$0].parent != nil
    }.sorted { nodes[$0].rank < nodes[$1].rank }.map { nodes[$0].manifest.hash }
  }

  /// The Ed25519 keys of devices that are not gone and that current does not list, by key; somebody
  /// admitted them, or they were listed and lost a race.
  var outsiders: [[UInt8]] {
    let list = Set(current?.manifest.members.map(\.signingKey) ?? [])
    return everListed.filter { !list.contains($0) && !isGone($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The newest held manifest that lists a device, void or not (M-54).
  func newest(listing signingKey: [UInt8]) -> VerifiedManifest? {
    guard let device = devices.place(of: signingKey) else { return nil }
    return ranked.last { nodes[$0].list.contains(device) }.map { nodes[$0].manifest }
  }

  /// The held manifests nothing was built on, highest rank first (M-47).
  var heads: [VerifiedManifest] {
    ranked.reversed().map { nodes[$0] }.filter(\.children.isEmpty).map(\.manifest)
  }
}
