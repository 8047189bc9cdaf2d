extension Ledger {
  /// Enters a manifest that is now held, and brings verdict and current up to date.
  ///
  /// Most manifests change nothing about others: they are found void or not by a few look-ups. The
  /// rounds of M-20 are run again only for one that may.
  mutating func appraise(_ place: Int) {
    if enter(place) || verdict.isWeighed { return judge() }
    let isVoid = nodes[place].parent.map(verdict.void.contains) ?? false
    if isVoid { verdict.void.insert(place) }
    // Void or not, a claim that nothing threatens stands if its issuer had a say (M-20).
    for charge in charges(of: place) where isRooted(place, without: verdict.directlyVoid) {
      stand(charge)
    }
    if !isVoid, currentPlace.map({ nodes[$0].rank < nodes[place].rank }) ?? true {
      believe(place)
    }
  }

  /// Appraises everything anew, as after trees were connected.
  mutating func appraiseAll() {
    let (orphans, orphanSet) = (verdict.orphans, verdict.orphanSet)
    verdict = Verdict()
    // What was an orphan stays one, and keeps its place in the row.
    verdict.orphans = orphans
    verdict.orphanSet = orphanSet
    for place in ranked { _ = enter(place) }
    judge()
    sortLosers()
  }

  /// Puts a manifest into the indexes; true when it may change what was found about others.
  private mutating func enter(_ place: Int) -> Bool {
    let issuer = nodes[place].issuer
    var isDisputed = false
    for built in Array(verdict.builders.keys) where built != place && descends(place, from: built) {
      verdict.builders[built]?.insert(issuer)
    }
    if !nodes[place].isLeaveOnly {
      for removal in verdict.removals[issuer] ?? [] where areConcurrent(removal, place) {
        verdict.note(victim: place, of: Verdict.Charge(manifest: removal, target: issuer))
        isDisputed = true
      }
      for leave in verdict.firstLeaves[issuer] ?? [] where areConcurrent(leave, place) {
        isDisputed = true
      }
    }
    if nodes[place].isLeave { isDisputed = enterLeave(place) || isDisputed }
    for charge in charges(of: place) { isDisputed = enter(charge) || isDisputed }
    for carrier in nodes[place].manifest.onBehalf where places[carrier] == nil {
      verdict.namersByLackedCarrier[carrier, default: []].append(place)
    }
    verdict.issued[issuer, default: []].append(place)
    return isDisputed
  }

  private mutating func enterLeave(_ place: Int) -> Bool {
    let issuer = nodes[place].issuer
    verdict.leaves[issuer, default: []].append(place)
    // A leave made again names the one it repeats, so it says nothing new about what came before.
    let repeats = nodes[place].manifest.onBehalf.contains { carrier in
      places[carrier].map { nodes[$0].issuer == issuer && nodes[$0].isLeave } ?? false
    }
    guard !repeats else { return false }
    verdict.firstLeaves[issuer, default: []].append(place)
    return (verdict.issued[issuer] ?? []).contains { areConcurrent($0, place) }
  }

  private mutating func enter(_ charge: Verdict.Charge) -> Bool {
    verdict.removals[charge.target, default: []].append(charge.manifest)
    noteOrphans(of: charge)
    var hasVictims = false
    for hash in verdict.issued[charge.target] ?? []
    where !nodes[hash].isLeaveOnly && areConcurrent(charge.manifest, hash) {
      verdict.note(victim: hash, of: charge)
      hasVictims = true
    }
    return hasVictims || isThreatened(charge.manifest)
      || verdict.firstLeaves[charge.target] != nil
  }

  /// Notes claims whose issuer is itself claimed: it may have wiped before all had heard (M-43).
  private mutating func noteOrphans(of charge: Verdict.Charge) {
    if verdict.removals[nodes[charge.manifest].issuer] != nil,
      verdict.orphanSet.insert(charge.manifest).inserted
    {
      verdict.orphans.append(charge.manifest)
    }
    guard verdict.removals[charge.target]?.count == 1 else { return }
    for place in verdict.issued[charge.target] ?? []
    where !charges(of: place).isEmpty && verdict.orphanSet.insert(place).inserted {
      verdict.orphans.append(place)
    }
  }

  /// Whether a manifest is, or was built on, one that some claim would make void.
  func isThreatened(_ place: Int) -> Bool {
    verdict.victimCounts.keys.contains { descends(place, from: $0) }
  }

  mutating func stand(_ charge: Verdict.Charge) {
    verdict.standing.insert(charge)
    verdict.standingOn[charge.target, default: []].insert(charge.manifest)
  }
}
