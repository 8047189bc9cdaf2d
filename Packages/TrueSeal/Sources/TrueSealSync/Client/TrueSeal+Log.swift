internal import TrueSealCrypto
internal import TrueSealManifest

/// Looking at how the group came to be.
extension TrueSeal {
  /// Every Group Manifest this device holds or keeps waiting, parents before children; empty without a group.
  ///
  /// At most 4,352 entries. - Throws: `closed`.
  public func manifestLog() throws(TrueSealError) -> [ManifestLogEntry] {
    try checkOpen()
    guard let ledger else { return [] }
    let seen = ledger.held + ledger.waiting.map(\.manifest)
    let manifests = Dictionary(seen.map { ($0.hash, $0.manifest) }) { first, _ in first }
    return seen.sorted { $0.rank < $1.rank }.compactMap { seen in
      ledger.fate(of: seen.hash).map { fate in
        ManifestLogEntry(
          seen, parent: seen.manifest.parent.flatMap { manifests[$0] }, in: ledger, fate: fate)
      }
    }
  }
}

extension ManifestLogEntry {
  fileprivate init(
    _ seen: VerifiedManifest, parent: Manifest?, in ledger: Ledger, fate: TrueSealManifest.Fate
  ) {
    let manifest = seen.manifest
    let list = parent?.members ?? []
    // The first manifest admits all it lists; any other one whose parent is unknown may have found them there.
    let isKnown = parent != nil || manifest.version == 1
    let issuer =
      parent?.member(manifest.issuer) ?? manifest.member(manifest.issuer)
      ?? ledger.entry(of: manifest.issuer)
    self.init(
      id: Self.text(seen.hash), version: manifest.version,
      parent: parent == nil ? nil : manifest.parent.map(Self.text),
      issuer: issuer.map { GroupMember($0) }
        ?? GroupMember(id: Base64URL.encode(manifest.issuer), name: ""),
      admitted: isKnown ? Self.people(manifest.members, without: parent) : [],
      removed: Self.people(list, without: manifest), memberCount: manifest.members.count,
      onBehalf: manifest.onBehalf.map(Self.text), fate: Fate(fate))
  }

  private static func people(_ list: [Member], without other: Manifest?) -> [GroupMember] {
    list.filter { other?.member($0.signingKey) == nil }.map { GroupMember($0) }
      .sorted { $0.id < $1.id }
  }

  fileprivate static func text(_ hash: [UInt8]) -> String { Hexadecimal.encode(hash) }
}

extension ManifestLogEntry.Fate {
  fileprivate init(_ fate: TrueSealManifest.Fate) {
    switch fate {
    case .current: self = .current
    case .ancestor: self = .ancestor
    case .lost: self = .lost
    case .waiting: self = .waiting
    case .void(.issuerRemoved(let hash)):
      self = .void(.issuerRemoved(by: ManifestLogEntry.text(hash)))
    case .void(.issuerLeft(let hash)): self = .void(.issuerLeft(by: ManifestLogEntry.text(hash)))
    case .void(.builtOn(let hash)): self = .void(.builtOn(ManifestLogEntry.text(hash)))
    }
  }
}
