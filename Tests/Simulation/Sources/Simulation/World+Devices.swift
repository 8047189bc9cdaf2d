internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// What a device decides, as effects that are yet to be stored.
  typealias Decision = (
    inout Membership, ClockReading, @escaping Membership.Signer
  ) throws(ManifestError) -> [Membership.Effect]

  /// Lets a device decide, stores the decision and acts on it; false when nothing was stored.
  mutating func transact(_ id: Int, _ mishap: Step.Mishap, _ decide: Decision) -> Bool {
    guard var membership = devices[id].membership.take() else { return false }
    let checkpoint = mishap == .undo ? membership.checkpoint : nil
    let before = mishap == .undo ? State(membership) : nil
    let effects: [Membership.Effect]
    do {
      effects = try decide(&membership, devices[id].clock(at: now), signer)
    } catch {
      breaches.append("\(devices[id].name) cannot go on: \(error.code) \(error.detail)")
      devices[id].membership = membership
      return false
    }
    if let checkpoint {
      membership.undo(to: checkpoint, after: effects)
      devices[id].membership = membership
      count(.refusedCommit)
      tell("\(devices[id].name)'s store refuses, and it takes its decision back")
      if let before, before != State(membership) {
        breaches.append("taking back changed \(devices[id].name)")
      }
      return false
    }
    if mishap == .before {
      count(.crashBeforeCommit)
      restart(id)
      return false
    }
    store(effects, of: membership, for: id, isActing: mishap != .after)
    if mishap == .after, devices[id].isLive {
      count(.crashAfterCommit)
      restart(id)
    }
    return true
  }

  /// Commits effects and, unless the device stops right then, acts on them.
  private mutating func store(
    _ effects: [Membership.Effect], of membership: Membership, for id: Int, isActing: Bool
  ) {
    if effects.contains(.removed) { return wipe(id, to: .removed) }
    let queued = devices[id].disk.commit(effects, of: membership, stamp: stepCount)
    for case .ledger(.held(let hash)) in effects {
      lastNewsAt = now
      if manifests[hash] == nil { manifests[hash] = membership.ledger.manifest(hash) }
    }
    narrate(effects, of: membership, for: id)
    devices[id].membership = membership
    devices[id].noteNextWake()
    guard isActing else { return }
    let moment = devices[id].moment(at: now)
    if effects.contains(.leaving) { feed(id, .withdrawn(.sync, to: nil, at: moment)) }
    if !queued.isEmpty { feed(id, .committed(queued, at: moment)) }
    finishLeaving(id)
  }

  /// Makes and checks a manifest of one this world's devices issue.
  var signer: Membership.Signer {
    let checks = checks
    return { (manifest: Manifest) throws(ManifestError) -> VerifiedManifest in
      try SignedManifest.signing(manifest, by: checks, with: { _ in blankSignature })
        .verified(by: checks)
    }
  }

  /// M-50: once the relay has everything, a device that leaves is gone.
  mutating func finishLeaving(_ id: Int) {
    guard devices[id].disk.isLeaving, devices[id].disk.posts.isEmpty, devices[id].isLive else {
      return
    }
    wipe(id, to: .left)
  }

  mutating func wipe(_ id: Int, to phase: Device.Phase) {
    devices[id].phase = phase
    devices[id].disk = Disk()
    devices[id].wait = nil
    devices[id].membership = nil
    devices[id].room = MailRoom()
    devices[id].inFlight = []
    devices[id].nextWake = nil
    inboxes[id] = []
    lastNewsAt = now
    tell("\(devices[id].name) wipes: \(phase)")
  }

  /// Stops a device and starts it again with what its disk holds.
  mutating func restart(_ id: Int) {
    guard devices[id].isLive else { return }
    let before = devices[id].membership.map(State.init)
    tell("\(devices[id].name) stops and starts again")
    let disk = devices[id].disk
    devices[id].bootedAt = now
    devices[id].wait = disk.joinWait
    do {
      devices[id].membership = try disk.membership(of: devices[id].signingKey, groupID: groupID)
    } catch {
      breaches.append("\(devices[id].name) cannot start: \(error.code)")
    }
    if let before, let membership = devices[id].membership, before != State(membership) {
      breaches.append(
        "restarting changed \(devices[id].name): \(before.difference(to: State(membership)))")
    }
    devices[id].room = MailRoom()
    devices[id].inFlight = []
    devices[id].isRefusing = []
    devices[id].noteNextWake()
    beginReceiving(id)
    let moment = devices[id].moment(at: now)
    if !devices[id].isOnline { feed(id, .stopped) }
    let recipients = disk.posts.map(\.entry.recipient)
    if !recipients.isEmpty {
      feed(id, .added(Array(Set(recipients)).sorted(by: precedes), at: moment))
    }
    finishLeaving(id)
  }

  /// A receiving line is open: what comes now may be old.
  mutating func beginReceiving(_ id: Int) {
    if devices[id].isDrained { devices[id].disk.connectedUntil = now }
    devices[id].isDrained = false
    devices[id].lastMailAt = now
    devices[id].membership?.sessionOpened()
    devices[id].noteNextWake()
  }

  private func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }
}

/// What a restart must not change.
struct State: Hashable {
  let held: Set<[UInt8]>
  let waiting: Set<[UInt8]>
  let current: [UInt8]?
  let void: Set<[UInt8]>
  let standing: Set<Claim>
  let pending: Set<PendingChange>
  let memory: Membership.Memory
  let isLeaving: Bool

  init(_ membership: Membership) {
    let ledger = membership.ledger
    held = Set(ledger.held.map(\.hash))
    waiting = Set(ledger.waiting.map(\.manifest.hash))
    current = ledger.current?.hash
    void = held.filter { ledger.isVoid($0) }
    standing = ledger.standingClaims
    pending = Set(membership.pending)
    memory = membership.memory
    isLeaving = membership.isLeaving
  }

  func difference(to other: State) -> String {
    var parts: [String] = []
    if held != other.held { parts.append("held") }
    if waiting != other.waiting { parts.append("waiting") }
    if current != other.current { parts.append("current") }
    if void != other.void { parts.append("void") }
    if standing != other.standing { parts.append("standing") }
    if pending != other.pending { parts.append("pending") }
    if memory != other.memory { parts.append("memory") }
    if isLeaving != other.isLeaving { parts.append("leaving") }
    return parts.joined(separator: ", ")
  }
}
