extension Membership {
  /// What a transaction that fails is taken back to.
  public struct Checkpoint: Sendable {
    fileprivate let pending: [PendingChange]
    fileprivate let memory: Memory
    fileprivate let isLeaving: Bool
    fileprivate let waiting: [WaitingManifest]
    fileprivate let duties: Duties
    fileprivate let views: Views
  }

  /// To be taken before a call or an event whose transaction may fail; cheap.
  public var checkpoint: Checkpoint {
    Checkpoint(
      pending: pending, memory: memory, isLeaving: isLeaving, waiting: ledger.waiting,
      duties: duties, views: views)
  }

  /// Takes back what led to these effects, since they could not be stored.
  public mutating func undo(to checkpoint: Checkpoint, after effects: [Effect]) {
    pending = checkpoint.pending
    memory = checkpoint.memory
    isLeaving = checkpoint.isLeaving
    duties = checkpoint.duties
    views = checkpoint.views
    let changes = effects.compactMap { effect -> Ledger.Effect? in
      guard case .ledger(let change) = effect else { return nil }
      return change
    }
    takeBack(changes, waiting: checkpoint.waiting)
  }

  /// Takes back what the ledger made of manifests; what had waited before waits again.
  mutating func takeBack(_ changes: [Ledger.Effect], waiting: [WaitingManifest]) {
    guard !changes.isEmpty else { return }
    ledger.undo(changes, waiting: waiting)
    duties.owed = nil
    duties.orphansSeen = 0
    duties.openOrphans = []
  }

  /// Takes the manifests of one message, its own one first, from the author of its envelope.
  ///
  /// Everything the group then needs of this device at once is among the effects; the rest comes
  /// with `clockAdvanced`.
  public mutating func receive(
    _ manifests: [VerifiedManifest], from author: [UInt8], at now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    let effects = ledger.insert(contentsOf: manifests, from: author).map(Effect.ledger)
    if !effects.isEmpty { duties.owed = nil }
    for case .ledger(.held(let hash)) in effects { views.explain(hash) }
    cancelRelays(of: manifests, heardFrom: author)
    if let own = manifests.first { note(view: own.hash, of: author, at: now) }
    return try effects + review(at: now, sign: sign)
  }

  /// Takes note of what the author of some envelope believes (M-47); a view of zeros says nothing.
  public mutating func viewHeard(_ view: [UInt8], from author: [UInt8], at now: ClockReading) {
    guard view.contains(where: { $0 != 0 }) else { return }
    note(view: view, of: author, at: now)
  }

  /// Mail may be coming in: waits begin anew once it has all been taken.
  public mutating func sessionOpened() {
    duties.sessionOpened()
  }

  /// No mail came for a second after the receiving line was opened (M-14, M-34).
  ///
  /// `absence` is how long this device had no such line before, in milliseconds (M-47).
  public mutating func drained(
    absence: UInt64, at now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    var effects: [Effect] = []
    // What nobody believes is no sign that the group went on without this device (M-14).
    let members = ledger.current?.manifest.members.map(\.signingKey) ?? []
    if views.isAnyAhead(members, isHeld: { ledger.contains($0) }) {
      let accepted = ledger.acceptFurtherRoots()
      effects += accepted.map(Effect.ledger)
      if !accepted.isEmpty {
        duties.owed = nil
        memory.caughtUp[own] = now.wallClock
        effects.append(.noteCaughtUp(with: own, at: now.wallClock))
      }
    }
    duties.drained(at: now.uptime)
    effects += try review(at: now, sign: sign)
    if absence >= ManifestLimits.absenceMax {
      effects += askAround(at: now)
      // What speaks for those it holds for removed may be among what was lost.
      effects += confrontAll(at: now)
    }
    let reminders = remind(at: now)
    // Who was found to be silent may have lost what this device makes again (M-34).
    return reminders.isEmpty ? effects : try effects + reminders + review(at: now, sign: sign)
  }

  /// Does what has fallen due.
  public mutating func clockAdvanced(
    to now: ClockReading, sign: Signer
  ) throws(ManifestError) -> [Effect] {
    try review(at: now, sign: sign) + catchUp(at: now)
  }
}

extension Ledger {
  /// Takes back these effects; what had waited before waits again.
  mutating func undo(_ effects: [Effect], waiting: [WaitingManifest]) {
    var undone: Set<[UInt8]> = []
    var restored: [VerifiedManifest] = []
    for effect in effects {
      switch effect {
      case .held(let hash): undone.insert(hash)
      case .forgotten(let manifest): restored.append(manifest)
      case .waiting, .refused, .currentChanged: break
      }
    }
    let held = held.filter { !undone.contains($0.hash) } + restored
    // All of them are of this group, so nothing can be refused.
    if let ledger = try? Ledger(groupID: groupID, restoring: held, waiting: waiting) {
      self = ledger
    }
  }
}
