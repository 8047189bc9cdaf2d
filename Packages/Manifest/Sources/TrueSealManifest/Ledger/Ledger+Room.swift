extension Ledger {
  /// Accepts as further roots those whose ancestors will not come (M-14).
  ///
  /// To be asked once the inbox is drained after a start: what was sent while this device was away
  /// for longer than the relay keeps mail is lost, and nothing could be judged ever again.
  public mutating func acceptFurtherRoots() -> [Effect] {
    let believed = current?.hash
    var effects: [Effect] = []
    for entry in waiting where room.entries[entry.manifest.hash] != nil {
      guard mayBeRoot(entry) else { continue }
      room.remove(entry.manifest.hash)
      enter(entry.manifest)
      effects.append(.held(entry.manifest.hash))
      effects += settle(after: entry.manifest.hash)
    }
    effects += makeRoom()
    if current?.hash != believed { effects.append(.currentChanged(current?.hash)) }
    return effects
  }

  /// Whether current vouches for a manifest whose parent is not held.
  private func mayBeRoot(_ entry: WaitingManifest) -> Bool {
    let manifest = entry.manifest.manifest
    guard let current, let parent = manifest.parent, nodes[parent] == nil,
      current.manifest.member(entry.author) != nil, current.rank < entry.manifest.rank,
      manifest.version - current.manifest.version <= ManifestLimits.versionLeapMax
    else { return false }
    let taken = Set(current.manifest.members.map(\.agreementKey))
    return manifest.members.allSatisfy { member in
      if let known = current.manifest.member(member.signingKey) { return known == member }
      return !taken.contains(member.agreementKey)
    }
  }

  /// Lets go of the oldest losers without claims while too many are held (M-64).
  mutating func makeRoom() -> [Effect] {
    var effects: [Effect] = []
    while heldCount > ManifestLimits.heldCountMax, let loser = oldestLoser() {
      forget(loser.hash)
      effects.append(.forgotten(loser))
    }
    return effects
  }

  private func oldestLoser() -> VerifiedManifest? {
    let losers = losers.compactMap { nodes[$0] }.filter { node in
      node.children.isEmpty && node.parent != nil && !node.isLeave
        && claims(of: node.manifest.hash).isEmpty
    }
    return losers.map(\.manifest).min { $0.rank < $1.rank }
  }

  private mutating func forget(_ hash: [UInt8]) {
    guard let node = nodes.removeValue(forKey: hash) else { return }
    uncount(node.manifest.rank)
    if let parent = node.parent { nodes[parent]?.children.removeAll { $0 == hash } }
    for change in node.changes { carriers[change]?.removeAll { $0 == hash } }
    verdict.forget(hash, by: node.manifest.manifest.issuer)
  }
}

extension Verdict {
  /// Forgets a manifest that claims nothing and is no leave.
  fileprivate mutating func forget(_ hash: [UInt8], by issuer: [UInt8]) {
    issued[issuer]?.removeAll { $0 == hash }
    for (claim, manifests) in victims where manifests.contains(hash) {
      let others = manifests.filter { $0 != hash }
      victims[claim] = others.isEmpty ? nil : others
    }
    directlyVoid[hash] = nil
    void.remove(hash)
  }
}
