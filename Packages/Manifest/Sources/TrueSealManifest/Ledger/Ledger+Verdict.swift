extension Ledger {
  /// Whether a device is gone for good: it left, or a standing claim removed it.
  public func isGone(_ signingKey: [UInt8]) -> Bool {
    hasLeft(signingKey) || isRemoved(signingKey)
  }

  /// Whether a held manifest is this device's own leave.
  public func hasLeft(_ signingKey: [UInt8]) -> Bool {
    verdict.leaves[signingKey] != nil
  }

  /// Whether a standing claim removed this device, whatever is current (M-52).
  public func isRemoved(_ signingKey: [UInt8]) -> Bool {
    verdict.standingOn[signingKey] != nil
  }

  /// The removals that stand, in no particular order (M-20).
  public var standingClaims: Set<Claim> { verdict.standing }

  /// Whether a held manifest counts for nothing, by itself or through an ancestor (M-21).
  public func isVoid(_ hash: [UInt8]) -> Bool {
    verdict.void.contains(hash)
  }

  /// Whether a held manifest counts for nothing by itself, its ancestors left aside (M-20, M-24).
  public func isDirectlyVoid(_ hash: [UInt8]) -> Bool {
    verdict.directlyVoid[hash] != nil
  }

  /// The removals and leaves that make a manifest, or what it was built on, void.
  func reasons(against hash: [UInt8]) -> Set<[UInt8]> {
    guard verdict.void.contains(hash) else { return [] }
    let causes = verdict.directlyVoid.filter { descends(hash, from: $0.key) }.values
    return Set(
      causes.map { cause in
        switch cause {
        case .removal(let manifest), .leave(let manifest): manifest
        }
      })
  }

  /// Whether some held manifest claims to have removed this device, standing or not.
  func isClaimed(_ signingKey: [UInt8]) -> Bool {
    verdict.removals[signingKey] != nil
  }

  /// Whether a held manifest that is not void lists this device.
  ///
  /// Whoever is listed was admitted somewhere above, and what is built on a void manifest is void,
  /// so the admissions and the roots tell.
  func isListedByValid(_ signingKey: [UInt8]) -> Bool {
    guard let entry = entry(of: signingKey) else { return false }
    return (carriers[.admission(of: entry)] ?? []).contains { !isVoid($0) }
      || roots.contains { $0.manifest.member(signingKey) != nil && !isVoid($0.hash) }
  }

  /// Who must hear of a held manifest (M-41).
  func recipients(of hash: [UInt8]) -> [Member] {
    manifest(hash).map { recipients(of: $0) } ?? []
  }

  /// Whether one manifest came before another as far as can be known.
  ///
  /// Between trees whose connection is missing, what has a lower version than the later root may be
  /// its ancestor and is taken for one: a device that was away must not void a past it cannot see.
  func precedes(_ older: [UInt8], _ newer: [UInt8]) -> Bool {
    if descends(newer, from: older) { return true }
    guard roots.count > 1, let node = nodes[older], let root = root(of: newer) else { return false }
    return node.version < root.manifest.version && self.root(of: older)?.hash != root.hash
  }

  /// Whether neither of two manifests came before the other.
  func areConcurrent(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    !precedes(one, other) && !precedes(other, one)
  }

  /// The held removal claims of a manifest, by its own content and what it was built on.
  func claims(of hash: [UInt8]) -> [Claim] {
    guard let node = nodes[hash] else { return [] }
    let issuer = node.manifest.manifest.issuer
    let repeated = node.manifest.manifest.onBehalf.compactMap { nodes[$0] }
      .filter(\.isLeave).map(\.manifest.manifest.issuer)
    return node.departures
      .filter { $0 != issuer && !repeated.contains($0) }
      .map { Claim(manifest: hash, target: $0) }
  }

  /// The nearest ancestor of a void manifest that is not void; the manifest itself when it is not.
  func nearestAncestorLeft(
    of hash: [UInt8], without directlyVoid: [[UInt8]: Verdict.Cause]
  ) -> [UInt8]? {
    let oldest = directlyVoid.keys.filter { descends(hash, from: $0) }
      .min { nodes[$0]?.version ?? 0 < nodes[$1]?.version ?? 0 }
    return oldest.map { nodes[$0]?.parent } ?? hash
  }

  /// Whether a manifest's issuer is listed by the nearest ancestor that is not void.
  func isRooted(
    _ hash: [UInt8], without directlyVoid: [[UInt8]: Verdict.Cause]
  ) -> Bool {
    guard let issuer = nodes[hash]?.manifest.manifest.issuer,
      let left = nearestAncestorLeft(of: hash, without: directlyVoid)
    else { return false }
    return left == hash || nodes[left]?.manifest.manifest.member(issuer) != nil
  }
}

extension Ledger.Node {
  /// Who it takes off its parent's list.
  var departures: [[UInt8]] {
    changes.compactMap { change in
      guard case .departure(let signingKey) = change else { return nil }
      return signingKey
    }
  }

  /// Whether its issuer takes itself off the list.
  var isLeave: Bool {
    changes.contains(.departure(signingKey: manifest.manifest.issuer))
  }

  /// Whether it does nothing but take its issuer off the list.
  var isLeaveOnly: Bool {
    changes == [.departure(signingKey: manifest.manifest.issuer)]
  }
}
