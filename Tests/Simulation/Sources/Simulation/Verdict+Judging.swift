internal import TrueSealManifest

extension Verdict {
  /// M-00: all who are inside hold the same, and nobody is mistaken about being inside.
  mutating func judgeViews(_ assize: Assize) {
    let world = assize.world
    for device in world.devices where device.isLive {
      let isListed = assize.listed.contains(device.id)
      let current = device.membership?.ledger.current?.hash
      if device.standing == .member {
        if !isListed { judgeMistaken(device, assize) }
        if isListed, current != assize.final.hash { judgeDiverged(device, assize) }
      } else if isListed, device.standing != .leaving {
        if device.phase == .joining, world.faults[.lostMail] != nil {
          limits.insert(.stranded)
        } else {
          find(.mistakenOutside, device.name)
        }
      } else if !isListed {
        judgeOutside(device, assize)
      }
    }
  }

  private mutating func judgeDiverged(_ device: Device, _ assize: Assize) {
    let view = device.membership?.ledger.current?.hash
    if assize.world.faults[.lostMail] != nil, !assize.isAcquainted(device.id) {
      // All it ever heard of are gone, and what the others sent was dropped.
      limits.insert(.stranded)
    } else {
      find(.diverged, "\(device.name) believes \(view.map(World.digits) ?? "nothing")")
    }
  }

  private mutating func judgeMistaken(_ device: Device, _ assize: Assize) {
    if assize.isAcquainted(device.id) {
      find(.mistakenInside, device.name)
    } else {
      limits.insert(.unheard)
    }
  }

  private mutating func judgeOutside(_ device: Device, _ assize: Assize) {
    guard !assize.removed.contains(device.id), !assize.left.contains(device.id) else { return }
    if assize.isRemovedUnheard(device.id) {
      limits.insert(.unheard)
      return
    }
    guard
      let admission = assize.world.intents.first(where: {
        $0.kind == .admission && $0.target == device.id
      })
    else {
      // A device of the beginning that nobody removed; a joiner that nobody got to admit may wait.
      if device.phase == .inside { find(.abandoned, device.name) }
      return
    }
    if assize.voided.contains(device.id) {
      limits.insert(.voidedAdmission)
    } else if assize.isCarrierHeld(admission) {
      find(.abandoned, device.name)
    } else {
      limits.insert(.unheard)
    }
  }

  /// M-00: what an honest member changed is not lost, unless it was removed at the same time.
  mutating func judgeChanges(_ assize: Assize) {
    for intent in assize.world.intents {
      if assize.removed.contains(intent.by) || assize.voided.contains(intent.by) { continue }
      let isListed = assize.listed.contains(intent.target)
      let isWiped = assize.world.devices[intent.target].isGone
      switch intent.kind {
      case .admission:
        let isOver = assize.removed.contains(intent.target) || assize.left.contains(intent.target)
        if !isListed, !isOver { lose(intent, as: .lostAdmission, assize) }
      case .removal:
        if isListed { lose(intent, as: isWiped ? .ghost : .lostRemoval, assize) }
      case .leave:
        if isListed { lose(intent, as: .lostLeave, assize) }
      }
    }
  }

  private mutating func lose(_ intent: World.Intent, as flaw: Flaw, _ assize: Assize) {
    let names =
      "\(intent.kind) of \(Device.name(of: intent.target)) by \(Device.name(of: intent.by))"
    if assize.isCarrierHeld(intent) {
      find(flaw, names)
    } else {
      limits.insert(.unheard)
    }
  }

  /// Whoever is listed has not wiped, but for M-60 and M-63.
  mutating func judgeWiped(_ assize: Assize) {
    for id in assize.listed where assize.world.devices[id].phase == .removed {
      let removals = assize.world.intents.filter { $0.kind == .removal && $0.target == id }
      if removals.contains(where: {
        assize.removed.contains($0.by) || assize.voided.contains($0.by)
      }) {
        limits.insert(.voidedRemoval)
      } else if removals.contains(where: { !assize.isCarrierHeld($0) }) {
        limits.insert(.unheard)
      } else {
        find(.wipedMember, Device.name(of: id))
      }
    }
  }
}
