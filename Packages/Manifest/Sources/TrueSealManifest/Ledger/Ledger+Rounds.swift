extension Ledger {
  /// Finds which claims stand and what is void, and believes the highest of what is left.
  ///
  /// Only claims that would make something void can bear on others, so only these, and those built
  /// on what they would make void, go through the rounds. Source: M-20 to M-24.
  mutating func judge() {
    verdict.isWeighed = false
    verdict.weighed = []
    var directlyVoid = voidByLeaves()
    var standing: Set<Verdict.Charge> = []
    var disputed: [Verdict.Charge] = []
    for (target, manifests) in verdict.removals {
      for manifest in manifests
      where directlyVoid[manifest] == nil && isRooted(manifest, without: directlyVoid) {
        let charge = Verdict.Charge(manifest: manifest, target: target)
        if verdict.victims[charge] != nil || isThreatened(manifest) {
          disputed.append(charge)
        } else {
          standing.insert(charge)
        }
      }
    }
    runRounds(disputed, standing: &standing, directlyVoid: &directlyVoid)

    verdict.standing = standing
    verdict.standingOn = [:]
    for charge in standing {
      verdict.standingOn[charge.target, default: []].insert(charge.manifest)
    }
    verdict.directlyVoid = directlyVoid
    verdict.void = descendants(ofAll: directlyVoid.keys)
    believeHighest()
  }

  /// M-20: claim after claim stands or is struck, those that nothing open threatens first.
  private mutating func runRounds(
    _ disputed: [Verdict.Charge], standing: inout Set<Verdict.Charge>,
    directlyVoid: inout [Int: Verdict.Cause]
  ) {
    var open = disputed
    while !open.isEmpty {
      let threats = open.filter { verdict.victims[$0] != nil }
      var free = open.filter { charge in
        !threats.contains { $0 != charge && threatens($0, charge) }
      }
      if free.isEmpty {
        // Only rings are left.
        verdict.isWeighed = true
        let weights = open.map { weight(of: $0) }
        free = zip(open, weights).min { $0.1 < $1.1 }.map { [$0.0] } ?? []
        verdict.weighed.formUnion(free.map(\.manifest))
      }
      // Of several reasons the lowest is given, so that all devices name and tell the same one.
      for charge in free.sorted(by: { nodes[$0.manifest].rank < nodes[$1.manifest].rank }) {
        standing.insert(charge)
        for victim in verdict.victims[charge] ?? [] where !isFirstRoot(victim) {
          directlyVoid[victim] = directlyVoid[victim] ?? .removal(charge.manifest)
        }
      }
      open = open.filter { charge in
        !free.contains(charge) && directlyVoid[charge.manifest] == nil
          && isRooted(charge.manifest, without: directlyVoid)
      }
    }
  }

  /// Whether a claim, by standing, would make another's manifest void or take its issuer's say.
  private func threatens(_ threat: Verdict.Charge, _ charge: Verdict.Charge) -> Bool {
    var lowest: Int?
    for victim in verdict.victims[threat] ?? [] {
      if victim == charge.manifest { return true }
      guard descends(charge.manifest, from: victim) else { continue }
      if lowest.map({ nodes[victim].version < nodes[$0].version }) ?? true { lowest = victim }
    }
    guard let lowest else { return false }
    guard let left = nodes[lowest].parent else { return true }
    return !nodes[left].list.contains(nodes[charge.manifest].issuer)
  }

  /// What decides a ring: who was built on by most others, then the senior, then rank.
  private struct Weight: Comparable {
    let supporterCount: Int
    let admissionVersion: UInt64
    let issuer: [UInt8]
    let version: UInt64
    let hash: [UInt8]
    let target: [UInt8]

    static func < (left: Self, right: Self) -> Bool {
      if left.supporterCount != right.supporterCount {
        return left.supporterCount > right.supporterCount
      }
      if left.admissionVersion != right.admissionVersion {
        return left.admissionVersion < right.admissionVersion
      }
      if left.issuer != right.issuer {
        return left.issuer.lexicographicallyPrecedes(right.issuer)
      }
      if left.version != right.version { return left.version < right.version }
      if left.hash != right.hash { return left.hash.lexicographicallyPrecedes(right.hash) }
      return left.target.lexicographicallyPrecedes(right.target)
    }
  }

  private mutating func weight(of charge: Verdict.Charge) -> Weight {
    let node = nodes[charge.manifest]
    let issuer = node.manifest.issuer
    let parent = node.parent
    let supporters = builders(on: charge.manifest).filter { device in
      device != node.issuer && device != charge.target
        && parent.map { nodes[$0].list.contains(device) } ?? false
    }
    let entry = parent.flatMap { nodes[$0].manifest.manifest.member(issuer) }
    return Weight(
      supporterCount: supporters.count, admissionVersion: entry?.admissionVersion ?? 0,
      issuer: issuer, version: node.version, hash: node.manifest.hash,
      target: claim(charge).target)
  }

  /// What convinces a device that a removal stands, or that a leave counts.
  ///
  /// The manifest itself; where only weight decided, the lowest one that each of those whose weight
  /// counts has built on it; and the same of whatever struck the removals that would make it void.
  func proof(of place: Int) -> Set<Int> {
    var proof: Set<Int> = []
    var unproven = [place]
    while let next = unproven.popLast() {
      guard proof.insert(next).inserted else { continue }
      proof.formUnion(supports(of: next))
      for (rival, victims) in verdict.victims
      where verdict.void.contains(rival.manifest)
        && victims.contains(where: { descends(next, from: $0) })
      {
        unproven += causes(against: rival.manifest)
      }
    }
    return proof
  }

  /// The removals and leaves for which a manifest is void.
  func causes(against place: Int) -> Set<Int> {
    guard verdict.void.contains(place) else { return [] }
    return Set(verdict.directlyVoid.filter { descends(place, from: $0.key) }.values.map(\.place))
  }

  /// The lowest manifest each device built on one that stands for its weight.
  private func supports(of place: Int) -> [Int] {
    guard verdict.weighed.contains(place), let parent = nodes[place].parent else { return [] }
    var lowest: [Int: Int] = [:]
    for builder in descendants(ofAll: nodes[place].children) {
      let issuer = nodes[builder].issuer
      guard nodes[parent].list.contains(issuer) else { continue }
      let known = lowest[issuer]
      if known.map({ nodes[builder].rank < nodes[$0].rank }) ?? true { lowest[issuer] = builder }
    }
    return Array(lowest.values)
  }

  /// The issuers of everything built on a manifest, itself aside.
  private mutating func builders(on place: Int) -> Set<Int> {
    if let known = verdict.builders[place] { return known }
    let issuers = Set(descendants(ofAll: nodes[place].children).map { nodes[$0].issuer })
    verdict.builders[place] = issuers
    return issuers
  }

  /// These manifests and all that were built on them.
  private func descendants(ofAll manifests: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var unseen = Array(manifests)
    while let next = unseen.popLast() {
      guard found.insert(next).inserted else { continue }
      unseen += nodes[next].children
    }
    return found
  }

  /// M-24: what a device issued beside its own first leave, but for leaves and what the leave names.
  private mutating func voidByLeaves() -> [Int: Verdict.Cause] {
    var directlyVoid: [Int: Verdict.Cause] = [:]
    for (issuer, leaves) in verdict.firstLeaves {
      for leave in leaves.sorted(by: { nodes[$0].rank < nodes[$1].rank }) {
        let named = nodes[leave].manifest.onBehalf
        for place in verdict.issued[issuer] ?? []
        where directlyVoid[place] == nil && !nodes[place].isLeaveOnly
          && areConcurrent(leave, place) && !isFirstRoot(place)
          && !named.contains(nodes[place].manifest.hash)
          && !outweighs(place, leave: leave, of: issuer)
        {
          directlyVoid[place] = .leave(leave)
        }
      }
    }
    return directlyVoid
  }

  /// Whether the group went on from a manifest of a device that is said to have left beside it.
  ///
  /// Without this, a device that is gone could forge a leave on an old parent, and with it void all
  /// that it did since while the group built on it. Two ends of one device are needed for that: the
  /// forged one and the one that others know, which came after the manifest.
  private mutating func outweighs(_ place: Int, leave: Int, of issuer: Int) -> Bool {
    let ends = (verdict.firstLeaves[issuer] ?? []) + (verdict.removals[issuer] ?? [])
    guard ends.contains(where: { $0 != leave && descends($0, from: place) }) else { return false }
    verdict.isWeighed = true
    let list = nodes[place].parent.map { nodes[$0].list } ?? []
    let voters = { (builders: Set<Int>) in
      builders.count { $0 != issuer && list.contains($0) }
    }
    return voters(builders(on: place)) > voters(builders(on: leave))
  }

  /// Whether nothing held is older: what all else rests on is never void, so something is current.
  private func isFirstRoot(_ place: Int) -> Bool {
    place == roots.first
  }
}
