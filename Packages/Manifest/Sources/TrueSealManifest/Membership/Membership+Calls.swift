extension Membership {
  /// Admits a device on top of current (M-30).
  ///
  /// - Throws: `ManifestError`, codes as those of `Ledger.admission`; `notMember` on the way out as
  ///   well, even while current lists this device again (M-32).
  public mutating func admit(
    _ signingKey: [UInt8], agreementKey: [UInt8], label: Label, at now: ClockReading,
    sign: Signer
  ) throws(ManifestError) -> [Effect] {
    guard !isLeaving else {
      throw ManifestError(.notMember, "this device is on its way out")
    }
    let draft = try ledger.admission(
      of: signingKey, agreementKey: agreementKey, label: label, by: own)
    guard let joiner = draft.member(signingKey) else {
      throw ManifestError(.malformed, "the joiner is not listed")
    }
    let change = PendingChange(.admission(joiner), carriers: [])
    // What cannot be made yet is remembered, and made as soon as it can be.
    return try (issue(draft, for: [change], sign: sign) ?? [remember(change)])
      + review(at: now, sign: sign)
  }

  /// Takes another device off the list (M-02, M-30).
  ///
  /// - Throws: `ManifestError`, codes `notMember` when this device is not listed, `unknownMember`
  ///   for a device that is not listed and for this one, `versionsExhausted`, `ledgerFull`.
  public mutating func remove(
    _ signingKey: [UInt8], at now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    guard let current = ledger.current, isListed, !isLeaving else {
      throw ManifestError(.notMember, "this device is not listed")
    }
    guard signingKey != own, current.manifest.member(signingKey) != nil else {
      throw ManifestError(.unknownMember, "no other member has this key")
    }
    let manifest = try ledger.manifest(
      Draft(departures: [signingKey]), on: current, by: own)
    let change = PendingChange(.removal(signingKey: signingKey), carriers: [])
    return try (issue(manifest, for: [change], sign: sign) ?? [remember(change)])
      + review(at: now, sign: sign)
  }

  /// Begins to leave: on top of current, or of the newest manifest that lists this device when a
  /// race left it out (M-50, M-54).
  ///
  /// Once everything is pushed the caller wipes. In a group of one there is nobody to tell, so
  /// nothing is issued (M-07). Leaving twice is leaving once.
  ///
  /// - Throws: `ManifestError`, codes `notMember` when no held manifest lists this device,
  ///   `versionsExhausted`, `ledgerFull`.
  public mutating func leave(
    at now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    guard !isLeaving else { return [] }
    guard let parent = isListed ? ledger.current : ledger.newest(listing: own) else {
      throw ManifestError(.notMember, "this device was never listed")
    }
    // What this device changed and lost goes along: beside the leave it would count for nothing
    // (M-24), and nobody would make it again.
    var (draft, changes, effects) = isListed ? openChanges(on: parent) : (Draft(), [], [])
    draft.departures.insert(own)
    // What lost to the like of it is satisfied now, but the others may have to make it again (M-34).
    draft.onBehalf.formUnion(
      ledger.overtaken(of: own, beside: parent).suffix(ManifestLimits.onBehalfCountMax))
    guard !isLastMember(leavingBy: draft, parent) else {
      isLeaving = true
      return effects + [.leaving]
    }
    let manifest = try ledger.manifest(draft, on: parent, by: own)
    isLeaving = true
    do {
      changes.append(PendingChange(.leave(signingKey: own), carriers: []))
      effects += try [.leaving] + (issue(manifest, for: changes, sign: sign) ?? [])
      return try effects + review(at: now, sign: sign)
    } catch {
      isLeaving = false
      throw error
    }
  }

  /// What a device owes the others when it has just joined: its admission, to all but who made it (M-44).
  public mutating func introduce() -> [Effect] {
    let admission = ledger.held.last {
      $0.manifest.member(own)?.admissionVersion == $0.manifest.version
    }
    guard let admission else { return [] }
    let others = admission.manifest.members.filter { $0.signingKey != admission.manifest.issuer }
    return others.flatMap { mail(admission, to: $0.signingKey) }
  }

  /// Notes a change, or that one which is known was made once more.
  private mutating func remember(_ change: PendingChange, by carrier: [UInt8]? = nil) -> Effect {
    var change = pending.first { $0.kind.isSame(as: change.kind) } ?? change
    if let carrier { change.carry(by: carrier) }
    pending.removeAll { $0.kind.isSame(as: change.kind) }
    pending.append(change)
    return .remember(change)
  }

  /// Signs, holds and sends a manifest that makes these changes, and remembers them.
  ///
  /// Nil, and nothing is changed, when by this manifest a removal of this device, void until now,
  /// would stand (M-52).
  mutating func issue(
    _ manifest: Manifest, for changes: [PendingChange], sign: Signer
  ) throws(ManifestError) -> [Effect]? {
    let signed = try sign(manifest)
    let waiting = ledger.waiting
    let inserted = ledger.insert(signed, from: nil)
    duties.owed = nil
    guard ledger.contains(signed.hash) else {
      throw ManifestError(.malformed, "the ledger refuses what this device issued")
    }
    // It would wipe with the manifest unsent, and nobody else would know that it is gone.
    guard isLeaving || !ledger.isRemoved(own) else {
      takeBack(inserted, waiting: waiting)
      return nil
    }
    var effects = inserted.map(Effect.ledger)
    for change in changes { effects.append(remember(change, by: signed.hash)) }
    for recipient in ledger.recipients(of: signed) {
      effects += mail(signed, to: recipient.signingKey)
    }
    return effects
  }

  /// Sends a manifest with all its recipient lacks to judge it (M-40).
  ///
  /// `held` is what the recipient is known to hold; without it, what it was sent counts. `isWhole`
  /// says that neither is to be relied on.
  mutating func mail(
    _ manifest: VerifiedManifest, to recipient: [UInt8], since held: [UInt8]? = nil,
    isWhole: Bool = false
  ) -> [Effect] {
    guard recipient != own, let member = ledger.entry(of: recipient) else { return [] }
    let sent = memory.sent[recipient]
    var effects = ledger.lineage(
      of: manifest.hash, since: isWhole ? nil : held ?? sent?.hash
    ).map {
      Effect.send(GroupMail(recipient: member, manifests: $0))
    }
    // A device that waits to be let in keeps nothing that does not list it (M-45).
    let isKept = manifest.manifest.member(recipient) != nil
    if isKept, sent.map({ $0 < manifest.rank }) ?? true {
      memory.sent[recipient] = manifest.rank
      effects.append(.noteSent(manifest.rank, to: recipient))
    }
    return effects
  }
}

extension PendingChange.Kind {
  /// Whether both are the same change; an admission made again has another admission version.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.admission(let one), .admission(let two)): one.signingKey == two.signingKey
    default: self == other
    }
  }
}
