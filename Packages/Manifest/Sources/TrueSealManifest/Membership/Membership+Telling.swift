extension Membership {
  /// What others should hear of this device, and have not been told, each with this device's place
  /// among those who may tell it (M-42, M-43).
  ///
  /// Most mail brings nothing new, so what was found is kept until something changes.
  mutating func tellings() -> [(Telling, place: Int)] {
    if let owed = duties.owed { return owed }
    let owed = findTellings()
    duties.owed = owed
    return owed
  }

  private mutating func findTellings() -> [(Telling, place: Int)] {
    guard let current = ledger.current else { return [] }
    let evidence = ledger.lostEvidence
    var tellings: [Telling: Int] = [:]
    for hash in ledger.losers {
      add(outcomes(of: hash, evidence: evidence), because: hash, to: &tellings)
      add(relays(of: hash, current: current), because: hash, to: &tellings)
    }
    for claim in evidence {
      let heard = Set(ledger.recipientKeys(of: claim))
      let others = current.manifest.members.map(\.signingKey).filter { !heard.contains($0) }
      add(others.map { Telling(.evidence, of: claim, to: $0) }, because: claim, to: &tellings)
    }
    addOrphans(current: current, to: &tellings)
    return tellings.sorted { $0.key.precedes($1.key) }.map { ($0.key, place: $0.value) }
  }

  /// Adds what is owed because of a manifest and is not left to others.
  private func add(
    _ found: [Telling], because hash: [UInt8], to tellings: inout [Telling: Int]
  ) {
    let owed = found.filter(isOwed)
    guard !owed.isEmpty, let place = isLeaving ? 0 : place(of: own, for: hash) else { return }
    for telling in owed where !isLeftToOthers(telling, place: place) {
      tellings[telling] = min(tellings[telling] ?? place, place)
    }
  }

  /// Claims of claimed issuers that current was built on; those that are done are not asked again.
  private mutating func addOrphans(current: VerifiedManifest, to tellings: inout [Telling: Int]) {
    duties.openOrphans += ledger.orphans(from: duties.orphansSeen)
    duties.orphansSeen = ledger.orphanCount
    duties.openOrphans = duties.openOrphans.filter { hash in
      let relays = relays(of: hash, current: current).filter(isOwed)
      add(relays, because: hash, to: &tellings)
      return !relays.isEmpty
    }
  }

  private func isOwed(_ telling: Telling) -> Bool {
    telling.recipient != own && !memory.told.contains(telling)
      && duties.allows(telling, in: ledger)
  }

  /// Whether somebody whose turn comes first was seen to pass this on.
  private func isLeftToOthers(_ telling: Telling, place: Int) -> Bool {
    guard telling.kind == .relay else { return false }
    if duties.passedOn.contains(telling.manifest), ledger.isVoid(telling.manifest) { return true }
    guard let author = duties.relayers[telling.manifest],
      let earlier = self.place(of: author, for: telling.manifest)
    else { return false }
    return earlier < place
  }

  /// M-42: devices that only lost manifests know of hear what won, or why it counts for nothing.
  private func outcomes(of hash: [UInt8], evidence: [[UInt8]]) -> [Telling] {
    ledger.strangers(of: hash).flatMap { signingKey -> [Telling] in
      let outcome = Telling(.outcome, of: hash, to: signingKey)
      guard memory.told.contains(outcome) else {
        let isAllowed = duties.allows(outcome, in: ledger)
        return isAllowed && (!evidence.isEmpty || !outcomes(outcome).isEmpty) ? [outcome] : []
      }
      // What came to stand since; the outcome before it keeps to the limits.
      let reasons = mayHearCurrent(signingKey) ? [] : ledger.reasons(against: hash)
      return Set(evidence).union(reasons).map { Telling(.evidence, of: $0, to: signingKey) }
    }
  }

  /// Current, for whom may hear it; others get the reasons, since current brings all it was built on.
  private func outcomes(_ telling: Telling) -> [[UInt8]] {
    mayHearCurrent(telling.recipient)
      ? [ledger.current?.hash].compactMap(\.self)
      : ledger.reasons(against: telling.manifest).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// M-43: what a claimed issuer may not have finished, and what would not speak against itself.
  private func relays(of hash: [UInt8], current: VerifiedManifest) -> [Telling] {
    guard let loser = ledger.manifest(hash), ledger.isClaimed(loser.issuer),
      ledger.parent(of: hash) != nil
    else { return [] }
    let removed = Set(ledger.claims(of: hash).map(\.target))
    guard !ledger.isVoid(hash) || !removed.isEmpty else { return [] }
    let isWinner = !ledger.isLoser(hash)
    return ledger.recipientKeys(of: hash).filter { recipient in
      // Members hear of what current was built on together with current.
      if isWinner, current.manifest.member(recipient) != nil { return false }
      return !ledger.isClaimed(recipient) || removed.contains(recipient)
    }.map { Telling(.relay, of: hash, to: $0) }
  }

  /// A device that only void manifests list, or that was removed, never hears current (M-42).
  func mayHearCurrent(_ signingKey: [UInt8]) -> Bool {
    !ledger.isRemoved(signingKey) && ledger.isListedByValid(signingKey)
  }

  /// Tells one thing, and notes that it was told.
  mutating func tell(_ telling: Telling) -> [Effect] {
    // Others told just now may have used up what the limits allow.
    guard isOwed(telling) else { return [] }
    memory.told.insert(telling)
    duties.count(telling, in: ledger)
    duties.owed = nil
    let manifests = telling.kind == .outcome ? outcomes(telling) : [telling.manifest]
    // In a storm many tellings come down to the same few manifests.
    var effects = manifests.filter { duties.says($0, to: telling.recipient) }
      .compactMap { ledger.manifest($0) }
      .flatMap { mail($0, to: telling.recipient) }
    effects.append(.noteTold(telling))
    guard telling.kind == .outcome else { return effects }
    for claim in ledger.lostEvidence {
      effects += tell(Telling(.evidence, of: claim, to: telling.recipient))
    }
    return effects
  }

  /// Notes that others whose turn it was have passed something on already (M-43).
  ///
  /// Who has an earlier turn passes on whatever it holds. Of any other one only the message's own
  /// manifest shows that it was passed on; that is enough where it is void, and keeps a flood of
  /// such from coming twice.
  mutating func cancelRelays(of manifests: [VerifiedManifest], heardFrom author: [UInt8]) {
    if let own = manifests.first, own.manifest.issuer != author,
      let place = place(of: author, for: own.hash), place < ManifestLimits.tellerCountMax
    {
      if duties.passedOn.insert(own.hash).inserted { duties.owed = nil }
    }
    for manifest in manifests where manifest.manifest.issuer != author {
      let known = duties.relayers[manifest.hash].flatMap { place(of: $0, for: manifest.hash) }
      guard let place = place(of: author, for: manifest.hash), known.map({ place < $0 }) ?? true
      else { continue }
      duties.relayers[manifest.hash] = author
      duties.owed = nil
    }
  }

  /// A member's place among those who may do something because of a manifest, by key: its issuer and
  /// those it was sent to come first, since the others may never have heard of it.
  ///
  /// `asker` takes no place.
  func place(of signingKey: [UInt8], for hash: [UInt8], asker: [UInt8]? = nil) -> Int? {
    ledger.turn(of: signingKey, for: hash, asker: asker)
  }
}
