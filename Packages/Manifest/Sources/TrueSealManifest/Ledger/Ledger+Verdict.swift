extension Ledger {
  /// Whether a device is gone for good: it left, or a standing claim removed it.
  public func isGone(_ signingKey: [UInt8]) -> Bool {
    devices.place(of: signingKey).map(isGone) ?? false
  }

  /// The same by place.
  func isGone(_ device: Int) -> Bool {
    verdict.leaves[device] != nil || verdict.standingOn[device] != nil
  }

  /// Whether a held manifest is this device's own leave.
  public func hasLeft(_ signingKey: [UInt8]) -> Bool {
    devices.place(of: signingKey).map { verdict.leaves[$0] != nil } ?? false
  }

  /// Whether a standing claim removed this device, whatever is current (M-52).
  public func isRemoved(_ signingKey: [UInt8]) -> Bool {
    devices.place(of: signingKey).map { verdict.standingOn[$0] != nil } ?? false
  }

  /// The removals that stand, in no particular order (M-20).
  public var standingClaims: Set<Claim> { Set(verdict.standing.map(claim)) }

  /// Whether a held manifest counts for nothing, by itself or through an ancestor (M-21).
  public func isVoid(_ hash: [UInt8]) -> Bool {
    places[hash].map(verdict.void.contains) ?? false
  }

  /// Whether a held manifest counts for nothing by itself, its ancestors left aside (M-20, M-24).
  public func isDirectlyVoid(_ hash: [UInt8]) -> Bool {
    places[hash].map { verdict.directlyVoid[$0] != nil } ?? false
  }

  /// Whether some held manifest claims to have removed this device, standing or not.
  func isClaimed(_ signingKey: [UInt8]) -> Bool {
    devices.place(of: signingKey).map { verdict.removals[$0] != nil } ?? false
  }

  /// What proves that a manifest, or what it was built on, is void.
  func reasons(against hash: [UInt8]) -> Set<[UInt8]> {
    guard let place = places[hash] else { return [] }
    return Set(causes(against: place).flatMap(proof).map { nodes[$0].manifest.hash })
  }

  /// Whether current was not built on this held manifest.
  func isLoser(_ hash: [UInt8]) -> Bool {
    places[hash].map(losing.contains) ?? false
  }

  /// What proves the standing removals that current was not built on, by hash.
  var lostEvidence: [[UInt8]] {
    let lost = Set(verdict.standing.map(\.manifest)).intersection(losing)
    return Set(lost.flatMap(proof)).map { nodes[$0].manifest.hash }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What proves the standing removals of a device, by hash.
  func evidence(against signingKey: [UInt8]) -> [[UInt8]] {
    guard let claims = devices.place(of: signingKey).flatMap({ verdict.standingOn[$0] }) else {
      return []
    }
    return Set(claims.flatMap(proof)).map { nodes[$0].manifest.hash }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The devices a held manifest lists or was issued by which current does not list and which
  /// have not left.
  func strangers(of hash: [UInt8]) -> [[UInt8]] {
    guard let place = places[hash], let currentPlace else { return [] }
    let list = nodes[currentPlace].list
    return Set(nodes[place].list + [nodes[place].issuer])
      .filter { !list.contains($0) && verdict.leaves[$0] == nil }
      .compactMap { devices.entries[$0]?.signingKey }
  }

  /// How many claims are known whose issuer is itself claimed.
  var orphanCount: Int { verdict.orphans.count }

  /// These claims, by hash, from the given one on, in the order in which that became known.
  func orphans(from first: Int) -> [[UInt8]] {
    verdict.orphans.dropFirst(first).map { nodes[$0].manifest.hash }
  }

  /// Whether a held manifest that is not void lists this device.
  ///
  /// Whoever is listed was admitted somewhere above, and what is built on a void manifest is void,
  /// so the admissions and the roots tell. Past members count (G-02).
  public func isListedByValid(_ signingKey: [UInt8]) -> Bool {
    guard let entry = entry(of: signingKey), let device = devices.place(of: signingKey) else {
      return false
    }
    return (carriers[.admission(of: entry)] ?? []).contains { !verdict.void.contains($0) }
      || roots.contains { nodes[$0].list.contains(device) && !verdict.void.contains($0) }
  }

  /// Whether a manifest that is not void lists a device, so that it had a say whatever it built on.
  func wasAdmitted(_ device: Int) -> Bool {
    devices.entries[device].map { isListedByValid($0.signingKey) } ?? false
  }

  /// The held removal claims of a manifest, by its own content and what it was built on.
  func claims(of hash: [UInt8]) -> [Claim] {
    places[hash].map { charges(of: $0).map(claim) } ?? []
  }

  /// Who must hear of a held manifest (M-41).
  func recipientKeys(of hash: [UInt8]) -> [[UInt8]] {
    guard let place = places[hash] else { return [] }
    return recipients(of: place).compactMap { devices.entries[$0]?.signingKey }
  }

  /// The same by places, in no order.
  func recipients(of place: Int) -> [Int] {
    let node = nodes[place]
    var recipients = node.list + node.departures
    if node.isLeave {
      recipients += devices.entries.indices.filter {
        devices.entries[$0] != nil && !isGone($0) && !recipients.contains($0)
      }
    }
    return recipients.filter { $0 != node.issuer }
  }

  /// A current member's place among those who may do something because of a manifest.
  ///
  /// By key; its issuer and those it was sent to come before the others. `asker` takes no place.
  func turn(of signingKey: [UInt8], for hash: [UInt8], asker: [UInt8]?) -> Int? {
    guard let currentPlace, let device = devices.place(of: signingKey),
      let own = nodes[currentPlace].list.firstIndex(of: device)
    else { return nil }
    let heard = places[hash].map { recipients(of: $0) + [nodes[$0].issuer] } ?? []
    let asker = asker.flatMap { devices.place(of: $0) }
    let hasHeard = heard.contains(device)
    return nodes[currentPlace].list.enumerated().count { place, other in
      guard other != device, other != asker, !isGone(other) else { return false }
      let otherHasHeard = heard.contains(other)
      return otherHasHeard == hasHeard ? place < own : otherHasHeard
    }
  }

  /// A claim as it is known outside.
  func claim(_ charge: Verdict.Charge) -> Claim {
    Claim(
      manifest: nodes[charge.manifest].manifest.hash,
      target: devices.entries[charge.target]?.signingKey ?? [])
  }

  /// The removals a manifest makes that nobody removed asked for.
  func charges(of place: Int) -> [Verdict.Charge] {
    var charges: [Verdict.Charge] = []
    guard !nodes[place].departures.isEmpty else { return charges }
    let issuer = nodes[place].issuer
    let repeated = nodes[place].manifest.onBehalf.compactMap { places[$0] }
      .filter { nodes[$0].isLeave }.map { nodes[$0].issuer }
    for device in nodes[place].departures where device != issuer && !repeated.contains(device) {
      charges.append(Verdict.Charge(manifest: place, target: device))
    }
    return charges
  }

  /// Whether one manifest came before another as far as can be known.
  ///
  /// Between trees whose connection is missing, what has a lower version than the later root may be
  /// its ancestor and is taken for one: a device that was away must not void a past it cannot see.
  func precedes(_ older: Int, _ newer: Int) -> Bool {
    if descends(newer, from: older) { return true }
    guard roots.count > 1 else { return false }
    let root = root(of: newer)
    return nodes[older].version < nodes[root].version && self.root(of: older) != root
  }

  /// Whether neither of two manifests came before the other.
  func areConcurrent(_ one: Int, _ other: Int) -> Bool {
    !precedes(one, other) && !precedes(other, one)
  }

  /// The nearest ancestor of a void manifest that is not void; the manifest itself when it is not.
  private func nearestAncestorLeft(
    of place: Int, without directlyVoid: [Int: Verdict.Cause]
  ) -> Int? {
    let above = directlyVoid.keys.filter { descends(place, from: $0) }
    guard let oldest = above.min(by: { nodes[$0].version < nodes[$1].version }) else {
      return place
    }
    return nodes[oldest].parent
  }

  /// Whether a manifest's issuer is listed by the nearest ancestor that is not void.
  func isRooted(_ place: Int, without directlyVoid: [Int: Verdict.Cause]) -> Bool {
    guard let left = nearestAncestorLeft(of: place, without: directlyVoid) else { return false }
    return left == place || nodes[left].list.contains(nodes[place].issuer)
  }
}
