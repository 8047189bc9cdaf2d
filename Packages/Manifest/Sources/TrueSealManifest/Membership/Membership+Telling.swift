extension Membership {
  /// What others should hear of this device, and have not been told (M-42, M-43).
  mutating func tellings() -> [Telling] {
    guard let current = ledger.current else { return [] }
    let evidence = ledger.lostEvidence
    var tellings: Set<Telling> = []
    for hash in ledger.losers {
      addOutcomes(of: hash, evidence: evidence, to: &tellings)
      addRelays(of: hash, current: current, to: &tellings)
    }
    for claim in evidence {
      let heard = Set(ledger.recipients(of: claim).map(\.signingKey))
      for member in current.manifest.members where !heard.contains(member.signingKey) {
        tellings.insert(Telling(.evidence, of: claim, to: member.signingKey))
      }
    }
    addOrphans(current: current, to: &tellings)
    return tellings.filter { isOwed($0) && !isLeftToOthers($0) }.sorted { $0.precedes($1) }
  }

  /// Claims of claimed issuers that current was built on; those that are done are not asked again.
  private mutating func addOrphans(current: VerifiedManifest, to tellings: inout Set<Telling>) {
    duties.openOrphans += ledger.orphans(from: duties.orphansSeen)
    duties.orphansSeen = ledger.orphanCount
    duties.openOrphans = duties.openOrphans.filter { hash in
      var relays: Set<Telling> = []
      addRelays(of: hash, current: current, to: &relays)
      relays = relays.filter(isOwed)
      tellings.formUnion(relays)
      return !relays.isEmpty
    }
  }

  private func isOwed(_ telling: Telling) -> Bool {
    telling.recipient != own && !memory.told.contains(telling)
      && duties.allows(telling, in: ledger)
  }

  /// Whether somebody whose turn comes first was seen to pass this on.
  private func isLeftToOthers(_ telling: Telling) -> Bool {
    guard telling.kind == .relay else { return false }
    if duties.passedOn.contains(telling.manifest), ledger.isVoid(telling.manifest) { return true }
    guard let author = duties.relayers[telling.manifest], let earlier = place(of: author), let turn
    else { return false }
    return earlier < turn
  }

  /// M-42: devices that only lost manifests know of hear what won, or why it counts for nothing.
  private func addOutcomes(
    of hash: [UInt8], evidence: [[UInt8]], to tellings: inout Set<Telling>
  ) {
    for signingKey in ledger.strangers(of: hash) {
      let outcome = Telling(.outcome, of: hash, to: signingKey)
      guard memory.told.contains(outcome) else {
        if duties.allows(outcome, in: ledger), !evidence.isEmpty || !outcomes(outcome).isEmpty {
          tellings.insert(outcome)
        }
        continue
      }
      // What came to stand since; the outcome before it keeps to the limits.
      for claim in evidence { tellings.insert(Telling(.evidence, of: claim, to: signingKey)) }
    }
  }

  /// Current, for whom may hear it; others get the reasons, since current brings all it was built on.
  private func outcomes(_ telling: Telling) -> [[UInt8]] {
    mayHearCurrent(telling.recipient)
      ? [ledger.current?.hash].compactMap(\.self)
      : ledger.reasons(against: telling.manifest).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// M-43: what a claimed issuer may not have finished, and what would not speak against itself.
  private func addRelays(
    of hash: [UInt8], current: VerifiedManifest, to tellings: inout Set<Telling>
  ) {
    guard let loser = ledger.manifest(hash), ledger.isClaimed(loser.manifest.issuer),
      ledger.parent(of: hash) != nil
    else { return }
    let removed = Set(ledger.claims(of: hash).map(\.target))
    guard !ledger.isVoid(hash) || !removed.isEmpty else { return }
    let isWinner = !ledger.isLoser(hash)
    for recipient in ledger.recipients(of: hash).map(\.signingKey) {
      // Members hear of what current was built on together with current.
      if isWinner, current.manifest.member(recipient) != nil { continue }
      if ledger.isClaimed(recipient), !removed.contains(recipient) { continue }
      tellings.insert(Telling(.relay, of: hash, to: recipient))
    }
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
    let manifests = telling.kind == .outcome ? outcomes(telling) : [telling.manifest]
    var effects = manifests.compactMap { ledger.manifest($0) }
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
    guard let turn, let other = place(of: author) else { return }
    if let own = manifests.first, own.manifest.issuer != author,
      other < ManifestLimits.tellerCountMax
    {
      duties.passedOn.insert(own.hash)
    }
    guard other < turn else { return }
    for manifest in manifests where manifest.manifest.issuer != author {
      duties.relayers[manifest.hash] = author
    }
  }

  private func place(of signingKey: [UInt8]) -> Int? {
    guard let members = ledger.current?.manifest.members else { return nil }
    return members.filter { !ledger.isGone($0.signingKey) }
      .firstIndex { $0.signingKey == signingKey }
  }
}
