extension Ledger {
  /// Reads a ledger back from what was stored of it.
  ///
  /// What was held is held again without being judged; what waited is judged anew.
  ///
  /// - Throws: `ManifestError`, code `malformed`, when a held manifest is of another group.
  public init(
    groupID: [UInt8], restoring held: [VerifiedManifest], waiting: [WaitingManifest] = []
  ) throws(ManifestError) {
    self.init(groupID: groupID)
    nodes.reserveCapacity(held.count)
    places.reserveCapacity(held.count)
    carriers.reserveCapacity(held.count)
    ranked.reserveCapacity(held.count)
    for manifest in held.sorted(by: { $0.rank < $1.rank })
    where nodes.last?.manifest.hash != manifest.hash {
      guard manifest.isOf(group: groupID) else {
        throw ManifestError(.malformed, "a stored manifest is of another group")
      }
      hold(manifest)
    }
    appraiseAll()
    for entry in waiting.sorted(by: { $0.manifest.rank < $1.manifest.rank }) {
      _ = take(entry.manifest, from: entry.author)
    }
  }

  /// Opens the ledger of a device that joins, with the oldest ancestor of its admission as root.
  ///
  /// The token's key vouches for the admission, and so for all it was built on: carriers that
  /// these name may be long gone. Everything else at hand is judged as usual. Nil when one of
  /// the admission's ancestors speaks against the next.
  init?(joinedBy admission: VerifiedManifest, among known: [[UInt8]: WaitingManifest]) {
    var line = [admission]
    var oldest = admission
    while let hash = oldest.parent, let parent = known[hash]?.manifest {
      let difference = ListDifference(of: oldest, on: parent)
      guard Self.refusal(of: oldest, on: parent, with: difference) == nil else { return nil }
      line.append(parent)
      oldest = parent
    }
    guard oldest.outline.version > 1 || Self.founds(oldest.manifest) else { return nil }

    self.init(groupID: admission.manifest.groupID)
    for manifest in line.reversed() { hold(manifest) }
    appraiseAll()
    for manifest in Self.judgingOrder(known.values.map(\.manifest)) {
      _ = take(manifest, from: known[manifest.hash]?.author)
    }
  }
}
