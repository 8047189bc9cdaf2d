extension Ledger {
  /// Accepts as further roots those whose ancestors will not come (M-14).
  ///
  /// To be asked once the inbox is drained after a start: what was sent while this device was away
  /// for longer than the relay keeps mail is lost, and nothing could be judged ever again.
  public mutating func acceptFurtherRoots() -> [Effect] {
    let believed = currentPlace
    var effects: [Effect] = []
    for entry in waiting where room.entries[entry.manifest.hash] != nil {
      guard mayBeRoot(entry) else { continue }
      room.remove(entry.manifest.hash)
      enter(entry.manifest)
      effects.append(.held(entry.manifest.hash))
      effects += settle(after: entry.manifest.hash)
    }
    effects += makeRoom()
    if currentPlace != believed { effects.append(.currentChanged(current?.hash)) }
    return effects
  }

  /// Whether current vouches for a manifest whose parent is not held.
  private func mayBeRoot(_ entry: WaitingManifest) -> Bool {
    let manifest = entry.manifest.manifest
    guard let current, let parent = manifest.parent, places[parent] == nil,
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
      forget(loser)
      effects.append(.forgotten(nodes[loser].manifest))
    }
    return effects
  }

  private func oldestLoser() -> Int? {
    losing.filter { place in
      let node = nodes[place]
      return node.children.isEmpty && node.parent != nil && !node.isLeave
        && charges(of: place).isEmpty
    }.min { nodes[$0].rank < nodes[$1].rank }
  }

  /// Its place stays taken, so that the places of others stay true.
  private mutating func forget(_ place: Int) {
    let node = nodes[place]
    places[node.manifest.hash] = nil
    ranked.removeAll { $0 == place }
    losing.remove(place)
    if let parent = node.parent { nodes[parent].children.removeAll { $0 == place } }
    for change in node.changes { carriers[change]?.removeAll { $0 == place } }
    verdict.forget(place, by: node.issuer)
  }
}
