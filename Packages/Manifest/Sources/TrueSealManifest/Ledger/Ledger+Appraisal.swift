extension Ledger {
  /// Enters a manifest that is now held, and brings verdict and current up to date.
  ///
  /// Most manifests change nothing about others: they are found void or not by a few look-ups. The
  /// rounds of M-20 are run again only for one that may.
  mutating func appraise(_ hash: [UInt8]) {
    guard let node = nodes[hash] else { return }
    let isDisputed = enter(hash, node)
    if isDisputed || verdict.isWeighed {
      judge()
    } else {
      let isVoid = node.parent.map(verdict.void.contains) ?? false
      if isVoid { verdict.void.insert(hash) }
      // Void or not, a claim that nothing threatens stands if its issuer had a say (M-20).
      for claim in claims(of: hash) where isRooted(hash, without: verdict.directlyVoid) {
        stand(claim)
      }
      if !isVoid, current.map({ $0.rank < node.manifest.rank }) ?? true {
        believe(node.manifest)
      }
    }
  }

  /// Appraises everything anew, as after trees were connected.
  mutating func appraiseAll() {
    verdict = Verdict()
    for (hash, node) in nodes.sorted(by: { $0.value.manifest.rank < $1.value.manifest.rank }) {
      _ = enter(hash, node)
    }
    judge()
    sortLosers()
  }

  /// Puts a manifest into the indexes; true when it may change what was found about others.
  private mutating func enter(_ hash: [UInt8], _ node: Node) -> Bool {
    let issuer = node.manifest.manifest.issuer
    var isDisputed = false
    for key in Array(verdict.builders.keys) where key != hash && descends(hash, from: key) {
      verdict.builders[key]?.insert(issuer)
    }
    if !node.isLeaveOnly {
      for removal in verdict.removals[issuer] ?? [] where areConcurrent(removal, hash) {
        verdict.victims[Claim(manifest: removal, target: issuer), default: []].append(hash)
        isDisputed = true
      }
      for leave in verdict.firstLeaves[issuer] ?? [] where areConcurrent(leave, hash) {
        isDisputed = true
      }
    }
    if node.isLeave { isDisputed = enterLeave(hash, node) || isDisputed }
    for claim in claims(of: hash) { isDisputed = enter(claim) || isDisputed }
    for carrier in node.manifest.manifest.onBehalf where nodes[carrier] == nil {
      verdict.namersByLackedCarrier[carrier, default: []].append(hash)
    }
    verdict.issued[issuer, default: []].append(hash)
    return isDisputed
  }

  private mutating func enterLeave(_ hash: [UInt8], _ node: Node) -> Bool {
    let issuer = node.manifest.manifest.issuer
    verdict.leaves[issuer, default: []].append(hash)
    // A leave made again names the one it repeats, so it says nothing new about what came before.
    let repeats = node.manifest.manifest.onBehalf.contains { carrier in
      nodes[carrier]?.manifest.manifest.issuer == issuer
    }
    guard !repeats else { return false }
    verdict.firstLeaves[issuer, default: []].append(hash)
    return (verdict.issued[issuer] ?? []).contains { areConcurrent($0, hash) }
  }

  private mutating func enter(_ claim: Claim) -> Bool {
    verdict.removals[claim.target, default: []].append(claim.manifest)
    noteOrphans(of: claim)
    let victims = (verdict.issued[claim.target] ?? []).filter {
      nodes[$0]?.isLeaveOnly == false && areConcurrent(claim.manifest, $0)
    }
    if !victims.isEmpty { verdict.victims[claim] = victims }
    return !victims.isEmpty || isThreatened(claim.manifest)
      || verdict.firstLeaves[claim.target] != nil
  }

  /// Notes claims whose issuer is itself claimed: it may have wiped before all had heard (M-43).
  private mutating func noteOrphans(of claim: Claim) {
    if let issuer = nodes[claim.manifest]?.manifest.manifest.issuer,
      verdict.removals[issuer] != nil, verdict.orphanSet.insert(claim.manifest).inserted
    {
      verdict.orphans.append(claim.manifest)
    }
    guard verdict.removals[claim.target]?.count == 1 else { return }
    for hash in verdict.issued[claim.target] ?? []
    where !claims(of: hash).isEmpty && verdict.orphanSet.insert(hash).inserted {
      verdict.orphans.append(hash)
    }
  }

  /// Whether a manifest is, or was built on, one that some claim would make void.
  func isThreatened(_ hash: [UInt8]) -> Bool {
    verdict.victims.values.contains { victims in
      victims.contains { descends(hash, from: $0) }
    }
  }

  mutating func stand(_ claim: Claim) {
    verdict.standing.insert(claim)
    verdict.standingOn[claim.target, default: []].insert(claim.manifest)
  }
}
