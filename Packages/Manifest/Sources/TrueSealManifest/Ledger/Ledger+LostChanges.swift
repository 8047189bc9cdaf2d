extension Ledger {
  /// The Ed25519 keys of devices that are not gone and whose changes current lost, on purpose or not.
  var losingIssuers: Set<[UInt8]> {
    guard let current else { return [] }
    let open = losing.filter { place in
      verdict.directlyVoid[place] == nil && !isGone(nodes[place].issuer)
        && nodes[place].changes.contains { isOpen($0, in: current) }
    }
    return Set(open.map { nodes[$0].manifest.issuer })
  }

  /// A change that current lost, with the lowest manifest that carries it and may be named.
  typealias LostChange = (change: Change, carrier: [UInt8], isIssuerGone: Bool)

  /// Changes of devices that are gone, and removals that stand, which current neither reflects nor
  /// undid on purpose (M-31, M-34); each comes once.
  ///
  /// Whom a standing removal names has wiped or will, so listing it is a mistake, whoever issued it.
  /// `silent` are members that may be gone without anybody knowing.
  func lostChanges(except own: [UInt8], silent: Set<[UInt8]> = []) -> [LostChange] {
    guard let currentPlace, !losing.isEmpty else { return [] }
    let own = devices.place(of: own)
    // Whom some removal names may have wiped even if that one is void.
    let mayBeGone = { (device: Int) in
      isGone(device) || verdict.removals[device] != nil
        || devices.entries[device].map { silent.contains($0.signingKey) } ?? false
    }
    let candidates =
      losing
      .filter {
        isStandingRemoval($0) || (nodes[$0].issuer != own && mayBeGone(nodes[$0].issuer))
      }
      .sorted { nodes[$0].rank < nodes[$1].rank }
    var found: [LostChange] = []
    var places: [Change: Int] = [:]
    for place in candidates {
      let isIssuerGone = isGone(nodes[place].issuer)
      let isOrphaned = mayBeGone(nodes[place].issuer)
      let isSound =
        verdict.directlyVoid[place] == nil
        && (isRooted(place, without: verdict.directlyVoid) || wasAdmitted(nodes[place].issuer))
      for change in nodes[place].changes
      // A device that says itself that it left has left, whatever its manifest was built on; and
      // whom a removal that stands names has wiped, whatever became of the manifest since.
      where isStanding(change, by: place)
        || (nodes[place].issuer != own
          && (isOwnLeave(change, in: place) || (isSound && isOrphaned)))
      {
        guard isOpen(change, in: nodes[currentPlace].manifest) else { continue }
        if let known = places[change] {
          if isIssuerGone { found[known].isIssuerGone = true }
        } else {
          places[change] = found.count
          found.append((change, nodes[place].manifest.hash, isIssuerGone))
        }
      }
    }
    return found
  }

  private func isOwnLeave(_ change: Change, in place: Int) -> Bool {
    change == .departure(signingKey: nodes[place].manifest.issuer)
  }

  private func isStandingRemoval(_ place: Int) -> Bool {
    nodes[place].departures.contains { verdict.standingOn[$0]?.contains(place) ?? false }
  }

  private func isStanding(_ change: Change, by place: Int) -> Bool {
    guard case .departure(let signingKey) = change, let device = devices.place(of: signingKey)
    else { return false }
    return verdict.standingOn[device]?.contains(place) ?? false
  }

  /// Whether current neither reflects a change nor was built on a manifest that made it; a removed
  /// identity never comes back (M-33).
  private func isOpen(_ change: Change, in current: VerifiedManifest) -> Bool {
    switch change {
    case .admission(let signingKey, _, _):
      guard current.manifest.member(signingKey) == nil, !isGone(signingKey) else { return false }
    case .departure(let signingKey):
      guard current.manifest.member(signingKey) != nil else { return false }
    }
    return !isBuiltOnCarrier(of: change, or: [])
  }

  /// Whether current was built on a manifest that makes this change, or on one of these.
  func isBuiltOnCarrier(of change: Change, or others: [[UInt8]]) -> Bool {
    guard let currentPlace else { return false }
    let carriers = (carriers[change] ?? []) + others.compactMap { places[$0] }
    if carriers.contains(where: { descends(currentPlace, from: $0) }) { return true }
    guard case .admission = change, roots.count > 1 else { return false }
    // Where trees are not connected, what others had built on is part of the past that is missing.
    return carriers.contains { precedes($0, currentPlace) && isBuiltOnByOthers($0) }
  }

  private func isBuiltOnByOthers(_ place: Int) -> Bool {
    let issuer = nodes[place].issuer
    return nodes.indices.contains {
      $0 != place && nodes[$0].issuer != issuer && descends($0, from: place)
    }
  }
}
