extension Ledger {
  /// Finds which claims stand and what is void, and believes the highest of what is left.
  ///
  /// Only claims that would make something void can bear on others, so only these, and those built
  /// on what they would make void, go through the rounds. Source: M-20 to M-24.
  mutating func judge() {
    verdict.isWeighed = false
    var directlyVoid = voidByLeaves()
    let all = verdict.removals.flatMap { target, manifests in
      manifests.map { Claim(manifest: $0, target: target) }
    }
    let open = all.filter {
      directlyVoid[$0.manifest] == nil && isRooted($0.manifest, without: directlyVoid)
    }
    let disputed = open.filter { isThreatened($0.manifest) || verdict.victims[$0] != nil }
    var standing = Set(open).subtracting(disputed)
    runRounds(disputed, standing: &standing, directlyVoid: &directlyVoid)

    verdict.standing = []
    verdict.standingOn = [:]
    for claim in standing { stand(claim) }
    verdict.directlyVoid = directlyVoid
    verdict.void = descendants(ofAll: directlyVoid.keys)
    believeHighest()
  }

  /// M-20: claim after claim stands or is struck, those that nothing open threatens first.
  private mutating func runRounds(
    _ disputed: [Claim], standing: inout Set<Claim>, directlyVoid: inout [[UInt8]: Verdict.Cause]
  ) {
    var open = disputed
    while !open.isEmpty {
      let threats = open.filter { verdict.victims[$0] != nil }
      var free = open.filter { claim in
        !threats.contains { $0 != claim && threatens($0, claim) }
      }
      if free.isEmpty {
        // Only rings are left.
        verdict.isWeighed = true
        let weights = open.map { weight(of: $0) }
        free = zip(open, weights).min { $0.1 < $1.1 }.map { [$0.0] } ?? []
      }
      for claim in free {
        standing.insert(claim)
        for victim in verdict.victims[claim] ?? [] where !isFirstRoot(victim) {
          directlyVoid[victim] = directlyVoid[victim] ?? .removal(claim.manifest)
        }
      }
      open = open.filter { claim in
        !free.contains(claim) && directlyVoid[claim.manifest] == nil
          && isRooted(claim.manifest, without: directlyVoid)
      }
    }
  }

  /// Whether a claim, by standing, would make another's manifest void or take its issuer's say.
  private func threatens(_ threat: Claim, _ claim: Claim) -> Bool {
    let lines = (verdict.victims[threat] ?? []).filter { descends(claim.manifest, from: $0) }
    guard let lowest = lines.min(by: { nodes[$0]?.version ?? 0 < nodes[$1]?.version ?? 0 }),
      let issuer = nodes[claim.manifest]?.manifest.manifest.issuer
    else { return false }
    if lines.contains(claim.manifest) { return true }
    guard let left = parent(of: lowest) else { return true }
    return left.manifest.member(issuer) == nil
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

  private mutating func weight(of claim: Claim) -> Weight {
    let manifest = nodes[claim.manifest]?.manifest.manifest
    let list = parent(of: claim.manifest)?.manifest
    let issuer = manifest?.issuer ?? []
    let supporters = builders(on: claim.manifest).filter {
      $0 != issuer && $0 != claim.target && list?.member($0) != nil
    }
    return Weight(
      supporterCount: supporters.count,
      admissionVersion: list?.member(issuer)?.admissionVersion ?? 0, issuer: issuer,
      version: manifest?.version ?? 0, hash: claim.manifest, target: claim.target)
  }

  /// The issuers of everything built on a manifest, itself aside.
  private mutating func builders(on hash: [UInt8]) -> Set<[UInt8]> {
    if let known = verdict.builders[hash] { return known }
    let issuers = descendants(ofAll: nodes[hash]?.children ?? [])
      .compactMap { nodes[$0]?.manifest.manifest.issuer }
    verdict.builders[hash] = Set(issuers)
    return Set(issuers)
  }

  /// These manifests and all that were built on them.
  private func descendants(ofAll hashes: some Sequence<[UInt8]>) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var unseen = Array(hashes)
    while let next = unseen.popLast() {
      guard found.insert(next).inserted else { continue }
      unseen += nodes[next]?.children ?? []
    }
    return found
  }

  /// M-24: what a device issued beside its own first leave, but for leaves.
  private mutating func voidByLeaves() -> [[UInt8]: Verdict.Cause] {
    var directlyVoid: [[UInt8]: Verdict.Cause] = [:]
    for (issuer, leaves) in verdict.firstLeaves {
      for leave in leaves.sorted(by: { nodes[$0]?.version ?? 0 < nodes[$1]?.version ?? 0 }) {
        for hash in verdict.issued[issuer] ?? []
        where directlyVoid[hash] == nil && nodes[hash]?.isLeaveOnly == false
          && areConcurrent(leave, hash) && !isFirstRoot(hash)
          && !outweighs(hash, leave: leave, of: issuer)
        {
          directlyVoid[hash] = .leave(leave)
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
  private mutating func outweighs(_ hash: [UInt8], leave: [UInt8], of issuer: [UInt8]) -> Bool {
    let ends = (verdict.firstLeaves[issuer] ?? []) + (verdict.removals[issuer] ?? [])
    guard ends.contains(where: { $0 != leave && descends($0, from: hash) }) else { return false }
    verdict.isWeighed = true
    let list = parent(of: hash)?.manifest
    let voters = { (builders: Set<[UInt8]>) in
      builders.count { $0 != issuer && list?.member($0) != nil }
    }
    return voters(builders(on: hash)) > voters(builders(on: leave))
  }

  /// Whether nothing held is older: what all else rests on is never void, so something is current.
  private func isFirstRoot(_ hash: [UInt8]) -> Bool {
    nodes[hash]?.parent == nil && hash == roots.first?.hash
  }
}
