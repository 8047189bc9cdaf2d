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
    for (change, carrier) in inheritances() where changes.contains(change) {
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
    draft.onBehalf = Set(names.values)
    guard let manifest = try? ledger.manifest(draft, on: current, by: own) else { return [] }
    return try issue(manifest, for: [], sign: sign)
  }

  /// The changes of devices that are gone which current lost, each with a manifest that carries it.
  func inheritances() -> [(Change, [UInt8])] {
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
    waits += inheritances().map { (.inherit($0.0), pause) }
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
  /// A device's leaves that repeat no other one, lowest rank first.
  func firstLeaves(of signingKey: [UInt8]) -> [[UInt8]] {
    guard let device = devices.place(of: signingKey) else { return [] }
    return (verdict.firstLeaves[device] ?? []).map { nodes[$0].rank }.sorted().map(\.hash)
  }

  /// The Ed25519 keys of devices that are not gone and whose changes current lost, on purpose or not.
  var losingIssuers: Set<[UInt8]> {
    guard let current else { return [] }
    let open = losing.filter { place in
      verdict.directlyVoid[place] == nil && !isGone(nodes[place].issuer)
        && nodes[place].changes.contains { isOpen($0, in: current) }
    }
    return Set(open.map { nodes[$0].manifest.manifest.issuer })
  }

  /// Changes of devices that are gone which current neither reflects nor undid on purpose (M-31, M-34).
  ///
  /// Each comes once, with the lowest manifest that carries it and may be named.
  func lostChanges(except own: [UInt8]) -> [(Change, [UInt8])] {
    guard let currentPlace, !losing.isEmpty else { return [] }
    var found: [(Change, [UInt8])] = []
    var seen: Set<Change> = []
    let own = devices.place(of: own)
    let candidates = losing.filter { isGone(nodes[$0].issuer) && nodes[$0].issuer != own }
      .sorted { nodes[$0].rank < nodes[$1].rank }
    for place in candidates
    where verdict.directlyVoid[place] == nil && isRooted(place, without: verdict.directlyVoid) {
      for change in nodes[place].changes
      where !seen.contains(change) && isOpen(change, in: nodes[currentPlace].manifest) {
        seen.insert(change)
        found.append((change, nodes[place].manifest.hash))
      }
    }
    return found
  }

  /// Whether current neither reflects a change nor was built on a manifest that made it; a removed
  /// identity never comes back (M-33).
  private func isOpen(_ change: Change, in current: VerifiedManifest) -> Bool {
    switch change {
    case .admission(let signingKey, _, _):
      guard current.manifest.member(signingKey) == nil, !isGone(signingKey) else { return false }
    case .departure(let signingKey):
      guard current.manifest.member(signingKey) != nil else { return false }
    }
    return !isBuiltOnCarrier(of: change, or: [])
  }

  /// Whether current was built on a manifest that makes this change, or on one of these.
  func isBuiltOnCarrier(of change: Change, or others: [[UInt8]]) -> Bool {
    guard let currentPlace else { return false }
    let carriers = (carriers[change] ?? []) + others.compactMap { places[$0] }
    return carriers.contains { descends(currentPlace, from: $0) }
  }
}
