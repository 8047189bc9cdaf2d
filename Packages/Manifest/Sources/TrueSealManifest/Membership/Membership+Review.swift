extension Membership {
  /// Looks at everything again after something changed or fell due.
  mutating func review(at now: ClockReading, sign: Signer) throws(ManifestError) -> [Effect] {
    if ledger.isRemoved(own), !isLeaving { return [.removed] }
    let effects = try doDuties(at: now, sign: sign)
    if standing == .overtaken {
      // Most races settle by themselves before anybody has to be asked.
      views.nextRound = views.nextRound ?? now.uptime + ManifestLimits.viewPatience
    } else {
      views.nextRound = nil
    }
    return effects
  }

  /// Does what is due, and what that leads to, until nothing more is due or can be done.
  private mutating func doDuties(
    at now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    var effects: [Effect] = []
    var doneCount = -1
    while doneCount < effects.count {
      doneCount = effects.count
      views.admissionsPausedUntil = admissionPause(at: now).map { now.uptime + $0 }
      let due = duties.update(waits(), at: now.uptime)
      if due.contains(.repeatOwn) { effects += try reissue(sign: sign) }
      let inherited = due.compactMap { duty -> Change? in
        guard case .inherit(let change) = duty else { return nil }
        return change
      }
      if !inherited.isEmpty { effects += try inherit(inherited, sign: sign) }
      for case .tell(let telling) in due { effects += tell(telling) }
    }
    return effects
  }

  /// Makes all changes of this device that lost again, in one manifest on top of current (M-32, M-35).
  private mutating func reissue(sign: Signer) throws(ManifestError) -> [Effect] {
    guard let current = ledger.current else { return [] }
    let (draft, changes, effects) = openChanges(on: current)
    // With the last version or place taken nothing can be issued; the change stays open.
    guard !draft.isEmpty, !isLastMember(leavingBy: draft, current),
      let manifest = try? ledger.manifest(draft, on: current, by: own)
    else { return effects }
    // What would remove this device is tried again when something has changed.
    return try effects + (issue(manifest, for: changes, sign: sign) ?? [])
  }

  /// The changes of this device that lost, as far as they still fit.
  mutating func openChanges(
    on current: VerifiedManifest
  ) -> (draft: Draft, changes: [PendingChange], effects: [Effect]) {
    var draft = Draft()
    var changes: [PendingChange] = []
    var effects: [Effect] = []
    for change in lostChanges {
      switch change.kind {
      case .admission(let member):
        draft.admissions.append(member)
      case .removal(let signingKey):
        draft.departures.insert(signingKey)
      case .leave(let signingKey):
        draft.departures.insert(signingKey)
        // Naming the first leave says that this one repeats it (M-24).
        draft.onBehalf.formUnion(ledger.firstLeaves(of: own).prefix(1))
      }
      changes.append(change)
    }
    for signingKey in fit(&draft, on: current) {
      effects += drop(admissionOf: signingKey)
      changes.removeAll { $0.kind.admits(signingKey) }
    }
    return (draft, changes, effects)
  }

  /// How much longer admissions are not made again because current cannot be traced; nil when they
  /// may be (M-14, M-35).
  ///
  /// Whoever is missing from current may have left or been removed on the way that is not known.
  private func admissionPause(at now: ClockReading) -> Duration? {
    guard ledger.traced != nil, let since = memory.caughtUp[own], now.wallClock >= since,
      now.wallClock - since < ManifestLimits.silenceMax
    else { return nil }
    return .milliseconds(ManifestLimits.silenceMax - (now.wallClock - since))
  }

  /// The changes of this device that are to be made again now.
  private var lostChanges: [PendingChange] {
    guard let current = ledger.current, isListed else { return [] }
    return pending.filter { change in
      guard isMine(change), !change.isDropped, change.state(in: ledger) == .open else {
        return false
      }
      guard case .admission(let member) = change.kind else { return true }
      return views.admissionsPausedUntil == nil && !ledger.isGone(member.signingKey)
        && mayList(member, on: current)
    }
  }

  /// How many others, by key before this one, have changes to make again as well.
  ///
  /// If all who lost a race answered at once, all but one of them would lose the next.
  private var rivalsBefore: Int {
    ledger.losingIssuers.count { $0 != own && $0.lexicographicallyPrecedes(own) }
  }

  /// On its way out a device repeats its leave and nothing else; the rest is for those who stay (M-32).
  private func isMine(_ change: PendingChange) -> Bool {
    if case .leave = change.kind { return isLeaving }
    return !isLeaving
  }

  /// M-07: an empty list is never issued.
  func isLastMember(leavingBy draft: Draft, _ current: VerifiedManifest) -> Bool {
    current.manifest.members.count + draft.admissions.count == draft.departures.count
  }

  /// Whether current has room for a device's keys beside those it lists (M-16).
  private func mayList(_ member: Member, on current: VerifiedManifest) -> Bool {
    current.manifest.members.allSatisfy {
      $0.signingKey != member.signingKey && $0.agreementKey != member.agreementKey
        && $0.signingKey != member.agreementKey && $0.agreementKey != member.signingKey
    }
  }

  /// Takes out the admissions that no longer fit, highest keys first (M-04).
  private func fit(_ draft: inout Draft, on current: VerifiedManifest) -> [[UInt8]] {
    let staying = current.manifest.members.count { !draft.departures.contains($0.signingKey) }
    let room = ManifestLimits.memberCountMax - staying
    let ordered = Ledger.sorted(draft.admissions)
    draft.admissions = Array(ordered.prefix(max(0, room)))
    return ordered.dropFirst(max(0, room)).map(\.signingKey)
  }

  private mutating func drop(admissionOf signingKey: [UInt8]) -> [Effect] {
    guard let index = pending.firstIndex(where: { $0.kind.admits(signingKey) }),
      case .admission(let member) = pending[index].kind
    else { return [] }
    pending[index].drop()
    return [.remember(pending[index]), .admissionDropped(member.label)]
  }

  /// Makes changes of devices that are gone again, naming who made them (M-34).
  private mutating func inherit(
    _ changes: [Change], sign: Signer
  ) throws(ManifestError) -> [Effect] {
    guard let current = ledger.current, isListed else { return [] }
    var draft = Draft()
    var names: [Change: [UInt8]] = [:]
    for (change, carrier, _) in inheritances() where changes.contains(change) {
      switch change {
      case .admission(let signingKey, let agreementKey, let label):
        let member = Member(
          signingKey: signingKey, agreementKey: agreementKey, admissionVersion: 0, label: label)
        guard mayList(member, on: current) else { continue }
        draft.admissions.append(member)
      case .departure(let signingKey):
        draft.departures.insert(signingKey)
      }
      names[change] = carrier
    }
    let dropped = Set(fit(&draft, on: current))
    names = names.filter { change, _ in
      guard case .admission(let signingKey, _, _) = change else { return true }
      return !dropped.contains(signingKey)
        && draft.admissions.contains { $0.signingKey == signingKey }
    }
    // A manifest names no more carriers than its count byte can say; what is left waits its turn.
    guard !draft.isEmpty, names.count <= ManifestLimits.onBehalfCountMax,
      !isLastMember(leavingBy: draft, current)
    else { return [] }
    // A removal this device made on behalf of somebody who is out of the question now is its own.
    draft.onBehalf = Set(names.values).filter { ledger.manifest($0)?.manifest.issuer != own }
    guard let manifest = try? ledger.manifest(draft, on: current, by: own) else { return [] }
    // What would remove this device is left to those whose turn comes next.
    return try issue(manifest, for: [], sign: sign) ?? []
  }

  /// The changes of others which current lost and this device may make again.
  func inheritances() -> [Ledger.LostChange] {
    guard isListed, !isLeaving else { return [] }
    // Nobody takes itself off the list for somebody else: that would be a leave, and no removal.
    let lost = ledger.lostChanges(except: own, silent: views.silent)
      .filter { $0.change != .departure(signingKey: own) }
    guard views.admissionsPausedUntil != nil else { return lost }
    return lost.filter { lost in
      guard case .departure = lost.change else { return false }
      return true
    }
  }

  /// Everything there is to do for others now, each with how long it waits.
  private mutating func waits() -> [(Duties.Duty, Duration)] {
    guard let place = isLeaving ? 0 : turn else { return [] }
    var waits: [(Duties.Duty, Duration)] = []
    if !lostChanges.isEmpty {
      // A leaver may be gone soon, so it does not queue up.
      let pause = isLeaving ? .zero : ManifestLimits.repeatPause * rivalsBefore
      waits.append((.repeatOwn, pause))
    }
    let pause = ManifestLimits.turnPause * place
    waits += inheritances().map { lost in
      // An issuer that is there does it itself, unless it left or wiped and nobody heard.
      (.inherit(lost.change), lost.isIssuerGone ? pause : ManifestLimits.viewPatience + pause)
    }
    let owed = tellings().filter { $0.place < ManifestLimits.tellerCountMax }
    return waits + owed.map { (.tell($0.0), ManifestLimits.turnPause * $0.place) }
  }
}

extension PendingChange.Kind {
  fileprivate func admits(_ signingKey: [UInt8]) -> Bool {
    if case .admission(let member) = self { return member.signingKey == signingKey }
    return false
  }
}
