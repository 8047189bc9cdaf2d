internal import TrueSealManifest

/// What a world at rest says about the rules.
package struct Verdict: Hashable, Sendable {
  /// What must not be.
  package enum Flaw: String, Hashable, Sendable, CaseIterable {
    case noRest = "no rest"
    case flood = "more messages than M-46 allows"
    case breach = "a device contradicts itself"
    case diverged = "members believe different lists"
    case mistakenInside = "a device believes to be inside and is not"
    case mistakenOutside = "a listed device waits to be let in"
    case lostAdmission = "an admission is lost"
    case lostRemoval = "a removal is lost"
    case lostLeave = "a leave is lost"
    case ghost = "a removed device that has wiped is listed"
    case wipedMember = "a device was wiped that nobody removed"
    case abandoned = "an admitted device is left outside"
  }

  /// What the documented limits excuse.
  package enum Limit: String, Hashable, Sendable, CaseIterable {
    case voidedRemoval = "M-60"
    case voidedAdmission = "M-61"
    case unheard = "M-63"
    /// A device was away for longer than the relay keeps mail, and everybody it knew is gone, or it
    /// had yet to hear of its admission.
    case stranded = "stranded"
  }

  package internal(set) var flaws: Set<Flaw> = []
  package internal(set) var limits: Set<Limit> = []
  package internal(set) var remarks: [String] = []

  package var isClean: Bool { flaws.isEmpty }

  mutating func find(_ flaw: Flaw, _ remark: String) {
    flaws.insert(flaw)
    remarks.append("\(flaw.rawValue): \(remark)")
  }

  /// Judges a world at rest.
  package init(on world: World) {
    for breach in world.breaches { find(.breach, breach) }
    guard world.isAtRest else {
      find(.noRest, "after \(world.stepCount) steps")
      return
    }
    let bound = world.messageBound
    if world.messageCount > bound { find(.flood, "\(world.messageCount) of at most \(bound)") }
    guard let assize = Assize(world) else { return }
    judgeViews(assize)
    judgeChanges(assize)
    judgeWiped(assize)
  }
}

extension World {
  /// How many messages all that happened may have cost (M-46).
  var messageBound: Int {
    let count = devices.count { $0.phase != .unborn }
    // Whoever a race left out asks everybody once a day (M-47).
    let days = Int((now - startedAt) / Self.dayMilliseconds)
    return 60 + (8 + days) * count * manifests.count
  }
}
