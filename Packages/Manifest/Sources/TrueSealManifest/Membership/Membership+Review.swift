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
    return try effects + issue(manifest, for: changes, sign: sign)
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

  /// The changes of this device that are to be made again now.
  private var lostChanges: [PendingChange] {
    guard let current = ledger.current, isListed else { return [] }
    return pending.filter { change in
      guard isMine(change), !change.isDropped, change.state(in: ledger) == .open else {
        return false
      }
      guard case .admission(let member) = change.kind else { return true }
      return !ledger.isGone(member.signingKey) && mayList(member, on: current)
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
    return try issue(manifest, for: [], sign: sign)
  }

  /// The changes of others which current lost and this device may make again.
  func inheritances() -> [Ledger.LostChange] {
    guard isListed, !isLeaving else { return [] }
    return ledger.lostChanges(except: own)
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

extension Ledger {
  /// The Ed25519 keys of devices that are not gone and whose changes current lost, on purpose or not.
  var losingIssuers: Set<[UInt8]> {
    guard let current else { return [] }
    let open = losing.filter { place in
      verdict.directlyVoid[place] == nil && !isGone(nodes[place].issuer)
        && nodes[place].changes.contains { isOpen($0, in: current) }
    }
    return Set(open.map { nodes[$0].manifest.issuer })
  }

  /// A change that current lost, with the lowest manifest that carries it and may be named.
  typealias LostChange = (change: Change, carrier: [UInt8], isIssuerGone: Bool)

  /// Changes of devices that are gone, and removals that stand, which current neither reflects nor
  /// undid on purpose (M-31, M-34); each comes once.
  ///
  /// Whom a standing removal names has wiped or will, so listing it is a mistake, whoever issued it.
  func lostChanges(except own: [UInt8]) -> [LostChange] {
    guard let currentPlace, !losing.isEmpty else { return [] }
    let own = devices.place(of: own)
    let candidates =
      losing
      .filter {
        isStandingRemoval($0) || (nodes[$0].issuer != own && mayBeGone(nodes[$0].issuer))
      }
      .sorted { nodes[$0].rank < nodes[$1].rank }
    var found: [LostChange] = []
    var places: [Change: Int] = [:]
    for place in candidates {
      let isIssuerGone = isGone(nodes[place].issuer)
      let isOrphaned = mayBeGone(nodes[place].issuer)
      let isSound =
        verdict.directlyVoid[place] == nil
        && (isRooted(place, without: verdict.directlyVoid) || wasAdmitted(nodes[place].issuer))
      for change in nodes[place].changes
      // A device that says itself that it left has left, whatever its manifest was built on; and
      // whom a removal that stands names has wiped, whatever became of the manifest since.
      where isStanding(change, by: place)
        || (nodes[place].issuer != own
          && (isOwnLeave(change, in: place) || (isSound && isOrphaned)))
      {
        guard isOpen(change, in: nodes[currentPlace].manifest) else { continue }
        if let known = places[change] {
          if isIssuerGone { found[known].isIssuerGone = true }
        } else {
          places[change] = found.count
          found.append((change, nodes[place].manifest.hash, isIssuerGone))
        }
      }
    }
    return found
  }

  /// Whether a device is gone or some removal names it: it may have wiped even if that one is void.
  private func mayBeGone(_ device: Int) -> Bool {
    isGone(device) || verdict.removals[device] != nil
  }

  private func isOwnLeave(_ change: Change, in place: Int) -> Bool {
    change == .departure(signingKey: nodes[place].manifest.issuer)
  }

  private func isStandingRemoval(_ place: Int) -> Bool {
    nodes[place].departures.contains { verdict.standingOn[$0]?.contains(place) ?? false }
  }

  private func isStanding(_ change: Change, by place: Int) -> Bool {
    guard case .departure(let signingKey) = change, let device = devices.place(of: signingKey)
    else { return false }
    return verdict.standingOn[device]?.contains(place) ?? false
  }

  /// Whether current neither reflects a change nor was built on a manifest that made it; a removed
  /// identity never comes back (M-33).
  private func isOpen(_ change: Change, in current: VerifiedManifest) -> Bool {
    switch change {
    case .admission(let signingKey, _, _):
      guard current.manifest.member(signingKey) == nil, !isGone(signingKey) else { return false }
      // Where trees are not connected, who is missing from the later one may have left in between.
      guard let currentPlace else { return false }
      return !(carriers[change] ?? []).contains { precedes($0, currentPlace) }
    case .departure(let signingKey):
      guard current.manifest.member(signingKey) != nil else { return false }
      return !isBuiltOnCarrier(of: change, or: [])
    }
  }

  /// Whether current was built on a manifest that makes this change, or on one of these.
  func isBuiltOnCarrier(of change: Change, or others: [[UInt8]]) -> Bool {
    guard let currentPlace else { return false }
    let carriers = (carriers[change] ?? []) + others.compactMap { places[$0] }
    if carriers.contains(where: { descends(currentPlace, from: $0) }) { return true }
    guard case .admission = change, roots.count > 1 else { return false }
    // Where trees are not connected, what others had built on is part of the past that is missing.
    return carriers.contains { precedes($0, currentPlace) && isBuiltOnByOthers($0) }
  }

  private func isBuiltOnByOthers(_ place: Int) -> Bool {
    let issuer = nodes[place].issuer
    return nodes.indices.contains {
      $0 != place && nodes[$0].issuer != issuer && descends($0, from: place)
    }
  }
}
